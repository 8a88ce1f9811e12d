import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { openGuard, type Guard } from '#libs/guard';
import { sqliteWorld, postgresWorld, type World } from '../subscriber/worlds.js';
import { startApi, type RunningApi } from '../support/api/api.js';
import { createAccount } from '../support/api/people.js';
import { hasPostgres, startPostgres, type Postgres } from '../support/engines/postgres.js';
import { eventually } from '../support/eventually.js';
import { startProcess, type Process } from '../support/processes/processes.js';
import { startProcessorOf, type ProcessorOfApi } from '../support/streams/processor-of-api.js';
import { command } from './copies/commands.js';
import { Company } from './copies/company.js';
import { KilledCopy } from './copies/killed-copy.js';

/**
 * A guard, `rollbook guard`, a copy in SQLite and one in PostgreSQL say the same as the API of everybody, whatever several clients have done, and however
 * often the stream processor, the API and their own processes were ended meanwhile; each event was handled once; and a guard that is
 * asked with the position of a write never contradicts it.
 */

const COMMANDS = Number(process.env['ROLLBOOK_COPIES_COMMANDS'] ?? 800);
/** Only to end what hangs: in the night it takes some hours. */
const LIMIT_MS = 600_000 + COMMANDS * 100;
/** Of one account. */
const AT_ONCE = Math.min(COMMANDS, 2_500);
const PARTS = 4;
/** Only to end what hangs, beside many busy programs. */
const PATIENCE_MS = 240_000;
const CLIENTS = 3;

let api: RunningApi;
let processor: ProcessorOfApi;
let postgres: Postgres | undefined;
let folder: string;

beforeAll(async () => {
  api = await startApi();
  folder = await mkdtemp(join(tmpdir(), 'rollbook-guards-'));
  processor = await startProcessorOf(api);
  postgres = hasPostgres('a copy in PostgreSQL beside the others') ? await startPostgres() : undefined;
});
afterAll(async () => {
  await processor.stop();
  await api.close();
  await postgres?.stop();
  await rm(folder, { recursive: true });
});

const token = () => api.issuer.signOperatorToken({ subject: 'tester' });

/** The copies of an account. */
class Copies {
  guard!: Guard;
  sidecar!: Process;
  private readonly killed: KilledCopy[] = [];

  constructor(private readonly company: Company) {}

  async open(): Promise<void> {
    await this.openGuard(false);
    const worlds: World[] = [sqliteWorld(), ...(postgres ? [await postgresWorld(postgres)] : [])];
    for (const [place, world] of worlds.entries()) {
      const from = place === 0 ? 'beginning' : 'snapshot';
      const source = { baseUrl: api.url, token, accountId: this.company.accountId };
      this.killed.push(new KilledCopy(world, { ...source, from }));
    }
  }

  async openGuard(keepsFile: boolean): Promise<void> {
    const { accountId } = this.company;
    const file = join(folder, `${accountId}.json`);
    this.guard = await openGuard({ baseUrl: api.url, token, accountId, ...(keepsFile && { file }) });
    this.sidecar = await startProcess('guard', {
      ROLLBOOK_API_URL: api.url,
      ROLLBOOK_API_TOKEN: await token(),
      ROLLBOOK_ACCOUNT: accountId,
      ROLLBOOK_GUARD_PORT: '0',
      ...(keepsFile && { ROLLBOOK_GUARD_FILE: `${file}.sidecar` }),
    });
  }

  async closeGuard(): Promise<void> {
    await this.guard.close();
    await this.sidecar.kill();
  }

  /** They end as the API. */
  async compareKilled(): Promise<void> {
    for (const copy of this.killed) {
      await copy.stop();
      expect(copy.kills).toBeGreaterThan(0);
      const found = () => copy.world.contents();
      // What has ended, and who was in a group that is removed, is said a little later.
      const difference = async () => {
        await copy.catchUp();
        const [{ members }, listed] = [await found(), await membersByApi(this.company)];
        return JSON.stringify(members) === JSON.stringify(listed) ? '' : JSON.stringify({ members, listed });
      };
      let last = '';
      await eventually(
        'the copy has what the API has',
        async () => !(last = await difference()),
        PATIENCE_MS,
      ).catch(() => expect(last).toBe(''));
      const { handled } = await found();
      expect(handled.filter((id, place) => handled.indexOf(id) !== place)).toEqual([]);
    }
    // The one from the beginning had everything.
    const { handled } = await this.killed[0]!.world.contents();
    expect(handled.sort()).toEqual((await fedEvents(this.company)).sort());
  }

  async close(): Promise<void> {
    await this.closeGuard();
    for (const { world } of this.killed) await world.close();
  }
}

async function pages(path: string, next: string): Promise<{ id: string; userId: string }[]> {
  const found: { id: string; userId: string }[] = [];
  for (let cursor: string | null = '', isLast = false; !isLast;) {
    const { body } = await api.operator(
      'GET',
      `${path}?limit=100${cursor ? `&${next}=${encodeURIComponent(cursor)}` : ''}`,
    );
    const page = body as { data: typeof found; nextCursor: string | null; upToDate?: boolean };
    found.push(...page.data);
    cursor = page.nextCursor;
    isLast = page.upToDate ?? cursor === null;
  }
  return found;
}

const fedEvents = async ({ path }: Company) => (await pages(`${path}/changes`, 'after')).map(({ id }) => id);

async function membersByApi({ path }: Company): Promise<string[]> {
  const pairs: string[] = [];
  for (const { id } of await pages(`${path}/service-groups`, 'cursor'))
    for (const { userId } of await pages(`${path}/service-groups/${id}/members`, 'cursor'))
      pairs.push(`${userId} ${id}`);
  return pairs.sort();
}

/** Each user with each service group, as the API says and as the guard says. @returns how often yes and no were said */
async function compareGuard(
  company: Company,
  { guard, sidecar }: Copies,
): Promise<{ allowed: number; denied: number }> {
  await delay(company.untilEnds);
  const mark = await company.mark();
  // What is at the end of the feed now is in the guard once it has seen a change after it.
  await guard.mayEnter('user_', 'sgrp_', { atLeast: mark, waitMs: PATIENCE_MS });
  const ask = (body: object) =>
    fetch(`${sidecar.message.url}/access/v1/evaluations`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'rollbook-at-least': mark },
    });
  const pairs = company.users.flatMap((user) => company.groups.map((group) => [user, group] as const));
  const said: boolean[] = [];
  for (let from = 0; from < pairs.length; from += 50) {
    const questions = {
      action: { name: 'enter' },
      context: { account_id: company.accountId },
      evaluations: pairs.slice(from, from + 50).map(([user, group]) => ({
        subject: { type: 'user', id: user },
        resource: { type: 'service_group', id: group },
      })),
    };
    const { body } = await api.operator('POST', '/access/v1/evaluations', questions);
    let beside: unknown;
    await eventually(
      'the guard beside the service is level',
      async () => {
        const answer = await ask(questions);
        beside = await answer.json();
        return answer.status === 200;
      },
      PATIENCE_MS,
    );
    expect(beside).toEqual(body);
    said.push(
      ...(body as { evaluations: { decision: boolean }[] }).evaluations.map(({ decision }) => decision),
    );
  }
  const guarded = pairs.map(([user, group]) => guard.mayEnter(user, group));
  const named = (decisions: boolean[]) =>
    pairs.filter((_, place) => decisions[place]).map((pair) => pair.join(' '));
  expect(named(guarded)).toEqual(named(said));
  for (const group of company.groups)
    expect(guard.membersOf(group).sort()).toEqual(
      company.users.filter((user) => guard.mayEnter(user, group)).sort(),
    );
  const allowed = said.filter(Boolean).length;
  return { allowed, denied: said.length - allowed };
}

test(
  'every copy says what the API says, after any commands, kills and restarts',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(command, { minLength: AT_ONCE, maxLength: AT_ONCE }),
        fc.array(fc.boolean(), { minLength: PARTS, maxLength: PARTS }),
        async (commands, kept) => {
          const company = new Company(api, (await createAccount(api)).id);
          for (const type of ['create_user', 'create_group'] as const)
            for (let count = 0; count < 4; count += 1) await company.send({ type });
          const copies = new Copies(company);
          await copies.open();
          let [allowed, denied] = [0, 0];
          for (const [part, keepsFile] of kept.entries()) {
            const some = commands.slice((part * AT_ONCE) / PARTS, ((part + 1) * AT_ONCE) / PARTS);
            const clients = Array.from({ length: CLIENTS }, async (_, client) => {
              for (const [place, given] of some.entries())
                if (place % CLIENTS === client) await company.send(given);
            });
            // Beside the clients: those who write, and those who read.
            const restarts = [processor.restart(), part === 1 ? api.restart() : undefined];
            await Promise.all([...clients, ...restarts]);
            await copies.closeGuard();
            await copies.openGuard(keepsFile);
            await company.giveSomething();
            const counts = await compareGuard(company, copies);
            [allowed, denied] = [allowed + counts.allowed, denied + counts.denied];
          }
          // Otherwise nothing would have been compared.
          expect(Math.min(allowed, denied)).toBeGreaterThan(0);
          await copies.compareKilled();
          await copies.close();
        },
      ),
      // Shrinking would take minutes; the seed repeats what failed.
      { numRuns: Math.ceil(COMMANDS / AT_ONCE), endOnFailure: true },
    );
  },
  LIMIT_MS,
);
