import { openGuard, type Guard } from '#libs/guard';
import { startApi, type RunningApi } from '../support/api/api.js';
import { createAccount, createServiceGroup, createUser } from '../support/api/people.js';
import { eventually } from '../support/eventually.js';
import { startRecordedBus } from '../support/streams/recorded-bus.js';
import {
  startStreamProcessorProcess,
  type StreamProcessorProcess,
} from '../support/streams/stream-processor-process.js';

/** A guard never answers from a feed that stands still for longer than it may, though the API answers that there is nothing more. */

/** Longer than it takes from one statement to the next, and then to be read. */
const MAX_AGE_MS = 12_000;

let api: RunningApi;
let bus: Awaited<ReturnType<typeof startRecordedBus>>;
const processors: StreamProcessorProcess[] = [];
const guards: Guard[] = [];

beforeAll(async () => {
  api = await startApi();
  bus = await startRecordedBus();
  start();
});
afterEach(async () => {
  await Promise.all(guards.splice(0).map((guard) => guard.close()));
});
afterAll(async () => {
  for (const { child, kill, exited } of processors) {
    child.kill('SIGCONT');
    kill();
    await exited;
  }
  await bus.stop();
  await api.close();
});

function start(): StreamProcessorProcess {
  const processor = startStreamProcessorProcess({ table: api.configuration.table.name, busUrl: bus.url });
  processors.push(processor);
  return processor;
}

async function guardOf(accountId: string, whenTooOld: 'refuse' | 'ask'): Promise<Guard> {
  const token = () => api.issuer.signOperatorToken({ subject: 'tester' });
  const options = { baseUrl: api.url, token, accountId, maxAgeMs: MAX_AGE_MS, whenTooOld };
  const guard = await openGuard({ ...options, onNotice: () => undefined });
  guards.push(guard);
  return guard;
}

async function change(method: string, path: string): Promise<void> {
  expect((await api.operator(method, path, undefined, { 'if-match': '*' })).status).toBeLessThan(300);
}

async function startDirectory() {
  const { id: accountId } = await createAccount(api);
  const path = `/v1/accounts/${accountId}`;
  const { id: groupId } = await createServiceGroup(api, accountId);
  const member = async () => {
    const { id } = await createUser(api, accountId);
    await change('PUT', `${path}/service-groups/${groupId}/members/${id}`);
    return id;
  };
  const [stays, suspended, removed] = [await member(), await member(), await member()];
  const ofApi = async (id: string): Promise<boolean> => {
    const { body } = await api.operator('POST', '/access/v1/evaluation', {
      ...{ subject: { type: 'user', id }, resource: { type: 'service_group', id: groupId } },
      ...{ action: { name: 'enter' }, context: { account_id: accountId } },
    });
    return (body as { decision: boolean }).decision;
  };
  /** @returns the time by which the API refuses both */
  const takeAway = async (): Promise<number> => {
    await change('POST', `${path}/users/${suspended}/suspend`);
    await change('DELETE', `${path}/service-groups/${groupId}/members/${removed}`);
    return Date.now();
  };
  return { accountId, groupId, people: [stays, suspended, removed], ofApi, takeAway };
}

test.each([
  ['is stopped and goes on', (processor: StreamProcessorProcess) => void processor.child.kill('SIGCONT')],
  [
    'is stopped, killed and replaced',
    async (processor: StreamProcessorProcess) => {
      processor.kill();
      await processor.exited;
      await start().ready;
    },
  ],
])('a stream processor that %s: no guard says yes beyond its bound', async (_how, recover) => {
  const { accountId, groupId, people, ofApi, takeAway } = await startDirectory();
  const guard = await guardOf(accountId, 'refuse');
  const asking = await guardOf(accountId, 'ask');
  const answers = () => people.map((id) => guard.mayEnter(id, groupId));
  await eventually('everybody may enter', () => answers().every(Boolean));

  const processor = processors.at(-1)!;
  processor.child.kill('SIGSTOP');
  const takenAt = await takeAway();
  await eventually('the bound is over', () => {
    const since = Date.now() - takenAt;
    // What is not in the copy is at least that old.
    expect(guard.status().ageMs).toBeGreaterThanOrEqual(since);
    return since > MAX_AGE_MS;
  });
  expect(answers()).toEqual([false, false, false]);
  expect([guard.status().isReady, guard.groupsOf(people[0]!), guard.membersOf(groupId)]).toEqual([
    false,
    [],
    [],
  ]);
  const asked = (id: string) => asking.mayEnter(id, groupId, {});
  expect(await Promise.all(people.map(asked))).toEqual([true, false, false]);
  expect(await Promise.all(people.map(ofApi))).toEqual([true, false, false]);

  await recover(processor);
  await eventually('members may enter again', () => {
    const [, ...taken] = answers();
    expect(taken).toEqual([false, false]);
    return guard.mayEnter(people[0]!, groupId);
  });
  expect(answers()).toEqual([true, false, false]);
  expect(guard.status().isReady).toBe(true);
});
