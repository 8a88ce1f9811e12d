import { openGuard, type Guard } from '#libs/guard';
import { MemoryStore, openSubscriber, type Subscriber } from '@rollbook/subscriber';
import { ApiKeyVerifier } from '../../apps/api/src/auth/api-keys/api-key-verifier.js';
import {
  ENTRANCES,
  EXPLANATIONS,
  MEMBERSHIPS,
  PATHS,
  PRESENT_MEMBERSHIPS,
  SCIM_MEMBERSHIPS,
  surfacesThatSayYes,
  type AccessQuestion,
} from '../support/api/access-surfaces.js';
import { askWith, startApi, type RunningApi } from '../support/api/api.js';
import { created, createServiceGroup } from '../support/api/people.js';
import { createProvisioning } from '../support/api/scim.js';
import { indexesSettled } from '../support/engines/engine.js';
import { eventually } from '../support/eventually.js';
import { moment } from '../support/moment.js';
import { startProcessorOf, type ProcessorOfApi } from '../support/streams/processor-of-api.js';
import { ACCESS_ROLES, accessRolesOf, HISTORIES, NEITHER, type Answers, type World } from './histories.js';

let api: RunningApi;
let processor: ProcessorOfApi;
let guard: Guard;
let subscriber: Subscriber<Copy>;
/** What it derives from the events: of each account, `user group`, `user team` and `team group`. */
type Copy = Map<string, Set<string>>;
const copied: Copy = new Map();
beforeAll(async () => {
  api = await startApi();
  processor = await startProcessorOf(api);
  const token = () => api.issuer.signOperatorToken({ subject: 'tester' });
  guard = await openGuard({ baseUrl: api.url, token });
  subscriber = await openSubscriber<Copy>({
    ...{ baseUrl: api.url, token, store: new MemoryStore({ create: () => copied }), understands: ['teams'] },
    reset: (copy) => copy.clear(),
    on: {
      'service_group.member_added': noteBond,
      'service_group.member_removed': forgetBond,
      'team.member_added': noteBond,
      'team.member_removed': forgetBond,
      'service_group.team_added': noteBond,
      'service_group.team_removed': forgetBond,
      // What somebody has ends with them, and the access of teams with its service group, without an event for each; with a team all at once.
      'user.removed': forgetAll,
      'service_group.removed': forgetAll,
      'team.removed': forgetAll,
      'account.closed': (copy, { accountid: accountId }) => void copy.delete(accountId),
    },
  });
});
afterAll(async () => {
  await guard.close();
  await subscriber.close();
  await processor.stop();
  await api.close();
});

type Bond = { accountid: string; data: { userId?: string; teamId?: string; serviceGroupId?: string } };
const bondOf = ({ data: { userId, teamId, serviceGroupId } }: Bond) =>
  [userId, teamId, serviceGroupId].filter((id) => id !== undefined).join(' ');

function noteBond(copy: Copy, event: Bond): void {
  copy.set(event.accountid, (copy.get(event.accountid) ?? new Set()).add(bondOf(event)));
}

function forgetBond(copy: Copy, event: Bond): void {
  copy.get(event.accountid)?.delete(bondOf(event));
}

/** Of who, or what, is removed. */
function forgetAll(copy: Copy, { accountid, subject }: { accountid: string; subject: string }): void {
  for (const pair of copy.get(accountid) ?? [])
    if (pair.split(' ').includes(subject)) copy.get(accountid)?.delete(pair);
}

/** As the subscriber joins them. */
function isCopied({ accountId, userId, groupId, teamId }: World): boolean {
  const pairs = copied.get(accountId) ?? new Set();
  return (
    pairs.has(`${userId} ${groupId}`) ||
    (pairs.has(`${userId} ${teamId}`) && pairs.has(`${teamId} ${groupId}`))
  );
}

async function startWorld(): Promise<World> {
  const provisioning = await createProvisioning(api);
  const { team } = provisioning;
  const { id: groupId, name: groupName } = await createServiceGroup(api, team.account.id);
  const change: World['change'] = async (method, path, body) => {
    const ifMatch: Record<string, string> = path.endsWith('/revert') ? {} : { 'if-match': '*' };
    const answer = await api.operator(method, `${team.path}${path}`, body, ifMatch);
    const { status, headers } = answer;
    expect({ method, path, refused: status < 300 ? undefined : answer.body }).toEqual({ method, path });
    return headers.get('rollbook-position') ?? '';
  };
  await change('PUT', '/access-roles', accessRolesOf(ACCESS_ROLES));
  const { id: userId } = team.member;
  const input = { name: 'product', scopes: ['access:check'] };
  const { key } = created<{ key: string }>(await api.operator('POST', `${team.path}/api-keys`, input));
  return {
    operator: api.operator,
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

const PERMISSIONS = [...new Set(Object.values(ACCESS_ROLES).flat())].sort();

const ASKED = { ...ENTRANCES, ...EXPLANATIONS };

/** Which surfaces say of each permission that it is allowed. */
async function surfacesOfPermissions(question: AccessQuestion) {
  const said: Record<string, string[]> = {};
  for (const action of PERMISSIONS) said[action] = await surfacesThatSayYes(ASKED, { ...question, action });
  return said;
}

const expectedOfPermissions = ({ may = [] }: Answers) =>
  Object.fromEntries(PERMISSIONS.map((action) => [action, all(may.includes(action), ASKED)]));

async function expectOfPresent(world: World, state: string, position: string, answers: Answers) {
  const { mayEnter, isMember, hasPath = isMember, isShut } = answers;
  const { userId, groupId, provisioning } = world;
  const present = { ...MEMBERSHIPS, ...PRESENT_MEMBERSHIPS };
  const asked = { ...world, ask: api.operator };
  const enteringByKey = await surfacesThatSayYes(ENTRANCES, { ...world, ask: world.asKey });
  turnClockOfKeys();
  expect({
    state,
    enteringByKey,
    entering: await surfacesThatSayYes(ASKED, asked),
    permissions: await surfacesOfPermissions(asked),
    members: await surfacesThatSayYes(present, { ...asked, atLeast: position }),
    paths: await surfacesThatSayYes(PATHS, { ...asked, atLeast: position }),
    scim: await surfacesThatSayYes(SCIM_MEMBERSHIPS, { ...world, ask: provisioning.scim }),
    guard: [
      await guard.mayEnter(userId, groupId, { atLeast: position }),
      guard.groupsOf(userId).includes(groupId),
      guard.membersOf(groupId).includes(userId),
    ],
    guarded: PERMISSIONS.filter((permission) => guard.mayDo(userId, groupId, permission)),
  }).toEqual({
    state,
    entering: all(mayEnter, ASKED),
    permissions: expectedOfPermissions(answers),
    guarded: answers.may ?? [],
    enteringByKey: all(mayEnter, ENTRANCES),
    members: all(isMember, present),
    paths: all(hasPath, PATHS),
    scim: all(isMember && !isShut, SCIM_MEMBERSHIPS),
    guard: [mayEnter, mayEnter, mayEnter],
  });
  // What has ended, and who was in a group that is removed, is an event a little later.
  await eventually(`the subscriber's copy of ${state}`, () => isCopied(world) === hasPath, 30_000);
}

async function expectOfPast(world: World, state: string, asOf: string, answers: Answers) {
  const { mayEnter, isMember, hasPath = isMember } = answers;
  const asked = { ...world, ask: api.operator, asOf };
  expect({
    state,
    entering: await surfacesThatSayYes(ASKED, asked),
    permissions: await surfacesOfPermissions(asked),
    members: await surfacesThatSayYes(MEMBERSHIPS, asked),
    paths: await surfacesThatSayYes(PATHS, asked),
  }).toEqual({
    state,
    entering: all(mayEnter, ASKED),
    permissions: expectedOfPermissions(answers),
    members: all(isMember, MEMBERSHIPS),
    paths: all(hasPath, PATHS),
  });
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
