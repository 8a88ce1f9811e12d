import type { Company } from './company.js';
import { PERMISSIONS } from './commands.js';
import { actionsAt, isKnown, membershipAt, pathsAt, type Membership, type Model } from './model.js';

/** What every way to ask the API says, and what the model says to it. */

/** Whom and what is asked about. */
export interface Asked {
  users: readonly string[];
  groups: readonly string[];
  /** Of subjects and resources. */
  actions: readonly string[];
}

/** The last one no access role ever has. */
export const ACTIONS = ['enter', ...PERMISSIONS, 'nobody.knows'];
/** As many as a request takes. */
const MAX_EVALUATIONS = 50;

/** So many pairs are asked for their actions, others each time. */
const MAX_LISTED = 6;

const byText = (a: string, b: string) => (a < b ? -1 : 1);

/** Compares all of them at an instant. @param asOf whether it is asked about as the past; otherwise it is now */
export async function expectAnswers(
  company: Company,
  model: Model,
  at: number,
  { users, groups, actions }: Asked,
  asOf?: string,
): Promise<void> {
  const said: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  const compare = (what: string, answer: unknown, wanted: unknown) => {
    [said[what], expected[what]] = [answer, wanted];
  };
  const may = (userId: string, groupId: string) => actionsAt(model, userId, groupId, at);
  const pairs = users.flatMap((userId) => groups.map((groupId) => [userId, groupId] as const));
  const questions = pairs.flatMap(([userId, groupId]) =>
    ACTIONS.map((action) => [userId, groupId, action] as const),
  );
  compare(
    'checks',
    await decisions(company, questions, asOf),
    questions.map(([userId, groupId, action]) => ({
      decision: may(userId, groupId).includes(action),
      ...(!isKnown(model, action) && { context: { reason: 'unknown_action' } }),
    })),
  );
  for (const [userId, groupId] of pairs.slice(0, MAX_LISTED))
    compare(
      `actions of ${userId} in ${groupId}`,
      (await found(company, 'action', { subject: userId, resource: groupId }, asOf)).map(({ name }) => name),
      may(userId, groupId),
    );
  for (const action of actions) {
    for (const groupId of groups)
      compare(
        `who may ${action} in ${groupId}`,
        (await found(company, 'subject', { resource: groupId, action }, asOf)).map(({ id }) => id),
        [...model.users.keys()].filter((userId) => may(userId, groupId).includes(action)).sort(byText),
      );
    for (const userId of users)
      compare(
        `where ${userId} may ${action}`,
        (await found(company, 'resource', { subject: userId, action }, asOf)).map(({ id }) => id),
        [...model.groups].filter((groupId) => may(userId, groupId).includes(action)).sort(byText),
      );
  }
  await compareLists(company, model, at, { users, groups }, compare, asOf);
  expect({ at, asOf, ...said }).toEqual({ at, asOf, ...expected });
}

/** The lists and the matrix say which access role each membership has, whatever became of the role. */
async function compareLists(
  company: Company,
  model: Model,
  at: number,
  { users, groups }: Pick<Asked, 'users' | 'groups'>,
  compare: (what: string, answer: unknown, wanted: unknown) => void,
  asOf: string | undefined,
): Promise<void> {
  const query = asOf === undefined ? '' : `&asOf=${asOf}`;
  const list = async (path: string, paths = '') =>
    (
      (
        (await company.ask('GET', `${company.path}${path}?limit=100${query}${paths}`)).body as {
          data?: Row[];
        }
      ).data ?? []
    ).map(({ userId, serviceGroupId, expiresAt, accessRole }) => ({
      userId,
      serviceGroupId,
      expiresAt,
      accessRole,
    }));
  const reached = (userId: string, serviceGroupId: string) => {
    const paths = pathsAt(model, userId, serviceGroupId, at);
    const exists = model.users.has(userId) && model.groups.has(serviceGroupId);
    if (!exists || paths.length === 0) return [];
    const end = Math.max(...paths.map((path) => path.end));
    return [{ userId, serviceGroupId, expiresAt: termsOf({ role: undefined, end }).expiresAt }];
  };
  const withoutRole = (rows: Pick<Row, 'userId' | 'serviceGroupId' | 'expiresAt'>[]) =>
    rows.map(({ userId, serviceGroupId, expiresAt }) => ({ userId, serviceGroupId, expiresAt }));
  const rowOf = (userId: string, serviceGroupId: string) => {
    const membership = membershipAt(model, userId, serviceGroupId, at);
    return membership ? [{ userId, serviceGroupId, ...termsOf(membership) }] : [];
  };
  for (const groupId of groups)
    compare(
      `members of ${groupId}`,
      await list(`/service-groups/${groupId}/members`),
      [...model.users.keys()].sort(byText).flatMap((userId) => rowOf(userId, groupId)),
    );
  for (const groupId of groups)
    compare(
      `all who may enter ${groupId}`,
      withoutRole(await list(`/service-groups/${groupId}/members`, '&paths=all')),
      [...model.users.keys()].sort(byText).flatMap((userId) => reached(userId, groupId)),
    );
  for (const userId of users)
    compare(
      `all that ${userId} may enter`,
      withoutRole(await list(`/users/${userId}/service-groups`, '&paths=all')),
      [...model.groups].sort(byText).flatMap((groupId) => reached(userId, groupId)),
    );
  for (const userId of users)
    compare(
      `service groups of ${userId}`,
      await list(`/users/${userId}/service-groups`),
      [...model.groups].sort(byText).flatMap((groupId) => rowOf(userId, groupId)),
    );
  const matrix = `/memberships/matrix?groupIds=${groups.join(',')}&userIds=${users.join(',')}${query}`;
  const { rows } = (await company.ask('GET', company.path + matrix)).body as {
    rows: { user: { id: string }; cells: Record<string, Omit<Row, 'userId'>> }[];
  };
  const cells = rows.flatMap(({ user, cells: of }) =>
    Object.entries(of).map(([serviceGroupId, { expiresAt, accessRole }]) => ({
      ...{ userId: user.id, serviceGroupId, expiresAt, accessRole },
    })),
  );
  const byPair = (
    one: Pick<Row, 'userId' | 'serviceGroupId'>,
    other: Pick<Row, 'userId' | 'serviceGroupId'>,
  ) => byText(one.userId + one.serviceGroupId, other.userId + other.serviceGroupId);
  compare(
    'the matrix',
    cells.sort(byPair),
    users.flatMap((userId) => groups.flatMap((groupId) => rowOf(userId, groupId))).sort(byPair),
  );
}

interface Row {
  userId: string;
  serviceGroupId: string;
  expiresAt?: string;
  accessRole?: { id: string; key: string };
}

function termsOf({ role: accessRole, end }: Membership) {
  return { expiresAt: end === Infinity ? undefined : new Date(end).toISOString(), accessRole };
}

const contextOf = ({ accountId }: Company, asOf: string | undefined) => ({
  account_id: accountId,
  ...(asOf !== undefined && { as_of: asOf }),
});

async function decisions(
  company: Company,
  questions: readonly (readonly [string, string, string])[],
  asOf: string | undefined,
): Promise<unknown[]> {
  const all: unknown[] = [];
  for (let from = 0; from < questions.length; from += MAX_EVALUATIONS) {
    const { body } = await company.ask('POST', '/access/v1/evaluations', {
      context: contextOf(company, asOf),
      evaluations: questions.slice(from, from + MAX_EVALUATIONS).map(([userId, groupId, name]) => ({
        subject: { type: 'user', id: userId },
        resource: { type: 'service_group', id: groupId },
        action: { name },
      })),
    });
    all.push(...(body as { evaluations: unknown[] }).evaluations);
  }
  return all;
}

async function found(
  company: Company,
  kind: 'subject' | 'resource' | 'action',
  { subject, resource, action }: { subject?: string; resource?: string; action?: string },
  asOf: string | undefined,
): Promise<{ id: string; name: string }[]> {
  const { body } = await company.ask('POST', `/access/v1/search/${kind}`, {
    subject: { type: 'user', ...(subject !== undefined && { id: subject }) },
    resource: { type: 'service_group', ...(resource !== undefined && { id: resource }) },
    ...(action !== undefined && { action: { name: action } }),
    ...{ context: contextOf(company, asOf), page: { limit: 100 } },
  });
  return (body as { results: { id: string; name: string }[] }).results;
}
