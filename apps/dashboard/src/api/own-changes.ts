/** A read: its request and its answer. */
export interface Read {
  /** The path, filled in. */
  path: string;
  query: Readonly<Record<string, string | number | boolean | undefined>>;
  body: unknown;
}

/** A write: its request and its answer. */
export interface Written {
  method: 'post' | 'put' | 'patch' | 'delete';
  path: string;
  body: unknown;
  answer: unknown;
  /** The versions of what it has changed, by ids: `Rollbook-Position`. */
  positions: ReadonlyMap<string, number>;
}

/** What a write means for reads that do not show it yet. */
export type Change =
  | { kind: 'created'; in: string; thing: Thing }
  | { kind: 'changed'; in: string; thing: Thing }
  /** From its own list, or from all of the account if `in` is absent. */
  | { kind: 'removed'; in?: string; id: string; version: number }
  | { kind: 'access'; given: boolean; row: Access; version: number };

export type Thing = Readonly<Record<string, unknown>> & { id: string; version?: number };
type Access = Readonly<Record<string, unknown>> & { userId: string; serviceGroupId: string };

/** Shown once, to one person: in no list. */
const SECRETS = new Set(['key', 'secret']);
/** What mentions of a thing repeat of it. */
const MENTIONED = new Set(['name', 'email', 'role', 'url']);
/** How a list is read, not what is in it. */
const READING = new Set(['limit', 'cursor', 'order', 'sort', 'count', 'facets', 'include']);
/** They say what was, not what is. */
const OF_THE_PAST = /\/(events|changes|jobs)(\/|$)/;
const OF_MEMBERSHIPS = /\/(members|memberships\/(ending|matrix)|users\/[^/]+\/service-groups)$/;
/** Its rows have more than the answer to who creates one. */
const FULLER = /\/(webhook-endpoints|log-streams)$/;
const MEMBER = /\/service-groups\/([^/]+)\/members\/([^/]+)$/;
const PEOPLE_OF_TEAM = /\/teams\/[^/]+\/members$/;

/** By what the API's routes have in common: `POST C` creates in `C`, `C/{id}` is changed or removed, and memberships are given and ended. */
export function changesOf({ method, path, body, answer, positions }: Written): Change[] {
  const [parent, last] = [path.slice(0, path.lastIndexOf('/')), path.slice(path.lastIndexOf('/') + 1)];
  const versionOf = (id: string) => positions.get(id) ?? Infinity;
  const access = (userId: string, serviceGroupId: string, given: boolean, more: object = {}): Change => ({
    kind: 'access',
    given,
    row: {
      id: `${serviceGroupId}.${userId}`,
      userId,
      serviceGroupId,
      since: new Date().toISOString(),
      ...more,
    },
    version: versionOf(userId),
  });
  const [, groupId, userId] = MEMBER.exec(path) ?? [];
  if (groupId && userId) return [access(userId, groupId, method !== 'delete', asObject(answer))];
  if (path.endsWith('/memberships/batch'))
    return paired(body, 'changes', answer).map(([{ userId: of, serviceGroupId, action, ...terms }]) =>
      access(String(of), String(serviceGroupId), action !== 'remove', termsOf(terms)),
    );
  if (path.endsWith('/invitations/batch'))
    return paired(body, 'invitations', answer).flatMap(([invited, { invitation }]) => {
      if (!isThing(invitation)) return [];
      const groups = (invited['serviceGroupIds'] ?? []) as string[];
      const user = invitedUser(invitation, versionOf(invitation.id), groups.length);
      return [
        { kind: 'created', in: parent, thing: invitation },
        { kind: 'created', in: `${parent.slice(0, parent.lastIndexOf('/'))}/users`, thing: user },
        ...groups.map((group) => access(user.id, group, true, { user })),
      ] satisfies Change[];
    });
  if (method !== 'delete' && PEOPLE_OF_TEAM.test(parent))
    return isThing(answer) ? [{ kind: 'created', in: parent, thing: answer }] : [];
  if (method === 'delete') {
    const isOfAccount = /^\/v1\/accounts\/[^/]+\/[^/]+\/[^/]+$/.test(path);
    return [{ kind: 'removed', id: last, version: versionOf(last), ...(!isOfAccount && { in: parent }) }];
  }
  if (path.endsWith('/erase'))
    return [{ kind: 'removed', id: parent.slice(parent.lastIndexOf('/') + 1), version: Infinity }];
  if (!isThing(answer)) return [];
  if (path.endsWith(`/${answer.id}`)) return [{ kind: 'changed', in: parent, thing: answer }];
  // A verb: `C/{id}/suspend`.
  const of = parent.endsWith(`/${answer.id}`) && parent.slice(0, parent.lastIndexOf('/'));
  if (of) return [{ kind: 'changed', in: of, thing: answer }];
  if (FULLER.test(path)) return [];
  const shown = Object.entries(answer).filter(([name]) => !SECRETS.has(name));
  return [{ kind: 'created', in: path, thing: Object.fromEntries(shown) as Thing }];
}

/** The rows of a batch that were carried out, each with its result. */
function paired(body: unknown, name: string, answer: unknown): [Row, Row][] {
  const rows = (asObject(body)[name] ?? []) as Row[];
  const results = (asObject(answer)['results'] ?? []) as Row[];
  return results.flatMap((result, at): [Row, Row][] => {
    const row = rows[Number(result['index'] ?? at)];
    return row && result['outcome'] === 'done' ? [[row, result]] : [];
  });
}

type Row = Readonly<Record<string, unknown>>;

/** A request names the key of an access role, of which its answer would have the id. */
const termsOf = ({ expiresAt, reason, accessRole }: Row) => ({
  ...(expiresAt !== undefined && { expiresAt: expiresAt ?? undefined }),
  ...(typeof reason === 'string' && { reason }),
  ...(accessRole !== undefined && {
    accessRole: typeof accessRole === 'string' ? { id: '', key: accessRole } : undefined,
  }),
});

function invitedUser(invitation: Thing, version: number, serviceGroupCount: number): Thing {
  const { id, accountId, name, email, role, sentAt } = invitation;
  const none = { externalId: null, metadata: {}, updatedBy: null };
  const times = { createdAt: sentAt, updatedAt: sentAt };
  const status = 'invited';
  return { id, accountId, name, email, role, status, ...times, ...none, serviceGroupCount, version };
}

/** A read as it is once it shows the changes. What they do not concern stays the same object. */
export function shownIn(read: Read, changes: readonly Change[], known: (id: string) => Thing | undefined) {
  if (OF_THE_PAST.test(read.path) || read.query['asOf'] !== undefined) return read.body;
  let { body } = read;
  for (const change of changes) {
    if (change.kind === 'created') body = withCreated(body, read, change);
    else if (change.kind === 'changed') body = withChanged(body, read, change);
    else if (change.kind === 'removed') body = withoutRemoved(body, read, change);
  }
  return withAccess(
    body,
    read,
    changes.filter((each) => each.kind === 'access'),
    known,
  );
}

type Of<Kind extends Change['kind']> = Extract<Change, { kind: Kind }>;

function withCreated(body: unknown, { path, query }: Read, { in: list, thing }: Of<'created'>): unknown {
  if (path !== list || query['cursor'] !== undefined || !matches(thing, query)) return body;
  // A place has no version: the answer is all of it.
  const next = PEOPLE_OF_TEAM.test(list) ? replaced(body, thing) : body;
  return inserted(next, thing);
}

const replaced = (body: unknown, thing: Thing) =>
  mapped(body, (value) => (isThing(value) && value.id === thing.id ? thing : value));

/** Last where that is its place, else first, where it is seen. */
function inserted(body: unknown, thing: Row, isLast = asObject(body)['nextCursor'] === null): unknown {
  const rows = rowsOf(body);
  if (!rows || rows.some((row) => asObject(row)['id'] === thing['id'])) return body;
  return withRows(body, isLast ? [...rows, thing] : [thing, ...rows]);
}

function withChanged(body: unknown, read: Read, { in: list, thing }: Of<'changed'>): unknown {
  const isOwn = read.path === list || read.path.startsWith(`${list}/`);
  const merge = (seen: Thing): Row => {
    const isVersioned = seen.version !== undefined && thing.version !== undefined;
    if (isVersioned && seen.version! >= thing.version!) return seen;
    const isWhole = isVersioned || (isOwn && seen.version === thing.version);
    const taken = Object.entries(thing).filter(
      ([name]) => name in seen && (isWhole || MENTIONED.has(name)) && !SECRETS.has(name),
    );
    return { ...seen, ...Object.fromEntries(taken) };
  };
  const next = mapped(body, (value) => (isThing(value) && value.id === thing.id ? merge(value) : value));
  const rows = rowsOf(next);
  // It may no longer be what the list is of.
  const kept = rows?.filter(
    (row) => asObject(row)['id'] !== thing.id || matches(asObject(row), read.query, true),
  );
  return kept && kept.length < rows!.length ? withRows(next, kept) : next;
}

function withoutRemoved(body: unknown, { path }: Read, { in: list, id, version }: Of<'removed'>): unknown {
  if (list !== undefined && path !== list) return body;
  const isIt = (row: Row) =>
    [row['id'], row['userId'], row['serviceGroupId']].includes(id) &&
    (row['status'] !== 'removed' || version === Infinity) &&
    Number(row['version'] ?? 0) <= version;
  const rows = rowsOf(body);
  const kept = rows?.filter((row) => !isIt(asObject(row)) && asObject(asObject(row)['user'])['id'] !== id);
  return kept && kept.length < rows!.length ? withRows(body, kept) : body;
}

function withAccess(
  body: unknown,
  { path, query }: Read,
  changes: readonly Of<'access'>[],
  known: (id: string) => Thing | undefined,
): unknown {
  // Who has lost a membership may enter by a team as before.
  if (changes.length === 0 || query['paths'] || !OF_MEMBERSHIPS.test(path)) return body;
  if (path.endsWith('/matrix')) return withCells(body, query, changes);
  const [, groupId] = /\/service-groups\/([^/]+)\/members$/.exec(path) ?? [];
  const [, userId] = /\/users\/([^/]+)\/service-groups$/.exec(path) ?? [];
  const isOfEnds = path.endsWith('/ending') || query['ending'] === true;
  let next = body;
  for (const { given, row } of changes) {
    const rows = rowsOf(next) ?? [];
    const isIt = (other: unknown) => {
      const { userId: of, serviceGroupId } = asObject(other);
      return of === row.userId && serviceGroupId === row.serviceGroupId;
    };
    if (rows.some(isIt)) {
      const kept = rows.map((each) => (isIt(each) ? withTerms(asObject(each), row) : each));
      const stays = (each: Row) => given && !(isOfEnds && each['expiresAt'] === undefined);
      next = withRows(
        next,
        kept.filter((each) => !isIt(each) || stays(asObject(each))),
      );
    } else if (given && query['cursor'] === undefined && matches(row, query)) {
      if (row.serviceGroupId !== groupId && row.userId !== userId) continue;
      const user = row['user'] ?? known(row.userId);
      const serviceGroup = row['serviceGroup'] ?? known(row.serviceGroupId);
      if (user && serviceGroup) next = inserted(next, { addedBy: '', ...row, user, serviceGroup });
    }
  }
  return next;
}

/** An answer is the whole membership, and a batch says what it changes. */
const withTerms = (seen: Row, row: Row): Row =>
  'addedBy' in row
    ? row
    : {
        ...seen,
        ...('expiresAt' in row && { expiresAt: row['expiresAt'] }),
        ...('accessRole' in row && { accessRole: row['accessRole'] }),
      };

function withCells(body: unknown, query: Read['query'], changes: readonly Of<'access'>[]): unknown {
  const columns = String(query['groupIds']).split(',');
  const rows = asObject(body)['rows'] as { user: Thing; cells: Row }[];
  const next = rows.map((row) => {
    const own = changes.filter(
      ({ row: { userId, serviceGroupId }, version }) =>
        userId === row.user.id && columns.includes(serviceGroupId) && version > (row.user.version ?? 0),
    );
    if (own.length === 0) return row;
    const cells = { ...row.cells };
    for (const { given, row: terms } of own)
      if (given)
        cells[terms.serviceGroupId] = withTerms(
          { ...terms, ...asObject(cells[terms.serviceGroupId]) },
          terms,
        );
      else delete cells[terms.serviceGroupId];
    const version = Math.max(...own.map((each) => each.version));
    return { cells, user: { ...row.user, ...(Number.isFinite(version) && { version }) } };
  });
  return { ...asObject(body), rows: next };
}

/** @param isKnown whether it was in the list before: what does not follow from it has not changed then */
function matches(thing: Row, query: Read['query'], isKnown = false): boolean {
  return Object.entries(query).every(([name, wanted]) => {
    if (wanted === undefined || READING.has(name)) return true;
    if (name === 'q' && !isKnown) {
      const words = String(wanted).toLowerCase().split(/\s+/);
      const text = `${String(thing['name'])} ${String(thing['email'])}`.toLowerCase();
      return words.every((word) => text.includes(word));
    }
    return name in thing ? String(wanted).split(',').includes(String(thing[name])) : isKnown;
  });
}

const asObject = (value: unknown): Row => (typeof value === 'object' && value !== null ? (value as Row) : {});
const isThing = (value: unknown): value is Thing => typeof asObject(value)['id'] === 'string';

function rowsOf(body: unknown): unknown[] | undefined {
  const { data } = asObject(body);
  return Array.isArray(data) ? data : undefined;
}

/** With the number of all, where that is given. */
function withRows(body: unknown, data: unknown[]): unknown {
  const { total } = asObject(body);
  const more = data.length - (rowsOf(body)?.length ?? 0);
  const { value, ...rest } = asObject(total);
  return {
    ...asObject(body),
    data,
    ...(total !== undefined && { total: { ...rest, value: Number(value) + more } }),
  };
}

/** Copies only what differs. */
function mapped(value: unknown, change: (value: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, part]) => [name, mapped(part, change)] as const);
  const isSame = entries.every(([name, part]) => (value as Row)[name] === part);
  if (isSame) return change(value);
  return change(Array.isArray(value) ? entries.map(([, part]) => part) : Object.fromEntries(entries));
}
