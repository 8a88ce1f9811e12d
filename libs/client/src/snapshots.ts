import { RollbookError } from './errors.js';
import { progress } from './progress.js';
import { requireUnderstood, type Requiring, understanding } from './requirements.js';
import type { RollbookClient } from './rollbook-client.js';
import type { FeedPage, Schemas } from './types.js';

/** A line of a snapshot: an event that would create a part of the present state, without `sequence`. */
export type SnapshotEvent = Omit<Schemas['PublishedEvent'], 'sequence'> & {
  /** The version of its subject when it was read, if it was. */
  stateversion?: string;
};

/**
 * A line of a snapshot in the form `access`. Versions are those of the subjects when they were read. A member is a user's id, with the time when the
 * membership ends by itself if it does, and the id of its access role if it has one; of users who are not in the snapshot, memberships mean nothing.
 */
export type AccessLine =
  | { account: { id: string; isOpen: boolean; version: number } }
  | { serviceGroups: [id: string, version: number, externalId?: string][] }
  | { users: [id: string, status: Schemas['User']['status'], version: number, externalId?: string][] }
  | { serviceGroup: string; members: AccessMember[] }
  | AccessRolesLine
  | TeamsLine;

export type AccessMember =
  | string
  | [userId: string, expiresAt: string]
  | [userId: string, expiresAt: string | null, accessRoleId: string];

/** The access roles of the account, once it has had some. It has a type, as an event has: readers from before there were roles pass over it. */
export interface AccessRolesLine {
  type: 'access_roles';
  /** Of all of them together. */
  id: string;
  version: number;
  accessRoles: [id: string, key: string, permissions: string[]][];
}

/**
 * The teams of the account, as id and version; which of them a service group has, as it has members; and which a user is in. They have a type, as an
 * event has. A team that is in no line `teams` was removed: it gives nobody anything.
 */
export type TeamsLine =
  | { type: 'teams'; teams: [id: string, version: number][] }
  | { type: 'team_access'; accesses: [serviceGroupId: string, teams: AccessMember[]][] }
  | { type: 'team_places'; places: [userId: string, teams: AccessMember[]][] };

/** `access`: what access depends on alone. An API from before there was this form gives events. */
export interface SnapshotForms {
  events: SnapshotEvent;
  access: AccessLine | SnapshotEvent;
}

/** The last line of a snapshot: where to go on, and how fresh it is, as a page says it. */
export type SnapshotEnd = Pick<FeedPage, 'completeTo' | 'readAt'> & Requiring & { cursor: string };

/** The most that the API takes. */
const LINES_OF_PAGE = 1_000;

/**
 * The present state, and at last the cursor with which to go on.
 * @param understands what the reader knows of what snapshots may require
 * @throws Error for all accounts, of which there is no snapshot
 * @throws NotUnderstoodError at the end of the first page
 */
export async function* snapshotOf<Form extends keyof SnapshotForms>(
  client: RollbookClient,
  accountId: string | undefined,
  form: Form,
  signal?: AbortSignal,
  understands: readonly string[] = [],
): AsyncGenerator<SnapshotForms[Form] | SnapshotEnd> {
  if (accountId === undefined) throw new Error('There is no snapshot of all accounts.');
  const goOn = progress('changes/snapshot');
  let next: string | undefined;
  const download = (query: { form?: 'access' }) =>
    client.download('/v1/accounts/{accountId}/changes/snapshot', {
      path: { accountId },
      query: { limit: LINES_OF_PAGE, ...query, ...(next !== undefined && { after: next }) },
      headers: understanding(understands),
      ...(signal && { signal }),
    });
  let query: { form?: 'access' } = form === 'access' ? { form } : {};
  do {
    const { body } = await download(query).catch((error: unknown) => {
      // An API from before there was this form.
      if (
        query.form === undefined ||
        next !== undefined ||
        !(error instanceof RollbookError && error.status === 400)
      )
        throw error;
      query = {};
      return download(query);
    });
    next = undefined;
    for await (const text of linesOf(body)) {
      const line = JSON.parse(text) as SnapshotForms[Form] | SnapshotEnd | ({ next: string } & Requiring);
      if ('next' in line || 'cursor' in line) requireUnderstood(line, understands);
      if ('next' in line) ({ next } = line);
      else yield line;
    }
    goOn(next ?? null);
  } while (next !== undefined);
}

/** Those that are complete. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    let rest = '';
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const lines = (rest + decoder.decode(read.value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    await reader.cancel();
  }
}
