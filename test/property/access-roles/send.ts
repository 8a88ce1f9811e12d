import type { RunningApi } from '../../support/api/api.js';
import type { Clock } from '../../support/clock.js';
import { KEYS, STEP_MS, termsOf, type Command, type CommandOf } from './commands.js';
import { Company } from './company.js';
import { sendToTeam } from './send-to-team.js';
import { copyOf, membershipAt, pairOf, removeGroup, removeUser, type Membership } from './model.js';

/** How each command is sent, and what it changes in the model. What is refused changes nothing. */

const [FEWEST_USERS, FEWEST_GROUPS, FEWEST_TEAMS] = [3, 2, 2];
type Sent = Exclude<Command, CommandOf<'around the next end'>>;

/** An account with some users and service groups. */
export async function beginCompany(api: RunningApi, clock: Clock): Promise<Company> {
  const { id } = await api.client.post('/v1/accounts', { body: { name: 'Acme' } });
  const company = new Company(api, clock, id);
  for (let count = 0; count < 5; count += 1) await send(company, { type: 'create user' });
  for (let count = 0; count < 3; count += 1) await send(company, { type: 'create group' });
  for (let count = 0; count < 3; count += 1) await send(company, { type: 'create team' });
  return company;
}

export async function send(company: Company, given: Sent): Promise<void> {
  if (given.type === 'wait') return company.turn(given.steps * STEP_MS);
  if (given.type === 'work') return company.work();
  const last = company.pasts.at(-1);
  if (last) last.until = Date.now();
  const { accepted } = company;
  if (await run(company, given)) accepted.set(given.type, (accepted.get(given.type) ?? 0) + 1);
  // Events of one aggregate are a millisecond apart, whatever the clock says.
  company.turn(STEP_MS - 1);
  company.pasts.push({ model: copyOf(company.model), from: Date.now(), until: undefined });
  company.turn(1);
  if (company.model.users.size < FEWEST_USERS) await send(company, { type: 'create user' });
  if (company.model.groups.size < FEWEST_GROUPS) await send(company, { type: 'create group' });
  if (company.model.teams.size < FEWEST_TEAMS) await send(company, { type: 'create team' });
}

/** @returns whether it was not refused */
async function run(company: Company, given: Exclude<Sent, CommandOf<'wait' | 'work'>>): Promise<boolean> {
  const { model } = company;
  switch (given.type) {
    case 'roles':
      return putRoles(
        company,
        new Map(KEYS.flatMap((key, place) => (given.sets[place] ? [[key, given.sets[place]]] : []))),
      );
    case 'role anew': {
      const others = new Map([...model.roles].map(([key, { permissions }]) => [key, permissions] as const));
      others.delete(given.key);
      if (!(await putRoles(company, others))) return false;
      return putRoles(company, new Map([...others, [given.key, given.permissions]]));
    }
    case 'add':
    case 'change':
    case 'remove':
      return changeMembership(company, given);
    case 'add several':
      return addSeveral(company, given);
    case 'bulk':
      return bulk(company, given);
    case 'create user':
    case 'create group':
    case 'create team':
      return create(company, given.type);
    case 'join':
    case 'change place':
    case 'leave':
    case 'open':
    case 'change access':
    case 'close':
    case 'remove team':
      return sendToTeam(company, given);
    case 'remove user': {
      const userId = company.userAt(given.user);
      return (await company.isDone('DELETE', `/users/${userId}`)) && (removeUser(model, userId), true);
    }
    case 'remove group': {
      const groupId = company.groupAt(given.group);
      return (
        (await company.isDone('DELETE', `/service-groups/${groupId}`)) && (removeGroup(model, groupId), true)
      );
    }
    case 'suspend':
    case 'reactivate':
      return changeStatus(company, given);
    case 'suspend account':
    case 'reactivate account': {
      const [what = ''] = given.type.split(' ');
      return (await company.isDone('POST', `/${what}`)) && ((model.isOpen = what === 'reactivate'), true);
    }
    case 'undo':
      return undo(company, given);
    default:
      return given satisfies never;
  }
}

async function create(
  company: Company,
  type: 'create user' | 'create group' | 'create team',
): Promise<boolean> {
  const name = company.newName();
  const isUser = type === 'create user';
  const [path, body] = isUser
    ? (['/users', { name, email: `${name}-${company.accountId.slice(-6)}@x.example` }] as const)
    : ([type === 'create team' ? '/teams' : '/service-groups', { name }] as const);
  const answer = await company.ask('POST', company.path + path, body);
  // Of a suspended account: it is needed all the same.
  if (answer.status >= 300) {
    expect(answer.body).toMatchObject({ code: 'account_suspended' });
    await company.ask('POST', `${company.path}/reactivate`);
    company.model.isOpen = true;
    return create(company, type);
  }
  const { id } = answer.body as { id: string };
  if (isUser) company.model.users.set(id, 'active');
  else if (type === 'create team') company.model.teams.add(id);
  else company.model.groups.add(id);
  if (type !== 'create team') (isUser ? company.users : company.groups).push(id);
  return true;
}

async function putRoles(
  company: Company,
  permissions: ReadonlyMap<string, readonly string[]>,
): Promise<boolean> {
  const accessRoles = [...permissions].map(([key, of]) => ({ key, name: `Role ${key}`, permissions: of }));
  const { status, body } = await company.ask('PUT', `${company.path}/access-roles`, { accessRoles });
  if (status >= 300) return false;
  const stored = (body as { accessRoles: { id: string; key: string }[] }).accessRoles;
  const before = company.model.roles;
  company.model.roles = new Map(
    stored.map(({ id, key }) => {
      // A key that is there keeps its id, and a new one has one that nothing had.
      const known = before.get(key);
      if (known) expect(id).toBe(known.id);
      else expect(company.roleIds).not.toContain(id);
      company.roleIds.add(id);
      return [key, { id, permissions: permissions.get(key) ?? [] }];
    }),
  );
  return true;
}

async function changeMembership(
  company: Company,
  given: CommandOf<'add' | 'change' | 'remove'>,
): Promise<boolean> {
  const [userId, groupId] = [company.userAt(given.user), company.groupAt(given.group)];
  const path = `/service-groups/${groupId}/members/${userId}`;
  const held = membershipAt(company.model, userId, groupId, Date.now());
  const note = company.before([[userId, groupId]]);
  const { memberships } = company.model;
  const pair = pairOf(userId, groupId);
  if (given.type === 'remove') {
    if (!(await company.isDone('DELETE', path, undefined, note.id))) return false;
    memberships.delete(pair);
    company.note(note);
    return true;
  }
  const { terms, end } = termsOf(given);
  const headers = { 'x-correlation-id': note.id };
  const method = given.type === 'add' ? 'PUT' : 'PATCH';
  const { status, body } = await company.ask(method, company.path + path, terms, headers);
  const isNamed = typeof given.role === 'string';
  const exists = !isNamed || company.model.roles.has(given.role!);
  if (status >= 300) {
    if ((body as { code: string }).code === 'access_role_not_found') expect(exists).toBe(false);
    return false;
  }
  if (given.type === 'add' && held) return true;
  expect({ path, exists }).toEqual({ path, exists: true });
  const role = given.type === 'change' && given.role === undefined ? held?.role : company.roleOf(given.role);
  memberships.set(pair, { role, end });
  company.note(note);
  return true;
}

async function addSeveral(
  company: Company,
  { users, group, ...given }: CommandOf<'add several'>,
): Promise<boolean> {
  const groupId = company.groupAt(group);
  const userIds = [...new Set(users.map((user) => company.userAt(user)))];
  const note = company.before(userIds.map((userId) => [userId, groupId]));
  const { terms, end } = termsOf(given);
  const path = `/service-groups/${groupId}/members/batch`;
  const role = company.roleOf(given.role);
  if (!(await company.isDone('POST', path, { add: userIds, ...terms }, note.id))) return false;
  if (typeof given.role === 'string' && !role) return true;
  for (const userId of userIds) giveUnlessHeld(company, userId, groupId, { role, end });
  company.note(note);
  return true;
}

/** As who is there already stays, and who is suspended is given nothing. */
function giveUnlessHeld(company: Company, userId: string, groupId: string, membership: Membership): void {
  const isActive = company.model.users.get(userId) === 'active';
  if (isActive && !membershipAt(company.model, userId, groupId, Date.now()))
    company.model.memberships.set(pairOf(userId, groupId), membership);
}

async function bulk(
  company: Company,
  { action, users, groups, role: key }: CommandOf<'bulk'>,
): Promise<boolean> {
  const userIds = [...new Set(users.map((user) => company.userAt(user)))];
  const serviceGroupIds = [...new Set(groups.map((group) => company.groupAt(group)))];
  const body = {
    action,
    userIds,
    serviceGroupIds,
    ...(action !== 'remove_from_groups' && { accessRole: key }),
  };
  const { status, body: job } = await company.ask('POST', `${company.path}/bulk-jobs`, body);
  if (status >= 300) return false;
  const { id } = job as { id: string };
  await company.finish(id);
  const role = company.roleOf(key);
  for (const userId of userIds)
    for (const groupId of serviceGroupIds) {
      const pair = pairOf(userId, groupId);
      const held = membershipAt(company.model, userId, groupId, Date.now());
      if (action === 'add_to_groups') giveUnlessHeld(company, userId, groupId, { role, end: Infinity });
      else if (action === 'remove_from_groups' && held) company.model.memberships.delete(pair);
      else if (held) company.model.memberships.set(pair, { ...held, role });
    }
  return true;
}

async function changeStatus(
  company: Company,
  { type, user }: CommandOf<'suspend' | 'reactivate'>,
): Promise<boolean> {
  const userId = company.userAt(user);
  const before = company.model.users.get(userId)!;
  const after = type === 'suspend' ? 'suspended' : 'active';
  const note = company.before([]);
  if (!(await company.isDone('POST', `/users/${userId}/${type}`, undefined, note.id))) return false;
  company.model.users.set(userId, after);
  if (before !== after) company.note({ ...note, status: { userId, before } });
  return true;
}

/** It is again what it was before, with the very same access role; whether that may be is not the model's matter. */
async function undo(company: Company, { which }: CommandOf<'undo'>): Promise<boolean> {
  const undone = company.changes.at(-1 - (which % Math.max(1, company.changes.length)));
  if (!undone) return false;
  const { users } = company.model;
  const bonds = company.model[undone.of];
  const pairs = [...undone.bonds.keys()].map((pair) => pair.split(' ') as [string, string]);
  const now = company.before(pairs, undone.of);
  const status = undone.status && { ...undone.status, before: users.get(undone.status.userId)! };
  if (!(await company.isDone('POST', `/changes/${undone.id}/revert`, undefined, now.id))) return false;
  for (const [pair, was] of undone.bonds)
    if (was) bonds.set(pair, was);
    else bonds.delete(pair);
  if (undone.status) users.set(undone.status.userId, undone.status.before);
  company.changes.splice(company.changes.indexOf(undone), 1);
  company.note({ ...now, ...(status && { status }) });
  return true;
}
