import type { Query } from '@tanstack/react-query';
import { isRollbookError, type RollbookClient, type Schemas } from '#libs/client';
import { changesOf, shownIn, type Change, type Thing, type Written } from './own-changes.js';
import { queryClient, SESSION_KEY } from './query-client.js';
import { early, showing, type ReadRequest } from './reads.js';

/** A read: its request and its answer. */
interface Answered {
  /** The path, as in the OpenAPI document. */
  template: string;
  request: ReadRequest;
  body: unknown;
  requestedAt: number;
}

interface Own {
  changes: readonly Change[];
  positions: ReadonlyMap<string, number>;
  correlationId: string | undefined;
  /** Reads that begin after this show it by themselves. */
  reachedAt: number;
}

/** As many as a page shows, and more. */
const MAX_READS = 300;
const MAX_OWN = 100;
const MAX_POSITIONS = 20;
const PAUSE_MS = 1_000;
/** Where it cannot be found out. */
const REACHED_BY_THEN_MS = 60_000;

let own: readonly Own[] = [];

interface Done extends Pick<Written, 'method' | 'answer'> {
  /** The path, as in the OpenAPI document. */
  template: string;
  request: ReadRequest & { body?: unknown };
  headers: Headers;
}

const filled = (template: string, { path = {} }: ReadRequest) =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => path[name] ?? '');

/** The latest answers. */
const reads = new Map<string, Answered>();
const keyOf = (template: string, { path, query }: ReadRequest) => JSON.stringify([template, path, query]);

function keepEarly(): void {
  for (const [template, request, body] of early.splice(0))
    reads.set(keyOf(template, request), { template, request, body, requestedAt: 0 });
}

/** Of queries that are carried out once more with these answers: they send nothing. */
const replays = new WeakSet<AbortSignal>();
/** While such a query begins: one that takes no signal sends nothing either. */
let isBeginning = false;
const isReplay = (signal: AbortSignal | undefined) => (signal ? replays.has(signal) : isBeginning);

showing.requireNoReplay = (signal) => {
  if (isReplay(signal)) throw new Error('Nothing is sent for what is shown once more.');
};
showing.read = async (template, request, ask) => {
  const key = keyOf(template, request);
  if (isReplay(request.signal)) {
    const known = reads.get(key);
    if (!known) throw new Error('It was not read.');
    return shown(known);
  }
  const requestedAt = performance.now();
  const answered = { template, request, body: await ask(), requestedAt };
  reads.delete(key);
  reads.set(key, answered);
  for (const oldest of reads.keys()) if (reads.size > MAX_READS) reads.delete(oldest);
  return shown(answered);
};

function shown({ template, request, body, requestedAt }: Answered): unknown {
  const changes = own.flatMap(({ changes: of, reachedAt }) => (requestedAt < reachedAt ? of : []));
  if (changes.length === 0) return body;
  return shownIn({ path: filled(template, request), query: request.query ?? {}, body }, changes, known);
}

/** The latest that was read about something. */
function known(id: string): Thing | undefined {
  for (const { body } of [...reads.values()].reverse()) {
    const { data, rows } = (body ?? {}) as { data?: unknown; rows?: { user: Thing }[] };
    const listed = Array.isArray(data)
      ? (data as Thing[])
      : (rows?.map(({ user }) => user) ?? [body as Thing]);
    const found = listed.find((each) => each?.id === id && typeof each['name'] === 'string');
    if (found) return found;
  }
  return undefined;
}

/** Shows what a write has changed, before its event arrives. */
export async function showOwn(
  client: RollbookClient,
  { method, template, request, answer, headers }: Done,
): Promise<void> {
  const path = filled(template, request);
  const positions = positionsIn(headers.get('rollbook-position') ?? '');
  // What is undone is no longer shown.
  if (template.endsWith('/revert'))
    own = own.filter(({ correlationId: of }) => !path.endsWith(`/${of}/revert`));
  else if (positions.size > 0) {
    const correlationId = headers.get('rollbook-revertible') ?? undefined;
    const changes = changesOf({ method, path, body: request.body, answer, positions });
    own = [...own, { changes, positions, correlationId, reachedAt: Infinity }].slice(-MAX_OWN);
  } else return;
  keepEarly();
  await Promise.all(
    queryClient
      .getQueryCache()
      .findAll({ predicate: ({ state }) => state.status === 'success' })
      .map(showAgain),
  );
  const accountId = request.path?.['accountId'];
  if (accountId !== undefined) void follow(client, accountId);
}

const positionsIn = (text: string) =>
  new Map(
    text.split(',').flatMap((each): [string, number][] => {
      const [id = '', version] = each.trim().split('.');
      return version === undefined ? [] : [[id, Number(version)]];
    }),
  );

interface Pages {
  pages: unknown[];
  pageParams: unknown[];
}

/** Makes of the same answers what the query makes of them. */
async function showAgain(query: Query): Promise<void> {
  const { queryFn, meta } = query.options;
  const { queryKey } = query;
  const { data, dataUpdatedAt } = query.state;
  if (typeof queryFn !== 'function' || queryKey[0] === SESSION_KEY[0] || queryKey.includes('dry-run')) return;
  const { signal } = new AbortController();
  replays.add(signal);
  const once = async (before: unknown, pageParam?: unknown) => {
    try {
      isBeginning = true;
      const context = {
        client: queryClient,
        queryKey,
        signal,
        meta,
        pageParam,
        direction: 'forward' as const,
      };
      const made = (queryFn as (context: object) => unknown)(context);
      isBeginning = false;
      return await made;
    } catch {
      // It cannot be made from what is remembered, and stays until it is read again.
      return before;
    } finally {
      isBeginning = false;
    }
  };
  const { pages, pageParams } = (data ?? {}) as Partial<Pages>;
  const next =
    pages && pageParams
      ? { pages: await Promise.all(pages.map((page, at) => once(page, pageParams[at]))), pageParams }
      : await once(data);
  if (query.state.data === data) query.setData(next, { updatedAt: dataUpdatedAt, manual: true });
}

const following = new Set<string>();

/** Its lists come from the search, and its events from the index: what both show, everything does. @throws Error where the person may not read it */
async function reach(client: RollbookClient, accountId: string, atLeast: string): Promise<void> {
  const session = queryClient.getQueryData<Schemas['CurrentSession'] | null>(SESSION_KEY);
  const account = session?.accounts.find((each) => each.accountId === accountId);
  const permissions = account?.permissions ?? session?.permissions ?? [];
  if (!permissions.includes('users:read') || !permissions.includes('events:read'))
    throw new Error('The person may not read it.');
  const request = { path: { accountId }, atLeast };
  const query = { limit: 1, count: true, fields: 'id' };
  await client.get('/v1/accounts/{accountId}/users', { ...request, query });
  await client.get('/v1/accounts/{accountId}/events', { ...request, query: { limit: 1 } });
}

/** Finds out when reads show by themselves what was written. */
async function follow(client: RollbookClient, accountId: string): Promise<void> {
  if (following.has(accountId)) return;
  following.add(accountId);
  for (;;) {
    const waited = own.filter(({ reachedAt }) => reachedAt === Infinity);
    const positions = [...new Map(waited.flatMap((each) => [...each.positions]))].slice(0, MAX_POSITIONS);
    if (positions.length === 0) break;
    const error = await reach(client, accountId, positions.map((each) => each.join('.')).join(',')).then(
      () => undefined,
      (failure: unknown) => failure,
    );
    const isLate = isRollbookError(error, 'position_not_reached') && error.retryAfterMs !== undefined;
    if (error !== undefined)
      await new Promise((resolve) => setTimeout(resolve, isLate ? PAUSE_MS : REACHED_BY_THEN_MS));
    if (isLate) continue;
    const reached = new Map(positions);
    for (const each of waited)
      if ([...each.positions].every(([id, version]) => (reached.get(id) ?? 0) >= version))
        each.reachedAt = performance.now();
  }
  following.delete(accountId);
}
