import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { openGuard, type Guard } from '#libs/guard';
import { startApi, type RunningApi } from '../support/api/api.js';
import { createAccount } from '../support/api/people.js';
import { startProcessorOf, type ProcessorOfApi } from '../support/streams/processor-of-api.js';

/**
 * A guard and the API say the same of everybody, whatever several clients have done, and however often the stream processor and the
 * guard were ended and begun again meanwhile; and asked with the position of a write, it never contradicts it.
 */

const COMMANDS = Number(process.env['ROLLBOOK_GUARD_COMMANDS'] ?? 400);
const CLIENTS = 3;

let api: RunningApi;
let processor: ProcessorOfApi;
let folder: string;

beforeAll(async () => {
  api = await startApi();
  folder = await mkdtemp(join(tmpdir(), 'rollbook-guards-'));
  processor = await startProcessorOf(api);
});
afterAll(async () => {
  await processor.stop();
  await api.close();
  await rm(folder, { recursive: true });
});

const user = fc.nat(11);
const group = fc.nat(4);
const weighted = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
const command = fc.oneof(
  weighted(3, fc.constant({ type: 'create_user' } as const)),
  weighted(1, fc.constant({ type: 'create_group' } as const)),
  weighted(14, fc.record({ type: fc.constant('add' as const), user, group, ends: fc.boolean() })),
  weighted(6, fc.record({ type: fc.constant('remove' as const), user, group })),
  weighted(3, fc.record({ type: fc.constant('suspend' as const), user })),
  weighted(3, fc.record({ type: fc.constant('reactivate' as const), user })),
  weighted(1, fc.record({ type: fc.constant('remove_user' as const), user })),
  weighted(1, fc.record({ type: fc.constant('remove_group' as const), group })),
  weighted(1, fc.record({ type: fc.constant('erase' as const), user })),
  weighted(1, fc.constant({ type: 'suspend_account' } as const)),
  weighted(8, fc.constant({ type: 'reactivate_account' } as const)),
  weighted(1, fc.constantFrom({ type: 'restart_processor' } as const, { type: 'restart_guard' } as const)),
);
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

class Company {
  private readonly users: string[] = [];
  private readonly groups: string[] = [];
  private names = 0;
  private position = '';
  guard!: Guard;
  allowed = 0;
  denied = 0;

  constructor(private readonly accountId: string) {}

  async openGuard(keepsFile: boolean): Promise<void> {
    const token = () => api.issuer.signOperatorToken({ subject: 'tester' });
    const file = join(folder, `${this.accountId}.json`);
    const { accountId } = this;
    this.guard = await openGuard({ baseUrl: api.url, token, accountId, ...(keepsFile && { file }) });
  }

  /** What is refused changes nothing, and is of no interest here. */
  async send(given: Command): Promise<void> {
    if (given.type === 'restart_processor') {
      await processor.restart();
      return;
    }
    if (given.type === 'restart_guard') return void (this.names += 1);
    const [method, path, body] = this.request(given);
    const answer = await api.operator(method, `/v1/accounts/${this.accountId}${path}`, body);
    if (answer.status === 201 && given.type === 'create_user')
      this.users.push((answer.body as { id: string }).id);
    if (answer.status === 201 && given.type === 'create_group')
      this.groups.push((answer.body as { id: string }).id);
    this.position = answer.headers.get('rollbook-position') ?? this.position;
  }

  private request(given: Exclude<Command, { type: `restart_${string}` }>): [string, string, unknown?] {
    const name = `n${(this.names += 1)}`;
    const userId = 'user' in given ? (this.users[given.user % this.users.length] ?? 'user_') : '';
    const groupId = 'group' in given ? (this.groups[given.group % this.groups.length] ?? 'sgrp_') : '';
    const member = `/service-groups/${groupId}/members/${userId}`;
    switch (given.type) {
      case 'create_user':
        return ['POST', '/users', { name, email: `${name}@x.example` }];
      case 'create_group':
        return ['POST', '/service-groups', { name }];
      case 'add':
        return ['PUT', member, given.ends ? { expiresAt: '2099-01-01T00:00:00Z' } : undefined];
      case 'remove':
        return ['DELETE', member];
      case 'suspend':
        return ['POST', `/users/${userId}/suspend`];
      case 'reactivate':
        return ['POST', `/users/${userId}/reactivate`];
      case 'remove_user':
        return ['DELETE', `/users/${userId}`];
      case 'remove_group':
        return ['DELETE', `/service-groups/${groupId}`];
      case 'erase':
        return ['POST', `/users/${userId}/erase`];
      case 'suspend_account':
        return ['POST', '/suspend'];
      case 'reactivate_account':
        return ['POST', '/reactivate'];
      default:
        return given satisfies never;
    }
  }

  /** Whatever was done before, somebody may enter something, and somebody else may not. */
  async giveSomething(): Promise<void> {
    await this.send({ type: 'reactivate_account' });
    for (const type of ['create_user', 'create_user', 'create_group'] as const) await this.send({ type });
    await this.send({ type: 'add', user: this.users.length - 1, group: this.groups.length - 1, ends: false });
  }

  /** Each user with each service group, as the API says and as the guard says. */
  async compare(): Promise<void> {
    const pairs = this.users.flatMap((userId) => this.groups.map((groupId) => [userId, groupId] as const));
    const evaluations = pairs.map(([userId, groupId]) => ({
      subject: { type: 'user', id: userId },
      resource: { type: 'service_group', id: groupId },
    }));
    // What is at the end of the feed now is in the guard once it has seen a change after it.
    const mark = await api.operator(
      'PATCH',
      `/v1/accounts/${this.accountId}`,
      { name: `n${(this.names += 1)}` },
      {
        'if-match': '*',
      },
    );
    const atLeast = [mark.headers.get('rollbook-position'), this.position].filter(Boolean).join(',');
    await this.guard.mayEnter('user_', 'sgrp_', { atLeast, waitMs: 60_000 });
    const said: boolean[] = [];
    for (let from = 0; from < evaluations.length; from += 50) {
      const { body } = await api.operator('POST', '/access/v1/evaluations', {
        action: { name: 'enter' },
        context: { account_id: this.accountId },
        evaluations: evaluations.slice(from, from + 50),
      });
      said.push(
        ...(body as { evaluations: { decision: boolean }[] }).evaluations.map(({ decision }) => decision),
      );
    }
    const guarded = pairs.map(([userId, groupId]) => this.guard.mayEnter(userId, groupId));
    const named = (decisions: boolean[]) =>
      pairs.filter((_, place) => decisions[place]).map((pair) => pair.join(' '));
    this.allowed += said.filter(Boolean).length;
    this.denied += said.filter((decision) => !decision).length;
    expect(named(guarded)).toEqual(named(said));
    for (const groupId of this.groups)
      expect(this.guard.membersOf(groupId).sort()).toEqual(
        this.users.filter((userId) => this.guard.mayEnter(userId, groupId)).sort(),
      );
  }
}

test('a guard says what the API says, after any commands and restarts', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(command, { minLength: COMMANDS, maxLength: COMMANDS }),
      fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
      async (commands, kept) => {
        const { id } = await createAccount(api);
        const company = new Company(id);
        await company.openGuard(kept[0]!);
        for (const given of [{ type: 'create_user' }, { type: 'create_group' }] as const)
          for (let count = 0; count < 4; count += 1) await company.send(given);
        const parts = kept.length;
        for (let part = 0; part < parts; part += 1) {
          const some = commands.slice((part * COMMANDS) / parts, ((part + 1) * COMMANDS) / parts);
          const restarts = some.filter(({ type }) => type === 'restart_processor').length;
          const clients = Array.from({ length: CLIENTS }, async (_, client) => {
            for (const [place, given] of some.entries())
              if (place % CLIENTS === client && given.type !== 'restart_processor') await company.send(given);
          });
          // One restart at a time, beside the clients.
          if (restarts > 0) clients.push(company.send({ type: 'restart_processor' }));
          await Promise.all(clients);
          if (some.some(({ type }) => type === 'restart_guard')) {
            await company.guard.close();
            await company.openGuard(kept[part]!);
          }
          await company.giveSomething();
          await company.compare();
        }
        await company.guard.close();
        // Otherwise nothing would have been compared.
        expect(Math.min(company.allowed, company.denied)).toBeGreaterThan(0);
      },
    ),
    // Shrinking would take minutes; the seed repeats what failed.
    { numRuns: 1, endOnFailure: true },
  );
});
