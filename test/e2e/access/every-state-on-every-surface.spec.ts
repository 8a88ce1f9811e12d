import { openGuard, type Guard } from '#libs/guard';
import { ApiKeyVerifier } from '../../../apps/api/src/auth/api-keys/api-key-verifier.js';
import {
  ENTRANCES,
  MEMBERSHIPS,
  PRESENT_MEMBERSHIPS,
  SCIM_MEMBERSHIPS,
  surfacesThatSayYes,
  type Pair,
} from '../../support/api/access-surfaces.js';
import { askWith, startApi, type Ask, type RunningApi } from '../../support/api/api.js';
import { created, createServiceGroup } from '../../support/api/people.js';
import { createProvisioning, type Provisioning } from '../../support/api/scim.js';
import { indexesSettled } from '../../support/engines/engine.js';
import { eventually } from '../../support/eventually.js';
import { moment } from '../../support/moment.js';
import { startProcessorOf, type ProcessorOfApi } from '../../support/streams/processor-of-api.js';

let api: RunningApi;
let processor: ProcessorOfApi;
let guard: Guard;
beforeAll(async () => {
  api = await startApi();
  processor = await startProcessorOf(api);
  const token = () => api.issuer.signOperatorToken({ subject: 'tester' });
  guard = await openGuard({ baseUrl: api.url, token });
});
afterAll(async () => {
  await guard.close();
  await processor.stop();
  await api.close();
});

/** What all surfaces must answer in a state, when it is the present and when it is the past. */
interface Answers {
  mayEnter: boolean;
  isMember: boolean;
  /** Nobody of the account is let in, and none of its keys. */
  isShut?: boolean;
}
const ENTERS: Answers = { mayEnter: true, isMember: true };
const ONLY_MEMBER: Answers = { mayEnter: false, isMember: true };
const NEITHER: Answers = { mayEnter: false, isMember: false };
const shut = (answers: Answers): Answers => ({ ...answers, isShut: true });

interface World extends Pair {
  provisioning: Provisioning;
  /** With a key of the account that may check. */
  asKey: Ask;
  /** Sends a change as the operator; its position. */
  change: (method: string, path: string, body?: object) => Promise<string>;
}
type Change = (world: World) => Promise<string>;

const account =
  (method: string, what = ''): Change =>
  ({ change }) =>
    change(method, what);
const user =
  (method: string, what = ''): Change =>
  ({ change, userId }) =>
    change(method, `/users/${userId}${what}`);
const member =
  (method: string, terms?: (now: number) => object): Change =>
  ({ change, userId, groupId }) =>
    change(method, `/service-groups/${groupId}/members/${userId}`, terms?.(Date.now()));
const group =
  (method: string): Change =>
  ({ change, groupId }) =>
    change(method, `/service-groups/${groupId}`);
const until = (now: number, milliseconds: number) => ({
  expiresAt: new Date(now + milliseconds).toISOString(),
});

/** Gives an end, and waits until it has come. */
const letItEnd: Change = async (world) => {
  const position = await member('PATCH', (now) => until(now, 1_000))(world);
  const { groupId, userId, provisioning } = world;
  const path = `${provisioning.team.path}/service-groups/${groupId}/members/${userId}`;
  await eventually('the end', async () => (await api.operator('GET', path)).status === 404);
  return position;
};

const invite: Change = async (world) => {
  const { body } = await api.operator('POST', `${world.provisioning.team.path}/users`, {
    ...{ name: 'Barbara', email: 'barbara@acme.example', status: 'invited' },
  });
  world.userId = body.id;
  return member('PUT')(world);
};

/** What happens to an account, step by step, each with what all surfaces must answer from then on. */
const HISTORIES: Readonly<Record<string, readonly [state: string, Change, Answers][]>> = {
  'a member': [
    ['a member', member('PUT'), ENTERS],
    ['whose access will end', member('PATCH', (now) => until(now, 3_600_000)), ENTERS],
    ['whose access was taken away', member('DELETE'), NEITHER],
    ['who was given it again', member('PUT'), ENTERS],
    ['whose access has ended', letItEnd, NEITHER],
    ['who was given it after that', member('PUT'), ENTERS],
    ['whose service group was removed', group('DELETE'), NEITHER],
    ['who was removed after it', user('DELETE'), NEITHER],
  ],
  'a suspended user': [
    ['a member', member('PUT'), ENTERS],
    ['who is suspended', user('POST', '/suspend'), ONLY_MEMBER],
    ['in a suspended account', account('POST', '/suspend'), shut(ONLY_MEMBER)],
    ['in an account that is active again', account('POST', '/reactivate'), ONLY_MEMBER],
    ['who is active again', user('POST', '/reactivate'), ENTERS],
    ['who is removed', user('DELETE'), NEITHER],
    ['who is forgotten', user('POST', '/erase'), NEITHER],
  ],
  'an invited user': [
    ['who is invited', invite, ONLY_MEMBER],
    ['who is active', user('POST', '/activate'), ENTERS],
    ['whose access was taken away', member('DELETE'), NEITHER],
  ],
  'a suspended account': [
    ['a member', member('PUT'), ENTERS],
    ['in a suspended account', account('POST', '/suspend'), shut(ONLY_MEMBER)],
    ['in an account that is active again', account('POST', '/reactivate'), ENTERS],
    ['in an account that is suspended again', account('POST', '/suspend'), shut(ONLY_MEMBER)],
  ],
  'a closed account': [
    ['a member', member('PUT'), ENTERS],
    ['in a closed account', account('DELETE'), shut(NEITHER)],
  ],
};

async function startWorld(): Promise<World> {
  const provisioning = await createProvisioning(api);
  const { team } = provisioning;
  const { id: groupId, name: groupName } = await createServiceGroup(api, team.account.id);
  const change: World['change'] = async (method, path, body) => {
    const { status, headers } = await api.operator(method, `${team.path}${path}`, body, { 'if-match': '*' });
    expect({ method, path, isDone: status < 300 }).toEqual({ method, path, isDone: true });
    return headers.get('rollbook-position') ?? '';
  };
  const { id: userId } = team.member;
  const input = { name: 'product', scopes: ['access:check'] };
  const { key } = created<{ key: string }>(await api.operator('POST', `${team.path}/api-keys`, input));
  return {
    asKey: askWith(api.url, key),
    provisioning,
    accountId: team.account.id,
    userId,
    groupId,
    groupName,
    change,
  };
}

let turned = 0;
/** What is known of keys is read again. */
function turnClockOfKeys(): void {
  turned += 5_000;
  Reflect.set(api.app.get(ApiKeyVerifier), 'now', () => Date.now() + turned);
}

const all = (isYes: boolean, surfaces: object) => (isYes ? Object.keys(surfaces) : []);

async function expectOfPresent(world: World, state: string, position: string, answers: Answers) {
  const { mayEnter, isMember, isShut } = answers;
  const { userId, groupId, provisioning } = world;
  const present = { ...MEMBERSHIPS, ...PRESENT_MEMBERSHIPS };
  const asked = { ...world, ask: api.operator };
  const enteringByKey = await surfacesThatSayYes(ENTRANCES, { ...world, ask: world.asKey });
  turnClockOfKeys();
  expect({
    state,
    enteringByKey,
    entering: await surfacesThatSayYes(ENTRANCES, asked),
    members: await surfacesThatSayYes(present, { ...asked, atLeast: position }),
    scim: await surfacesThatSayYes(SCIM_MEMBERSHIPS, { ...world, ask: provisioning.scim }),
    guard: [
      await guard.mayEnter(userId, groupId, { atLeast: position }),
      guard.groupsOf(userId).includes(groupId),
      guard.membersOf(groupId).includes(userId),
    ],
  }).toEqual({
    state,
    entering: all(mayEnter, ENTRANCES),
    enteringByKey: all(mayEnter, ENTRANCES),
    members: all(isMember, present),
    scim: all(isMember && !isShut, SCIM_MEMBERSHIPS),
    guard: [mayEnter, mayEnter, mayEnter],
  });
}

async function expectOfPast(world: World, state: string, asOf: string, { mayEnter, isMember }: Answers) {
  const asked = { ...world, ask: api.operator, asOf };
  expect({
    state,
    entering: await surfacesThatSayYes(ENTRANCES, asked),
    members: await surfacesThatSayYes(MEMBERSHIPS, asked),
  }).toEqual({ state, entering: all(mayEnter, ENTRANCES), members: all(isMember, MEMBERSHIPS) });
}

test.each(Object.entries(HISTORIES))(
  'every surface says the same of %s, when it is so and ever after',
  async (_, steps) => {
    const world = await startWorld();
    const past: [string, string, Answers][] = [
      ['before there was anything', '2020-01-01T00:00:00Z', NEITHER],
      ['before they were a member', await moment(), NEITHER],
    ];
    for (const [state, change, answers] of steps) {
      // From then on a key that is let in is believed for some seconds, whatever changes.
      if (!past.at(-1)![2].isShut) await world.asKey('GET', '/v1/me');
      const position = await change(world);
      await indexesSettled();
      await expectOfPresent(world, state, position, answers);
      past.push([state, await moment(), answers]);
    }
    for (const [state, asOf, answers] of past) await expectOfPast(world, state, asOf, answers);
  },
);
