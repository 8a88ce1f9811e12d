import { DomainError, type DomainEvent, type ServiceGroupId, type UserId } from '#libs/domain';
import type { CommandContext } from '../../core/execute.js';
import type { Tenant } from '../../core/tenant.js';
import type { NamedChange } from '../../reverts/find-change.js';
import type { LogPosition } from '../../table/items/jobs.js';
import { partsInLog } from './parts-in-log.js';
import { revertParts, subjectOf } from './revert-chunks.js';
import { revertSpec, type RevertRights } from './start-revert.js';

const MAX_TRIED = 200;
const TRIED_AT_ONCE = 50;
/** An event can have 100 KB: no more are kept. */
const MAX_EVENTS = 20;

export interface TriedPart {
  userId?: UserId;
  serviceGroupId?: ServiceGroupId;
  name: string | undefined;
  refusal: DomainError | undefined;
  /** Of the first parts only, see {@link MAX_EVENTS}. */
  events: readonly DomainEvent[];
}

export interface TriedRevert {
  rows: number;
  tried: TriedPart[];
}

/** The preview of an undo by a job: decided like the job, but not written. @throws as `startRevertJob` */
export async function tryRevertJob(
  tenant: Tenant,
  change: NamedChange,
  rights: RevertRights,
  { actor, correlationId }: CommandContext,
): Promise<TriedRevert> {
  const spec = { ...(await revertSpec(tenant, change, rights, actor)), digest: '' };
  const context = { actor, correlationId, dryRun: true };
  const reverting = { jobId: tenant.directory.newId('job'), spec, context };
  const tried: TriedPart[] = [];
  let kept = 0;
  let before: LogPosition | undefined;
  do {
    const { parts, position } = await partsInLog(tenant, spec, before, TRIED_AT_ONCE);
    for (const { part, outcome, events, name } of await revertParts(tenant, parts, reverting)) {
      const refusal = outcome instanceof DomainError ? outcome : undefined;
      tried.push({ ...subjectOf(part), name, refusal, events: events.slice(0, MAX_EVENTS - kept) });
      kept += tried.at(-1)!.events.length;
    }
    before = position;
  } while (before !== undefined && tried.length < MAX_TRIED);
  return { rows: before === undefined ? tried.length : Math.max(spec.rows, tried.length), tried };
}
