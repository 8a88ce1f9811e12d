import type { Answer, Ask } from './api.js';
import { filtered } from './scim.js';

/** Whom and what all surfaces are asked about. */
export interface Pair {
  accountId: string;
  userId: string;
  groupId: string;
  /** Of a service group that nobody else is in. */
  groupName: string;
}

export interface AccessQuestion extends Pair {
  ask: Ask;
  /** What both are called in the questions, if not by their ids: `external:prod`. */
  names?: { user: string; group: string };
  /** ISO 8601; absent: now. */
  asOf?: string;
  /** What they may do; `enter` by default. */
  action?: string;
  /** What is searched for is not from before this position. */
  atLeast?: string;
}

type Surface = (question: AccessQuestion) => boolean | Promise<boolean>;
export type Surfaces = Readonly<Record<string, Surface>>;

const actionOf = ({ action = 'enter' }: AccessQuestion) => action;
const subjectOf = ({ userId, names }: AccessQuestion) => ({ type: 'user', id: names?.user ?? userId });
const resourceOf = ({ groupId, names }: AccessQuestion) => ({
  type: 'service_group',
  id: names?.group ?? groupId,
});
const contextOf = ({ accountId, asOf }: AccessQuestion) => ({
  context: { account_id: accountId, ...(asOf !== undefined && { as_of: asOf }) },
});

async function authzen(question: AccessQuestion, route: string, body: object) {
  const { body: answer } = await question.ask('POST', `/access/v1/${route}`, {
    ...{ subject: subjectOf(question), resource: resourceOf(question), ...contextOf(question) },
    ...(route !== 'search/action' && { action: { name: actionOf(question) } }),
    ...body,
  });
  return answer;
}

/** Whether the user may do something: the account and they are active, and they are a member, with an access role that allows it. */
export const ENTRANCES: Surfaces = {
  'an evaluation': async (question) => (await authzen(question, 'evaluation', {})).decision === true,
  'several evaluations': async (question) => {
    const { evaluations } = await authzen(question, 'evaluations', { evaluations: [contextOf(question)] });
    return evaluations?.[0].decision === true;
  },
  'a search for subjects': async (question) =>
    idsIn(await authzen(question, 'search/subject', { subject: { type: 'user' } })).includes(question.userId),
  'a search for resources': async (question) =>
    idsIn(await authzen(question, 'search/resource', { resource: { type: 'service_group' } })).includes(
      question.groupId,
    ),
  'a search for actions': async (question) => {
    const { results = [] } = (await authzen(question, 'search/action', {})) as {
      results?: { name: string }[];
    };
    return results.some(({ name }) => name === actionOf(question));
  },
};

/** Of a refusal: none. */
const idsIn = ({ results = [] }: { results?: { id: string }[] }) => results.map(({ id }) => id);

/** Of the account: a refusal says no. */
function get({ ask, accountId, asOf, atLeast }: AccessQuestion, path: string): Promise<Answer> {
  const time = asOf === undefined ? '' : `${path.includes('?') ? '&' : '?'}asOf=${asOf}`;
  const headers = { ...(atLeast !== undefined && { 'rollbook-at-least': atLeast }) };
  return ask('GET', `/v1/accounts/${accountId}/${path}${time}`, undefined, headers);
}

const says = async (answer: Promise<Answer>, what: string) => {
  const { status, body } = await answer;
  return status === 200 && JSON.stringify(body).includes(what);
};

interface MatrixRow {
  user: { id: string };
  cells: object;
  teamCells?: object;
}

const hasCell = async (
  answer: Promise<Answer>,
  { userId, groupId }: Pair,
  of = ({ cells }: MatrixRow) => cells,
) => {
  const { rows = [] } = (await answer).body as { rows?: MatrixRow[] };
  return rows.some((row) => row.user.id === userId && groupId in of(row));
};

/** Whether the user is a member, now or at a time: also one who is invited or suspended. */
export const MEMBERSHIPS: Surfaces = {
  'the membership': async (of) =>
    (await get(of, `service-groups/${of.groupId}/members/${of.userId}`)).status === 200,
  'the members': (of) => says(get(of, `service-groups/${of.groupId}/members`), of.userId),
  'the service groups': (of) => says(get(of, `users/${of.userId}/service-groups`), of.groupId),
  'the matrix': (of) => hasCell(get(of, `memberships/matrix?groupIds=${of.groupId}`), of),
  'the matrix of the user': (of) =>
    hasCell(get(of, `memberships/matrix?userIds=${of.userId}&groupIds=${of.groupId}`), of),
  'an export': (of) => says(get(of, 'export/memberships'), of.groupName),
  'an export of the group': (of) =>
    says(get(of, `export/memberships?serviceGroupId=${of.groupId}`), of.groupName),
  'an export of the user': (of) => says(get(of, `export/memberships?userId=${of.userId}`), of.groupName),
};

/** The same of what is about now alone. */
export const PRESENT_MEMBERSHIPS: Surfaces = {
  'users of a group': (of) => says(get(of, `users?groupId=${of.groupId}`), of.userId),
};

/** The same of an identity provider, with a key for its account. */
export const SCIM_MEMBERSHIPS: Surfaces = {
  'a group of SCIM': (of) => says(of.ask('GET', `/Groups/${of.groupId}`), of.userId),
  'a filter of SCIM': (of) => {
    const filter = `id eq "${of.groupId}" and members eq "${of.userId}"`;
    return says(of.ask('GET', filtered('Groups', filter, '&attributes=id')), of.groupId);
  },
  'a user of SCIM': (of) => says(of.ask('GET', `/Users/${of.userId}?attributes=groups`), of.groupId),
};

/** Whether the user has any path, now or at a time: a membership, or a team that may enter, whatever they and the account are. */
export const PATHS: Surfaces = {
  'all members': (of) => says(get(of, `service-groups/${of.groupId}/members?paths=all`), of.userId),
  'all service groups': (of) => says(get(of, `users/${of.userId}/service-groups?paths=all`), of.groupId),
  'the matrix with its teams': (of) =>
    hasCell(get(of, `memberships/matrix?groupIds=${of.groupId}`), of, ({ cells, teamCells }) => ({
      ...{ ...cells, ...teamCells },
    })),
};

/** Whether the user may do something, as it is explained to who may see memberships. */
export const EXPLANATIONS: Surfaces = {
  'an explanation': async (of) => {
    const path = `service-groups/${of.groupId}/members/${of.userId}/explain?permission=${actionOf(of)}`;
    return (await get(of, path)).body['decision'] === true;
  },
};

/** The names of those that say yes. */
export async function surfacesThatSayYes(surfaces: Surfaces, question: AccessQuestion): Promise<string[]> {
  const found: string[] = [];
  for (const [name, isYes] of Object.entries(surfaces)) if (await isYes(question)) found.push(name);
  return found;
}
