import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { openGuard, type Guard } from '#libs/guard';
import { startApi, type RunningApi } from '../support/api/api.js';
import { createAccount, createServiceGroup, createUser } from '../support/api/people.js';
import { eventually } from '../support/eventually.js';
import { startRecordedBus } from '../support/streams/recorded-bus.js';
import {
  startStreamProcessorProcess,
  type StreamProcessorProcess,
} from '../support/streams/stream-processor-process.js';

/**
 * However commands are mixed with a stream processor that is stopped, goes on, or is killed and replaced, no guard says yes to what the
 * API has refused for longer than the copy may be old, and every guard says what the API says soon after the processor is back.
 */

const RUNS = Number(process.env['ROLLBOOK_STOPPED_RUNS'] ?? 3);
const MAX_AGE_MS = 3_000;
const LOOK_EVERY_MS = 20;
const USERS = 3;
const GROUPS = 2;

let api: RunningApi;
let bus: Awaited<ReturnType<typeof startRecordedBus>>;
let processor: StreamProcessorProcess;
/** While the copies were too old, and a yes was due to be a no. */
let looksAtOld = 0;

beforeAll(async () => {
  api = await startApi();
  bus = await startRecordedBus();
  start();
});
afterAll(async () => {
  await kill();
  await bus.stop();
  await api.close();
});

function start(): void {
  const options = { table: api.configuration.table.name, busUrl: bus.url, tuning: { stateEveryMs: 200 } };
  processor = startStreamProcessorProcess(options);
}

async function kill(): Promise<void> {
  processor.child.kill('SIGCONT');
  processor.kill();
  await processor.exited;
}

const user = fc.nat(USERS - 1);
const group = fc.nat(GROUPS - 1);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('remove' as const), user, group }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('add' as const), user, group }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('suspend' as const), user }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('reactivate' as const), user }) },
  { weight: 2, arbitrary: fc.constant({ type: 'stop' } as const) },
  { weight: 2, arbitrary: fc.constant({ type: 'go on' } as const) },
  { weight: 1, arbitrary: fc.constant({ type: 'replace' } as const) },
  {
    weight: 5,
    arbitrary: fc.record({ type: fc.constant('wait' as const), ms: fc.integer({ min: 50, max: 4_500 }) }),
  },
);
/** Each list of steps has at least one of these: otherwise some would show nothing. */
const outage = fc
  .tuple(
    fc.oneof(
      fc.record({ type: fc.constant('remove' as const), user, group }),
      fc.record({ type: fc.constant('suspend' as const), user }),
    ),
    fc.integer({ min: 200, max: 1_500 }),
    fc.constantFrom('go on' as const, 'replace' as const),
  )
  .map(([taken, more, end]): Step[] => [
    { type: 'stop' },
    taken,
    { type: 'wait', ms: MAX_AGE_MS + more },
    { type: end },
  ]);
const steps = fc
  .tuple(fc.array(step, { maxLength: 12 }), outage, fc.array(step, { maxLength: 8 }))
  .map((parts) => parts.flat());
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** What the API must say of one person and one service group. */
interface Access {
  user: number;
  group: number;
  isMember: boolean;
  isSuspended: boolean;
  /** When a write that took it away was answered, and none that may give it again was sent since. */
  refusedSince?: number | undefined;
}

class Directory {
  readonly all: Access[] = [];

  constructor(
    readonly accountId: string,
    readonly userIds: string[],
    readonly groupIds: string[],
  ) {
    for (const [u] of userIds.entries())
      for (const [g] of groupIds.entries())
        this.all.push({ user: u, group: g, isMember: false, isSuspended: false });
  }

  async send(given: Extract<Step, { user: number }>): Promise<void> {
    const touched = this.all.filter(
      (each) => each.user === given.user && (!('group' in given) || each.group === given.group),
    );
    const path = `/v1/accounts/${this.accountId}`;
    const [userId, groupId] = [
      this.userIds[given.user]!,
      'group' in given ? this.groupIds[given.group]! : '',
    ];
    const gives = given.type === 'add' || given.type === 'reactivate';
    if (gives) for (const each of touched) each.refusedSince = undefined;
    const isOfUser = given.type === 'suspend' || given.type === 'reactivate';
    const answer = isOfUser
      ? await api.operator('POST', `${path}/users/${userId}/${given.type}`, undefined, { 'if-match': '*' })
      : await api.operator(gives ? 'PUT' : 'DELETE', `${path}/service-groups/${groupId}/members/${userId}`);
    const done = Date.now();
    if (answer.status >= 300) return this.note(touched, done);
    for (const each of touched)
      if (isOfUser) each.isSuspended = !gives;
      else each.isMember = gives;
    this.note(touched, done);
  }

  private note(touched: readonly Access[], now: number): void {
    for (const each of touched)
      each.refusedSince = each.isMember && !each.isSuspended ? undefined : (each.refusedSince ?? now);
  }

  /** What has been refused for so long that no copy may still give it. */
  longRefused(): Access[] {
    const now = Date.now();
    return this.all.filter(({ refusedSince = now }) => now - refusedSince > MAX_AGE_MS);
  }

  mayEnter(guard: Guard, { user: u, group: g }: Access): boolean {
    return guard.mayEnter(this.userIds[u]!, this.groupIds[g]!);
  }
}

async function newDirectory(): Promise<Directory> {
  const { id } = await createAccount(api);
  const userIds = await Promise.all(
    Array.from({ length: USERS }, async () => (await createUser(api, id)).id),
  );
  const groupIds = await Promise.all(
    Array.from({ length: GROUPS }, async () => (await createServiceGroup(api, id)).id),
  );
  const directory = new Directory(id, userIds, groupIds);
  for (const { user: u, group: g } of directory.all) await directory.send({ type: 'add', user: u, group: g });
  return directory;
}

async function guardOf(accountId: string, whenTooOld: 'refuse' | 'ask'): Promise<Guard> {
  const token = () => api.issuer.signOperatorToken({ subject: 'tester' });
  const options = { baseUrl: api.url, token, accountId, maxAgeMs: MAX_AGE_MS, whenTooOld };
  return openGuard({ ...options, onNotice: () => undefined });
}

/** Looks all the time, until it is stopped. */
async function watch(
  directory: Directory,
  guards: { refusing: Guard; asking: Guard },
  over: AbortSignal,
): Promise<void> {
  const { refusing, asking } = guards;
  while (!over.aborted) {
    const refused = directory.longRefused();
    // Of both in one turn: nothing is sent or answered between the look at the clock and the answer.
    expect(refused.filter((each) => directory.mayEnter(refusing, each))).toEqual([]);
    expect(refused.filter((each) => directory.mayEnter(asking, each))).toEqual([]);
    if (!refusing.status().isReady) looksAtOld += refused.length;
    const [one] = refused;
    if (one) {
      const may = await asking.mayEnter(directory.userIds[one.user]!, directory.groupIds[one.group]!, {});
      // Unless it was given meanwhile.
      if (one.refusedSince !== undefined) expect(may).toBe(false);
    }
    await delay(LOOK_EVERY_MS);
  }
}

async function take(directory: Directory, given: Step): Promise<void> {
  switch (given.type) {
    case 'stop':
      processor.child.kill('SIGSTOP');
      return;
    case 'go on':
      processor.child.kill('SIGCONT');
      return;
    case 'replace':
      await kill();
      start();
      return;
    case 'wait':
      await delay(given.ms);
      return;
    case 'add':
    case 'remove':
    case 'suspend':
    case 'reactivate':
      await directory.send(given);
      return;
    default:
      given satisfies never;
  }
}

test(
  'no guard says yes to what the API has refused for longer than its copy may be old',
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        processor.child.kill('SIGCONT');
        const directory = await newDirectory();
        const [refusing, asking] = [
          await guardOf(directory.accountId, 'refuse'),
          await guardOf(directory.accountId, 'ask'),
        ];
        const over = new AbortController();
        const watching = watch(directory, { refusing, asking }, over.signal);
        try {
          const all = async () => {
            for (const each of given) await take(directory, each);
          };
          // What a look finds is not to wait for the end.
          await Promise.race([all(), watching]);
          processor.child.kill('SIGCONT');
          const said = () => directory.all.map((each) => directory.mayEnter(refusing, each));
          const right = directory.all.map(({ isMember, isSuspended }) => isMember && !isSuspended);
          await Promise.race([
            watching,
            eventually('the guard says what the API says', () => {
              return refusing.status().isReady && said().join() === right.join();
            }),
          ]);
        } finally {
          over.abort();
          await Promise.all([refusing.close(), asking.close()]);
        }
        await watching;
      }),
      // Shrinking would take minutes; the seed repeats what failed.
      { numRuns: RUNS, endOnFailure: true },
    );
    // Otherwise nothing would have been seen.
    expect(looksAtOld).toBeGreaterThan(0);
  },
  RUNS * 120_000 + 120_000,
);
