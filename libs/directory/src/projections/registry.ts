import type { Directory } from '../core/directory.js';
import type { Image } from '../core/item-image.js';
import { grantTenant } from '../core/tenant.js';
import { eachAccountId, eachEventOfAccount } from '../reads/audit-log/event-log.js';
import { taskKey, type MaintenanceTask, type Subject } from '../table/items/maintenance-tasks.js';
import { accountCounts, memberCounts } from './counted.js';
import { namesOfServiceGroups, namesOfUsers } from './fan-out.js';
import { lastSeen } from './last-seen.js';
import type { Projection, Triggers } from './projection.js';
import { searchEntries } from './search-entries.js';
import { managersOfGroups } from './settle-managers.js';

const PROJECTIONS: readonly Projection[] = [
  namesOfUsers,
  namesOfServiceGroups,
  managersOfGroups,
  lastSeen,
  accountCounts,
  memberCounts,
  searchEntries,
];

/** What a change of an item makes projections do. */
export function tasksOf(before: Image | undefined, after: Image | undefined): MaintenanceTask[] {
  return PROJECTIONS.flatMap((each) => {
    const about = each.triggeredBy(before, after);
    return about ? [{ kind: each.kind, ...about }] : [];
  });
}

export async function runTask(
  directory: Directory,
  { kind, ...about }: MaintenanceTask,
  triggers: Triggers,
): Promise<void> {
  const projection = projectionOf(kind);
  if (projection.run) await projection.run(directory, about, triggers);
  else await projection.repair(directory, about);
}

export function repairTask(directory: Directory, { kind, ...about }: MaintenanceTask): Promise<void> {
  return projectionOf(kind).repair(directory, about);
}

function projectionOf(kind: string): Projection {
  const found = PROJECTIONS.find((each) => each.kind === kind);
  if (!found) throw new TypeError(`There is no projection ${kind}.`);
  return found;
}

/** Repairs what the stream has lost the changes of, by the logs of events. Lost jobs are left to the sweep. */
export async function repairSince(
  directory: Directory,
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  for (const each of PROJECTIONS) await each.repairShared?.(directory);
  for await (const accountId of eachAccountId(directory)) {
    const lost = new Map<string, { projection: Projection; about: Subject }>();
    for await (const event of eachEventOfAccount(grantTenant(directory, accountId), from, to))
      for (const projection of PROJECTIONS) {
        const about = projection.lostWith?.(event);
        if (about) lost.set(taskKey({ kind: projection.kind, ...about }), { projection, about });
      }
    for (const { projection, about } of lost.values())
      if (projection.repairLost) await projection.repairLost(directory, about);
      else await projection.repair(directory, about);
  }
}
