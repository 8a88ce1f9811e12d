import type { ServiceGroupId, UserId } from '#libs/domain';
import {
  isSingleTableError,
  MAX_TRANSACTION,
  type ItemReference,
  type WriteOperation,
} from '@rollbook/single-table';
import { HEADS } from '../table/items/heads.js';
import { refreshMembershipsOfServiceGroup, refreshMembershipsOfUser } from '../projections/fan-out.js';
import type { Tenant } from '../core/tenant.js';
import { hasLeaf } from '../log/verify-log.js';
import { recountAll } from '../projections/recount.js';
import { rebuildEntries } from '../reads/search/stored/fold-changes.js';
import type { StoredHead } from './checks/aggregate.js';
import { SEARCH_ENTRY } from './checks/derived/search-entries.js';
import type { Diagnosis, Finding } from './derivation/findings.js';
import { verifyAccount } from './verify.js';
import type { Verification, VerifyOptions } from './walk.js';

export interface Repair {
  verification: Verification;
  /** What was fixed, or, in a dry run, would be. */
  repaired: Finding[];
  beyondRepair: Finding[];
  conflicted: Finding[];
}

export interface RepairOptions extends VerifyOptions {
  /** Write nothing; report what would be written. */
  dryRun: boolean;
}

export interface Prescription {
  diagnosis: Diagnosis;
  guard: StoredHead | undefined;
}

/**
 * Verifies an account and rewrites what is derived from its events. Events are never changed, except that a missing one is
 * written from the head that carries it, unless it has a leaf in the log. Nothing is derived from a history with a gap.
 *
 * Each aggregate's items are written in transactions that fail if a command has changed the aggregate in the meantime.
 */
export async function repairAccount(tenant: Tenant, { dryRun, ...options }: RepairOptions): Promise<Repair> {
  const prescriptions: Prescription[] = [];
  const verification = await verifyAccount(tenant, options, (diagnosis, guard) =>
    prescriptions.push({ diagnosis, guard }),
  );
  const [repaired, beyondRepair, conflicted]: Finding[][] = [[], [], []];
  const note = (list: Finding[] | undefined, group: Prescription[]) =>
    list?.push(...group.map(({ diagnosis }) => diagnosis.finding));
  await withholdLeaves(tenant, prescriptions);
  const wrong = prescriptions.filter(({ diagnosis }) => diagnosis.finding.level !== 'pending');
  note(
    beyondRepair,
    wrong.filter(({ diagnosis }) => !diagnosis.finding.repairable),
  );
  for (const group of byGuard(wrong.filter(({ diagnosis }) => diagnosis.finding.repairable))) {
    const done = dryRun || (await applyRepair(tenant, group));
    note(done ? repaired : conflicted, group);
  }
  return { verification, repaired: repaired!, beyondRepair: beyondRepair!, conflicted: conflicted! };
}

/** An event that has a leaf would be other bytes, with another ciphertext: its loss is reported. */
async function withholdLeaves(
  { directory, accountId }: Tenant,
  prescriptions: readonly Prescription[],
): Promise<void> {
  for (const { diagnosis } of prescriptions) {
    const { finding, repair } = diagnosis;
    if (finding.entity !== 'event' || finding.problem !== 'missing' || repair.length === 0) continue;
    const eventId = /^The event (\S+) is missing/.exec(finding.message)?.[1] ?? '';
    if (!(await hasLeaf(directory, accountId, eventId))) continue;
    const message = `The event ${eventId} is missing and has a leaf in the log: restore it from a backup, byte for byte.`;
    Object.assign(diagnosis, { finding: { ...finding, message, repairable: false }, repair: [] });
  }
}

/** Writes guarded by one aggregate's version belong together, and so do search entries; other writes stand alone. */
function byGuard(prescriptions: Prescription[]): Prescription[][] {
  const groups = new Map<unknown, Prescription[]>();
  for (const each of prescriptions) {
    const isSearched = each.diagnosis.finding.entity === SEARCH_ENTRY;
    const alone = isSearched ? SEARCH_ENTRY : each;
    const key = each.guard ? JSON.stringify(each.guard.reference.key) : alone;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()];
}

/** @returns false if a command changed the aggregate in the meantime */
export async function applyRepair(
  tenant: Pick<Tenant, 'directory' | 'accountId'>,
  group: Prescription[],
): Promise<boolean> {
  const guard = group[0]?.guard;
  const writes = group.flatMap(({ diagnosis }) => diagnosis.repair);
  try {
    for (const chunk of chunks(writes, MAX_TRANSACTION - 1)) {
      // The head's own repair carries the condition on its version itself; others precede it.
      const checks = guard && !chunk.some((write) => isOn(write, guard.reference)) ? [checkOf(guard)] : [];
      await tenant.directory.table.transactWrite([...chunk, ...checks], {
        clientRequestToken: tenant.directory.id(),
      });
    }
    await refreshStale(tenant, group);
    return true;
  } catch (error) {
    if (isSingleTableError(error, 'TransactionCanceled')) return false;
    throw error;
  }
}

/** The head last: until it is written, its version guards the other writes. */
function chunks(writes: WriteOperation[], size: number): WriteOperation[][] {
  const isHead = ({ model }: WriteOperation) => model.name in HEADS;
  const ordered = [...writes.filter((write) => !isHead(write)), ...writes.filter(isHead)];
  return Array.from({ length: Math.ceil(ordered.length / size) }, (_, index) =>
    ordered.slice(index * size, (index + 1) * size),
  );
}

function isOn({ model }: WriteOperation, { model: head }: ItemReference): boolean {
  return model.name === head.name;
}

/** The aggregate is still as it was when it was checked. */
function checkOf({ reference, version }: StoredHead): WriteOperation {
  const entity = HEADS[reference.model.name as 'user'];
  const key = (entity.parseKey(reference.key) ?? {}) as { accountId: string; userId: UserId };
  return entity.check(key, {
    condition: (c) => (version === undefined ? c.notExists('version') : c.eq('version', version)),
  });
}

async function refreshStale(
  { directory, accountId }: Pick<Tenant, 'directory' | 'accountId'>,
  group: readonly Prescription[],
): Promise<void> {
  const findings = group.map(({ diagnosis }) => diagnosis.finding);
  if (findings.some(({ entity }) => entity === SEARCH_ENTRY))
    return void (await rebuildEntries(directory, accountId));
  const stale = findings.filter(({ level }) => level === 'stale');
  const memberships = stale.filter(({ entity }) => entity === 'membership' || entity === 'team-place');
  if (stale.length > memberships.length) await recountAll(directory, accountId);
  const userIds = new Set(memberships.map(({ aggregateId }) => aggregateId));
  for (const userId of userIds) await refreshMembershipsOfUser(directory, accountId, userId as UserId);
  const groupIds = new Set(
    memberships.flatMap(({ key }) => /^servicegroup:(.*)$/.exec(key?.['SK'] ?? '')?.[1] ?? []),
  );
  for (const id of groupIds)
    await refreshMembershipsOfServiceGroup(directory, accountId, id as ServiceGroupId);
}
