import { DomainError } from '#libs/domain';
import {
  ACCOUNTS_SCOPE,
  FeedNotReadyError,
  grantTenant,
  readSnapshot,
  snapshotOfAccess,
  snapshotOfEvents,
  type Directory,
  type Tenant,
} from '#libs/directory';
import { changesText } from '../../../apps/api/src/changes/changes.dto.js';
import { Changes, withKnownCursor } from '../../../apps/api/src/changes/changes.service.js';
import { FeedWatch } from '../../../apps/api/src/changes/feed-watch.js';
import { lineOfAccess, lineOfEvent, snapshotLines } from '../../../apps/api/src/changes/snapshot-lines.js';
import { Problem } from '../../../apps/api/src/problems/problem.js';

const JSON_TYPE = 'application/json; charset=utf-8';

export interface Answered {
  status: number;
  type: string;
  text: string;
}

export type ChangesApi = (url: URL, signal: AbortSignal) => Promise<Answered>;

/** The routes that guards and subscribers read, over the services of `apps/api`: what the controllers do with them, without HTTP and rights. */
export function changesApi(directory: Directory): ChangesApi {
  const nothing = () => undefined;
  const watch = new FeedWatch(directory, {
    wrote: nothing,
    follow: nothing,
    requested: nothing,
    close: nothing,
  });
  const changes = new Changes(watch);
  const held = { wait: nothing, carry: () => Promise.resolve() };

  async function page(
    scope: string,
    tenant: Tenant | undefined,
    query: URLSearchParams,
    signal: AbortSignal,
  ): Promise<string> {
    const [waitMs, after] = [Number(query.get('wait') ?? 0) * 1_000, query.get('after') ?? undefined];
    const request = {
      after,
      limit: Number(query.get('limit') ?? 100),
      subject: query.get('subject') ?? undefined,
    };
    const leave = waitMs > 0 ? watch.follow(scope) : nothing;
    try {
      const feed = { directory, scope, ...(tenant && { tenant }) };
      const found = await changes.next({ feed, request, signal, held }, waitMs);
      return changesText(found, { now: directory.now(), waits: true });
    } finally {
      leave();
    }
  }

  async function snapshot(tenant: Tenant, query: URLSearchParams): Promise<string> {
    const [after, limit] = [query.get('after') ?? undefined, Number(query.get('limit') ?? 1_000)];
    const reading = { after, groupsAtOnce: 4 };
    const lines =
      query.get('form') === 'access'
        ? snapshotLines(
            await withKnownCursor(readSnapshot(tenant, snapshotOfAccess, reading)),
            lineOfAccess,
            directory.now,
            limit,
          )
        : snapshotLines(
            await withKnownCursor(readSnapshot(tenant, snapshotOfEvents, reading)),
            lineOfEvent,
            directory.now,
            limit,
          );
    let text = '';
    for await (const piece of lines) text += piece;
    return text;
  }

  return async ({ pathname, searchParams }, signal) => {
    const [, accountId, rest] = /^\/v1\/accounts\/([^/]+)\/(changes.*)$/.exec(pathname) ?? [];
    try {
      if (pathname === '/v1/changes')
        return {
          status: 200,
          type: JSON_TYPE,
          text: await page(ACCOUNTS_SCOPE, undefined, searchParams, signal),
        };
      if (accountId === undefined) throw new Problem('route_not_found', pathname, { status: 404 });
      const tenant = grantTenant(directory, accountId);
      if (rest === 'changes/snapshot')
        return { status: 200, type: 'application/x-ndjson', text: await snapshot(tenant, searchParams) };
      return { status: 200, type: JSON_TYPE, text: await page(accountId, tenant, searchParams, signal) };
    } catch (error) {
      return problemOf(error);
    }
  };
}

/** As the filter of problems answers, as far as a follower looks at it. */
function problemOf(error: unknown): Answered {
  const status =
    error instanceof Problem
      ? error.status
      : error instanceof DomainError
        ? 404
        : error instanceof FeedNotReadyError
          ? 503
          : 500;
  const code =
    error instanceof Problem || error instanceof DomainError
      ? error.code
      : status === 503
        ? 'feed_not_ready'
        : 'internal_error';
  return {
    status,
    type: 'application/problem+json; charset=utf-8',
    text: JSON.stringify({ status, code, title: (error as Error).name, detail: (error as Error).message }),
  };
}
