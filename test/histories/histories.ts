import type { Pair } from '../support/api/access-surfaces.js';
import type { Ask } from '../support/api/api.js';
import type { Provisioning } from '../support/api/scim.js';
import { eventually } from '../support/eventually.js';

/** What all surfaces must answer in a state, when it is the present and when it is the past. */
export interface Answers {
  mayEnter: boolean;
  isMember: boolean;
  /** There is a way, be it a team's; by default if they are a member. */
  hasPath?: boolean;
  /** What else than to enter; nothing by default. */
  may?: readonly string[];
  /** Nobody of the account is let in, and none of its keys. */
  isShut?: boolean;
}
const ENTERS: Answers = { mayEnter: true, isMember: true };
const ONLY_MEMBER: Answers = { mayEnter: false, isMember: true };
export const NEITHER: Answers = { mayEnter: false, isMember: false };
const may = (...permissions: string[]): Answers => ({ ...ENTERS, may: permissions });
const BY_TEAM: Answers = { mayEnter: true, isMember: false, hasPath: true };
const ONLY_BY_TEAM: Answers = { ...BY_TEAM, mayEnter: false };
const byTeam = (...permissions: string[]): Answers => ({ ...BY_TEAM, may: permissions });
const shut = (answers: Answers): Answers => ({ ...answers, isShut: true });

export interface World extends Pair {
  provisioning: Provisioning;
  operator: Ask;
  /** Of histories with a team. */
  teamId?: string;
  /** With a key of the account that may check. */
  asKey: Ask;
  /** Sends a change as the operator; its position. */
  change: (method: string, path: string, body?: object) => Promise<string>;
}
export type Change = (world: World) => Promise<string>;

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
const place =
  (method: string): Change =>
  ({ change, userId, teamId }) =>
    change(method, `/teams/${teamId}/members/${userId}`);
const access =
  (method: string, terms?: (now: number) => object): Change =>
  ({ change, groupId, teamId }) =>
    change(method, `/service-groups/${groupId}/teams/${teamId}`, terms?.(Date.now()));
const removeTeam: Change = ({ change, teamId }) => change('DELETE', `/teams/${teamId}`);

const joinNewTeam: Change = async (world) => {
  const { body } = await world.operator('POST', `${world.provisioning.team.path}/teams`, {
    name: 'Platform',
  });
  world.teamId = body.id;
  return place('PUT')(world);
};

/** What every account begins with. */
export const ACCESS_ROLES: Readonly<Record<string, readonly string[]>> = {
  deployer: ['deploy', 'logs.read'],
  reader: ['logs.read'],
};
const roles =
  (permissions: typeof ACCESS_ROLES): Change =>
  ({ change }) =>
    change('PUT', '/access-roles', accessRolesOf(permissions));
export const accessRolesOf = (permissions: typeof ACCESS_ROLES) => ({
  accessRoles: Object.entries(permissions).map(([key, of]) => ({ key, name: key, permissions: of })),
});
const role = (accessRole: string | null) => () => ({ accessRole });
const until = (now: number, milliseconds: number) => ({
  expiresAt: new Date(now + milliseconds).toISOString(),
});

/** Gives an end, and waits until it has come. */
const letItEnd: Change = async (world) => {
  const position = await member('PATCH', (now) => until(now, 1_000))(world);
  const { groupId, userId, provisioning, operator } = world;
  const path = `${provisioning.team.path}/service-groups/${groupId}/members/${userId}`;
  await eventually('the end', async () => (await operator('GET', path)).status === 404);
  return position;
};

/** Of either half of what a team gives. */
const letPathEnd =
  (half: (world: World) => string): Change =>
  async (world) => {
    const position = await world.change('PATCH', half(world), until(Date.now(), 1_000));
    const { groupId, userId, provisioning, operator } = world;
    const path = `${provisioning.team.path}/service-groups/${groupId}/members/${userId}/explain`;
    await eventually('the end', async () => (await operator('GET', path)).body.decision === false);
    return position;
  };
const letPlaceEnd = letPathEnd(({ teamId, userId }) => `/teams/${teamId}/members/${userId}`);
const letAccessEnd = letPathEnd(({ teamId, groupId }) => `/service-groups/${groupId}/teams/${teamId}`);

const invite: Change = async (world) => {
  const { body } = await world.operator('POST', `${world.provisioning.team.path}/users`, {
    ...{ name: 'Barbara', email: 'barbara@acme.example', status: 'invited' },
  });
  world.userId = body.id;
  return member('PUT')(world);
};

/** Undoes the newest change of the account. */
const undo: Change = async ({ provisioning, operator, change }) => {
  const { body } = await operator('GET', `${provisioning.team.path}/events?limit=1`);
  const [{ correlationId }] = body.data as [{ correlationId: string }];
  return change('POST', `/changes/${correlationId}/revert`);
};

/** What happens to an account, step by step, each with what all surfaces must answer from then on. */
export const HISTORIES: Readonly<Record<string, readonly [state: string, Change, Answers][]>> = {
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
  'a member of whom changes are undone': [
    ['a member', member('PUT'), ENTERS],
    ['whose addition was undone', undo, NEITHER],
    ['who was given it again', member('PUT'), ENTERS],
    ['whose access was taken away', member('DELETE'), NEITHER],
    ['whose removal was undone', undo, ENTERS],
    ['whose access will end', member('PATCH', (now) => until(now, 3_600_000)), ENTERS],
    ['whose end was undone', undo, ENTERS],
    ['who is suspended', user('POST', '/suspend'), ONLY_MEMBER],
    ['whose suspension was undone', undo, ENTERS],
  ],
  'a member with an access role': [
    ['who is given one', member('PUT', role('reader')), may('logs.read')],
    ['who is given another', member('PATCH', role('deployer')), may('deploy', 'logs.read')],
    ['whose role allows less', roles({ ...ACCESS_ROLES, deployer: ['deploy'] }), may('deploy')],
    ['who is suspended', user('POST', '/suspend'), ONLY_MEMBER],
    ['who is active again', user('POST', '/reactivate'), may('deploy')],
    ['whose role was removed', roles({ reader: ['logs.read'] }), ENTERS],
    ['whose role was created anew', roles(ACCESS_ROLES), ENTERS],
    ['who is given the new one', member('PATCH', role('deployer')), may('deploy', 'logs.read')],
    ['of whom that was undone', undo, ENTERS],
    ['who is given one again', member('PATCH', role('reader')), may('logs.read')],
    ['whose role was taken away', member('PATCH', role(null)), ENTERS],
    ['of whom that was undone, too', undo, may('logs.read')],
    ['in a suspended account', account('POST', '/suspend'), shut(ONLY_MEMBER)],
    ['in an account that is active again', account('POST', '/reactivate'), may('logs.read')],
    ['whose access has ended', letItEnd, NEITHER],
  ],
  'a user of a team': [
    ['who joins it', joinNewTeam, NEITHER],
    ['which may enter', access('PUT'), BY_TEAM],
    ['who left it', place('DELETE'), NEITHER],
    ['whose leaving was undone', undo, BY_TEAM],
    ['whose team has a role', access('PATCH', role('reader')), byTeam('logs.read')],
    ['who is a member too, with another', member('PUT', role('deployer')), may('deploy', 'logs.read')],
    ['whose team has no role any more', access('PATCH', role(null)), may('deploy', 'logs.read')],
    ['of whom that was undone', undo, may('deploy', 'logs.read')],
    ['who is no member any more', member('DELETE'), byTeam('logs.read')],
    ['who is suspended', user('POST', '/suspend'), ONLY_BY_TEAM],
    ['who is active again', user('POST', '/reactivate'), byTeam('logs.read')],
    ['whose role allows more', roles({ reader: ['logs.read', 'deploy'] }), byTeam('deploy', 'logs.read')],
    ['whose place has ended', letPlaceEnd, NEITHER],
    ['who joined it again', place('PUT'), byTeam('deploy', 'logs.read')],
    ['whose team was removed', removeTeam, NEITHER],
    ['who was removed after it', user('DELETE'), NEITHER],
  ],
  'a team whose access ends': [
    ['who joins it', joinNewTeam, NEITHER],
    ['which may enter', access('PUT', role('deployer')), byTeam('deploy', 'logs.read')],
    ['whose access will end', access('PATCH', (now) => until(now, 3_600_000)), byTeam('deploy', 'logs.read')],
    ['in a suspended account', account('POST', '/suspend'), shut(ONLY_BY_TEAM)],
    ['in an account that is active again', account('POST', '/reactivate'), byTeam('deploy', 'logs.read')],
    ['whose access has ended', letAccessEnd, NEITHER],
    ['which may enter after that', access('PUT'), BY_TEAM],
    ['of which that was undone', undo, NEITHER],
    ['which may enter once more', access('PUT'), BY_TEAM],
    ['whose service group was removed', group('DELETE'), NEITHER],
    ['in a closed account', account('DELETE'), shut(NEITHER)],
  ],
  'a user of a team who is removed': [
    ['who joins it', joinNewTeam, NEITHER],
    ['which may enter', access('PUT'), BY_TEAM],
    ['who is removed', user('DELETE'), NEITHER],
    ['who is forgotten', user('POST', '/erase'), NEITHER],
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
