import type { DomainError, DomainEvent, UserId } from '#libs/domain';
import type { CommandContext } from '../../core/execute.js';
import type { ServiceGroupItem } from '../../aggregates/service-group/state.js';
import type { Tenant } from '../../core/tenant.js';
import { decideRows, rowsAtOnce } from './bulk-chunks.js';
import { requirePossible, type BulkRequest } from './bulk-jobs.js';
import { selectedUsers, type SelectedUser } from './selection.js';

const MAX_TRIED = 2_000;

export interface TriedRow {
  userId: UserId;
  name: string | undefined;
  refusal: DomainError | undefined;
  events: readonly DomainEvent[];
}

export interface TriedBulk {
  rows: number;
  tried: TriedRow[];
  groups: ReadonlyMap<string, ServiceGroupItem>;
}

/** The preview of a bulk job: decided like the job, but not written. @throws as `startBulkJob` */
export async function tryBulkJob(
  tenant: Tenant,
  { selection, ...requested }: BulkRequest,
  { actor, correlationId }: CommandContext,
): Promise<TriedBulk> {
  const { directory, accountId } = tenant;
  const bulk = await requirePossible(directory, accountId, requested);
  const causationId = directory.newId('command');
  const provenance = { accountId, now: directory.now(), actor, correlationId, causationId };
  const result: TriedBulk = { rows: 0, tried: [], groups: new Map() };
  const users: SelectedUser[] = [];
  for await (const user of selectedUsers(tenant, selection)) {
    result.rows += 1;
    if (users.length < MAX_TRIED) users.push(user);
  }
  const size = rowsAtOnce(bulk);
  for (let first = 0; first < users.length; first += size) {
    const { decided, groups } = await decideRows(
      directory,
      bulk,
      users.slice(first, first + size),
      provenance,
    );
    result.groups = groups;
    for (const { userId, user, refusal, events } of decided)
      result.tried.push({ userId, name: user?.name, refusal, events });
  }
  return result;
}
