import { indexesSettled } from '../engines/engine.js';
import type { Answer, Ask, RunningApi } from './api.js';
import { created, createServiceGroup, createTeam } from './people.js';

/** Permissions by the keys of access roles. */
export type Permissions = Readonly<Record<string, readonly string[]>>;

/** Replaces all access roles of an account. @returns their ids by their keys */
export async function putAccessRoles(
  { operator }: Pick<RunningApi, 'operator'>,
  accountPath: string,
  roles: Permissions,
): Promise<Record<string, string>> {
  const accessRoles = Object.entries(roles).map(([key, permissions]) => ({
    key,
    name: `Role ${key}`,
    permissions,
  }));
  const answer = await operator('PUT', `${accountPath}/access-roles`, { accessRoles }, { 'if-match': '*' });
  const { accessRoles: stored } = created<{ accessRoles: { id: string; key: string }[] }>(answer);
  return Object.fromEntries(stored.map(({ id, key }) => [key, id]));
}

export const READS = ['logs.read', 'metrics.read'];
export const ROLES: Permissions = { reader: READS, deployer: ['deploy', ...READS], nothing: [] };

/** A member who has a role, in one of two service groups. */
export async function companyWithRoles(api: RunningApi, { roles = ROLES, accessRole = 'reader' } = {}) {
  const team = await createTeam(api);
  const [prod, dev] = [
    await createServiceGroup(api, team.account.id),
    await createServiceGroup(api, team.account.id),
  ];
  const put = (next: Permissions) => putAccessRoles(api, team.path, next);
  const ids = await put(roles);
  const membership = `${team.path}/service-groups/${prod.id}/members/${team.member.id}`;
  created(await api.operator('PUT', membership, { accessRole }));
  return { ...team, prod, dev, put, ids, membership };
}
type Company = Awaited<ReturnType<typeof companyWithRoles>>;

/** A question about a user and a service group; a search for actions names none. */
export const questionOf = (userId: string, groupId: string, action?: string, context?: object) => ({
  subject: { type: 'user', id: userId },
  resource: { type: 'service_group', id: groupId },
  ...(action !== undefined && { action: { name: action } }),
  ...(context && { context }),
});

export async function check(ask: Ask, body: object): Promise<{ decision: boolean; context?: object }> {
  return created(await ask('POST', '/access/v1/evaluation', body));
}
export const actionsIn = ({ body }: Answer): string[] =>
  (body.results as { name: string }[]).map(({ name }) => name);
export const idsIn = ({ body }: Answer): string[] => (body.results as { id: string }[]).map(({ id }) => id);
export const search = (ask: Ask, kind: 'action' | 'subject' | 'resource', body: object) =>
  ask('POST', `/access/v1/search/${kind}`, body);

/** Of everything that somebody might do, what each way to ask says. */
export async function everywhere({ asks, member, prod }: Company, context?: object) {
  const actions = ['deploy', 'enter', ...READS];
  const may = async (isYes: (action: string) => Promise<boolean>) => {
    const found: string[] = [];
    for (const action of actions) if (await isYes(action)) found.push(action);
    return found;
  };
  const of = (action?: string) => questionOf(member.id, prod.id, action, context);
  await indexesSettled();
  const { body } = await asks.owner('POST', '/access/v1/evaluations', {
    ...of(),
    evaluations: actions.map((name) => ({ action: { name } })),
  });
  const evaluations = body.evaluations as { decision: boolean }[];
  return {
    checks: await may(async (action) => (await check(asks.owner, of(action))).decision),
    together: actions.filter((_, index) => evaluations[index]!.decision),
    listed: actionsIn(await search(asks.owner, 'action', of())),
    subjects: await may(async (action) =>
      idsIn(await search(asks.owner, 'subject', { ...of(action), subject: { type: 'user' } })).includes(
        member.id,
      ),
    ),
    resources: await may(async (action) =>
      idsIn(
        await search(asks.owner, 'resource', { ...of(action), resource: { type: 'service_group' } }),
      ).includes(prod.id),
    ),
  };
}

export const all = (actions: string[]) => ({
  checks: actions,
  together: actions,
  listed: actions,
  subjects: actions,
  resources: actions,
});
