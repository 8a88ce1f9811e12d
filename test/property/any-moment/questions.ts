import {
  differencesOf,
  groupOf,
  groupsOf,
  managedBy,
  managersOf,
  membersOf,
  membershipOf,
  rowsOf,
  userOf,
} from './expected-answers.js';
import type { Past, Person } from './past-model.js';
import type { History } from './random-history.js';

/** What can be asked about a moment, and what the model says to it. */

export interface Question {
  name: string;
  /** Of all pages, or the code of a refusal. */
  ask: () => Promise<unknown>;
  expected: (pastAt: (at: string) => Past) => unknown;
}

interface About {
  at: string;
  /** A later moment. */
  to: string;
  userId: string;
  groupId: string;
  number: number;
}

const QUERIES = ['ada', 'grace h', 'ozt', 'prod', 'person 1'];
const STATUSES = ['active', 'suspended', 'invited'];
const ROLES = ['owner', 'admin', 'member'];

const withoutBy = ({ by: _, ...difference }: Record<string, unknown>) => difference;
const inOrder = (differences: unknown) =>
  Array.isArray(differences)
    ? differences
        .map((each) => JSON.stringify(withoutBy(each as Record<string, unknown>), sortedKeys))
        .toSorted()
    : differences;
/** Whatever the order in which the two wrote them. */
const sortedKeys = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

const wordsOf = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
const matches = (q: string, texts: string[]) =>
  wordsOf(q).every((word) => wordsOf(texts.join(' ')).some((each) => each.startsWith(word)));

export function questionsAbout(history: History, { at, to, userId, groupId, number }: About): Question[] {
  const { accountId } = history;
  const asOf = `asOf=${at}`;
  const limit = `limit=${3 + (number % 20)}`;
  const q = QUERIES[number % QUERIES.length]!;
  const [role, status] = [ROLES[number % ROLES.length]!, STATUSES[number % STATUSES.length]!];
  const [one, group] = [`/users/${userId}`, `/service-groups/${groupId}`];
  const columns = [...new Set([groupId, ...history.groups.slice(-12)])];
  const some = [...new Set([userId, ...history.users.slice(number % 5, (number % 5) + 5)])];
  const list = (name: string, path: string, expected: (past: Past) => unknown, more = ''): Question => ({
    name,
    ask: () => everyPage(history, `${path}?${asOf}&${limit}${more}`),
    expected: (pastAt) => expected(pastAt(at)),
  });
  const single = (name: string, path: string, expected: (past: Past) => unknown): Question => ({
    name,
    ask: () => bodyOf(history, `${path}?${asOf}`),
    expected: (pastAt) => expected(pastAt(at)),
  });
  const diff = (
    name: string,
    path: string,
    expected: (before: Past, after: Past, all: unknown) => unknown,
  ) => ({
    name,
    ask: async () => inOrder(await everyPage(history, `${path}?from=${at}&to=${to}&limit=40`)),
    expected: (pastAt: (at: string) => Past) =>
      inOrder(
        expected(pastAt(at), pastAt(to), differencesOf(pastAt(at), pastAt(to), history.moments(pastAt))),
      ),
  });
  const ofPerson = (find: (past: Past, person: Person) => unknown) => (past: Past) => {
    const person = past.person(userId);
    return person ? find(past, person) : 'user_not_found';
  };
  const ofGroup =
    (find: (past: Past, group: NonNullable<ReturnType<Past['group']>>) => unknown) => (past: Past) => {
      const found = past.group(groupId);
      return found ? find(past, found) : 'service_group_not_found';
    };
  const people = (past: Past) => past.presentPeople();
  const usersOf = (found: readonly Person[]) => found.map((person) => userOf(accountId, person));
  const groupsAt = (past: Past) => past.presentGroups();
  return [
    list('users', '/users', (past) => usersOf(people(past))),
    list('users newest first', '/users', (past) => usersOf(people(past).toReversed()), '&order=desc'),
    list(
      `users called ${q}`,
      '/users',
      (past) => usersOf(people(past).filter(({ name, email, id }) => matches(q, [name, email, id]))),
      `&q=${encodeURIComponent(q)}`,
    ),
    list(
      'users by role and status',
      '/users',
      (past) => usersOf(people(past).filter((each) => each.role === role && each.status === status)),
      `&role=${role}&status=${status}`,
    ),
    list('groups', '/service-groups', (past) => groupsAt(past).map((each) => groupOf(accountId, each))),
    list(
      `groups called ${q}`,
      '/service-groups',
      (past) =>
        groupsAt(past)
          .filter(({ name, id }) => matches(q, [name, id]))
          .map((each) => groupOf(accountId, each)),
      `&q=${encodeURIComponent(q)}`,
    ),
    single(
      'a user',
      one,
      ofPerson((_, person) => userOf(accountId, person)),
    ),
    single(
      'a group',
      group,
      ofGroup((_, found) => groupOf(accountId, found)),
    ),
    list(
      'groups of a user',
      `${one}/service-groups`,
      ofPerson((past) => groupsOf(past, userId)),
    ),
    list(
      'members',
      `${group}/members`,
      ofGroup((past) => membersOf(past, groupId)),
    ),
    single(
      'managers',
      `${group}/managers`,
      ofGroup((past, found) => managersOf(past, found)),
    ),
    list(
      'managed by a user',
      `${one}/managed-service-groups`,
      ofPerson((past) => managedBy(past, userId)),
    ),
    single(
      'identities',
      `${one}/identities`,
      ofPerson((_, { identities }) => identities),
    ),
    single('a membership', `${group}/members/${userId}`, (past) =>
      !past.group(groupId)
        ? 'service_group_not_found'
        : !past.person(userId)
          ? 'user_not_found'
          : (membershipOf(past, userId, groupId) ?? 'membership_not_found'),
    ),
    list(
      'the matrix',
      '/memberships/matrix',
      (past) => rowsOf(past, people(past), columnsAt(past, columns)),
      `&groupIds=${columns.join(',')}`,
    ),
    list(
      'the matrix of some',
      '/memberships/matrix',
      (past) =>
        rowsOf(
          past,
          some.flatMap((id) => past.person(id) ?? []),
          columnsAt(past, columns),
        ),
      `&groupIds=${columns.join(',')}&userIds=${some.join(',')}`,
    ),
    {
      name: 'checks',
      ask: () => decisions(history, userId, columns, at),
      expected: (pastAt) => columns.map((each) => pastAt(at).mightEnter(userId, each)),
    },
    {
      name: 'who may enter',
      ask: () => found(history, 'subject', { type: 'user' }, { type: 'service_group', id: groupId }, at),
      expected: (pastAt) =>
        membersOf(pastAt(at), groupId)
          .filter(({ user }) => pastAt(at).mightEnter(user.id, groupId))
          .map(({ user: { id, name } }) => ({ type: 'user', id, properties: { name } })),
    },
    {
      name: 'what may be entered',
      ask: () => found(history, 'resource', { type: 'user', id: userId }, { type: 'service_group' }, at),
      expected: (pastAt) =>
        groupsOf(pastAt(at), userId)
          .filter(({ serviceGroup }) => pastAt(at).mightEnter(userId, serviceGroup.id))
          .map(({ serviceGroup: { id, name } }) => ({ type: 'service_group', id, properties: { name } })),
    },
    diff('who came to a group', `${group}/members/diff`, (before, after, all) =>
      before.group(groupId) || after.group(groupId)
        ? (all as { serviceGroupId: string }[]).filter((each) => each.serviceGroupId === groupId)
        : 'service_group_not_found',
    ),
    diff('what a user got', `${one}/service-groups/diff`, (before, after, all) =>
      before.person(userId) || after.person(userId)
        ? (all as { userId: string }[]).filter((each) => each.userId === userId)
        : 'user_not_found',
    ),
    diff('what everybody got', '/memberships/diff', (_before, _after, all) => all),
  ];
}

function columnsAt(past: Past, ids: readonly string[]) {
  return ids.flatMap((id) => past.group(id) ?? []);
}

async function everyPage(history: History, path: string): Promise<unknown> {
  const items: unknown[] = [];
  for (let cursor = ''; ;) {
    const { status, body } = await history.ask('GET', history.of(`${path}${cursor}`));
    if (status !== 200) return (body as { code: string }).code;
    const page = body as { data?: unknown[]; rows?: unknown[]; nextCursor: string | null };
    items.push(...(page.data ?? page.rows)!);
    if (page.nextCursor === null) return items.map(withoutIds);
    cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
  }
}

async function bodyOf(history: History, path: string): Promise<unknown> {
  const { status, body } = await history.ask('GET', history.of(path));
  if (status !== 200) return (body as { code: string }).code;
  const { data } = body as { data?: unknown[] };
  return data === undefined ? body : data.map(withoutIds);
}

/** An identity's id is made of it, and its user is in the path. */
function withoutIds(item: unknown): unknown {
  if (!(item as { issuer?: string }).issuer) return item;
  const { issuer, subject, linkedAt } = item as Record<string, unknown>;
  return { issuer, subject, linkedAt };
}

async function decisions(history: History, userId: string, groups: readonly string[], at: string) {
  const { body } = await history.ask('POST', '/access/v1/evaluations', {
    subject: { type: 'user', id: userId },
    action: { name: 'enter' },
    context: { account_id: history.accountId, as_of: at },
    evaluations: groups.map((id) => ({ resource: { type: 'service_group', id } })),
  });
  return (body as { evaluations: { decision: boolean }[] }).evaluations.map(({ decision }) => decision);
}

async function found(history: History, kind: string, subject: object, resource: object, at: string) {
  const { body } = await history.ask('POST', `/access/v1/search/${kind}`, {
    ...{ subject, resource, action: { name: 'enter' }, page: { limit: 100 } },
    context: { account_id: history.accountId, as_of: at },
  });
  return (body as { results: unknown[] }).results;
}
