// integrity: proves that the state is what the events add up to, rebuilds what is derived, exports and imports accounts.
// Imports jobs and what is below them.

import type { ServiceGroupId, ServiceGroupState, TeamId, TeamState, UserId, UserState } from '#libs/domain';
import { inParallel } from '#libs/pacing';
import { fencesEntity } from '../table/items/accounts.js';
import { PLAIN_KINDS, type PlainKind } from '../table/items/heads.js';
import type { Directory } from '../core/directory.js';
import type { Tenant } from '../core/tenant.js';
import { contradictionsOfLog } from '../log/verify-log.js';
import { checkAccountHead, checkServiceGroup } from './checks/account-head.js';
import type { StoredHead } from './checks/aggregate.js';
import { checkCounts } from './checks/derived/counts.js';
import { checkIndexOf, unlistedMemberships } from './checks/derived/index-entries.js';
import { eachOrphan } from './checks/orphans.js';
import { checkPlainAggregate, outlivesAccount } from './checks/plain-aggregate.js';
import { checkRemovals, removalOf } from './checks/removals.js';
import { checkSearchEntries } from './checks/derived/search-entries.js';
import { undeclaredAttributes } from './checks/undeclared.js';
import { checkUsages } from './checks/derived/usage.js';
import { checkTeam, type TeamCheck } from './checks/team.js';
import { checkUser, type UserCheck } from './checks/user.js';
import { formerNameOf, nameOf } from './derivation/derived-items.js';
import type { Diagnosis } from './derivation/findings.js';
import { externalIdOf } from './derivation/folded-history.js';
import { emailOf } from './derivation/folded-user.js';
import { startWalk, type Verification, type VerifyOptions, type Walk } from './walk.js';

const AT_ONCE = 8;

/**
 * Folds every event of an account and compares the result with everything stored: heads, claims, owner items, usage of
 * limits, memberships from both sides, past memberships, search entries, the log, the fence and the jobs. Reads by keys and indexes only.
 * Memory grows with the number of aggregates, by some hundred bytes each, not with events or memberships.
 *
 * Can run while commands do: what they change in the meantime is checked again before it counts.
 * @param onDiagnosis called with the repair of each finding
 */
export async function verifyAccount(
  { directory, accountId }: Tenant,
  options: VerifyOptions = {},
  onDiagnosis?: (diagnosis: Diagnosis, guard: StoredHead | undefined) => void,
): Promise<Verification> {
  const walk = await startWalk(directory, accountId, options, onDiagnosis);
  await verifyServiceGroups(walk);
  await verifyUsers(walk);
  await verifyTeams(walk);
  const present: (string | undefined)[] = [];
  for (const kind of PLAIN_KINDS) present.push(await verifyPlainAggregates(walk, kind));
  await verifyAccountHead(walk, present.find(Boolean));
  await verifyUsages(walk);
  await verifyCounts(walk);
  await verifyIndexes(walk);
  await verifyClaims(walk);
  await verifyRemovals(walk);
  for (const diagnosis of await checkSearchEntries(walk.check, walk.recheckAfterMs)) walk.report(diagnosis);
  verifyUndeclared(walk);
  await verifyLog(directory, walk, options);
  return walk.verification;
}

/** Events, leaves, root and checkpoint. Nothing is repaired: what differs was changed by other means. */
async function verifyLog(directory: Directory, walk: Walk, { logKey }: VerifyOptions): Promise<void> {
  const { accountId } = walk.check;
  for (const message of await contradictionsOfLog(directory, accountId, logKey)) {
    const where = { entity: 'log-head', accountId, aggregateId: accountId };
    const finding = { level: 'wrong', problem: 'differs', ...where, message, repairable: false } as const;
    walk.report({ finding, repair: [] });
  }
}

async function verifyServiceGroups(walk: Walk): Promise<void> {
  await inParallel(walk.ids['service-group'], AT_ONCE, async (id) => {
    const { history, diagnoses, head } = await walk.confirm(() => lookAtServiceGroup(walk, id));
    for (const diagnosis of diagnoses) walk.report(diagnosis, head);
    const names = [nameOf(history.state), formerNameOf(history.state)].filter((name) => name !== undefined);
    if (names.length > 0) walk.holdings.names.set(id, names);
    noteExternalId(walk, id, history.state);
    const removal = removalOf(history, 'remove-service-group-memberships');
    if (removal) walk.removals.set(id, removal);
    walk.progress();
  });
}

async function lookAtServiceGroup(walk: Walk, id: ServiceGroupId) {
  const checked = await checkServiceGroup(walk.check, id);
  const { names, version, managers } = checked.history;
  walk.groupNames.set(id, { names, version, managers });
  return checked;
}

async function verifyUsers(walk: Walk): Promise<void> {
  await inParallel(walk.ids.user, AT_ONCE, async (id) => {
    const checked = await walk.confirm(() => lookAtUser(walk, id));
    for (const diagnosis of checked.diagnoses) walk.report(diagnosis, checked.head);
    note(walk, checked);
    walk.progress();
  });
}

async function verifyTeams(walk: Walk): Promise<void> {
  await inParallel(walk.ids.team, AT_ONCE, async (id) => {
    const { history, diagnoses, head, opens } = await walk.confirm(() => lookAtTeam(walk, id));
    for (const diagnosis of diagnoses) walk.report(diagnosis, head);
    noteExternalId(walk, id, history.state);
    const removal = removalOf(history, 'remove-team');
    if (removal) walk.removals.set(id, { ...removal, leftId: walk.inTeams.get(id) ?? opens[0] });
    walk.progress();
  });
}

async function lookAtTeam({ check, inTeams }: Walk, id: TeamId): Promise<TeamCheck> {
  const { directory, accountId } = check;
  const fences = await directory.table.get(fencesEntity, { accountId }, { consistent: true });
  return checkTeam(check, id, inTeams.has(id) || (fences?.removedIds?.has(id) ?? false));
}

const ABOUT_GROUPS = /membership$|^managed-service-group$/;

async function lookAtUser(walk: Walk, id: UserId): Promise<UserCheck> {
  const first = await checkUser(walk.check, id);
  const aboutGroups = first.diagnoses.filter(({ finding }) => ABOUT_GROUPS.test(finding.entity));
  if (!aboutGroups.some(({ finding }) => finding.level === 'wrong')) return first;
  // A service group renamed or created in the meantime has names, or managers, that are not known yet.
  const concerned = [...first.memberships, ...first.managed]
    .filter(({ entity }) => ABOUT_GROUPS.test(entity))
    .map(({ item }) => item['serviceGroupId']);
  for (const groupId of new Set(concerned)) await lookAtServiceGroup(walk, groupId as ServiceGroupId);
  return checkUser(walk.check, id);
}

/** Keeps what the other checks compare with. */
function note(walk: Walk, { history, memberships }: UserCheck): void {
  const { holdings, inTeams, members, removals, tally, verification } = walk;
  const { state, aggregateId } = history;
  for (const item of memberships) if (ABOUT_GROUPS.test(item.entity)) tally.add(item);
  for (const teamId of history.places.keys()) inTeams.set(teamId, aggregateId);
  verification.memberships += history.memberships.size;
  const email = emailOf(state);
  if (email !== undefined) holdings.emails.set(aggregateId, email);
  noteExternalId(walk, aggregateId, state);
  if (state.status === 'active' && state.role === 'owner') holdings.owners.add(aggregateId);
  const removal = removalOf(history, 'remove-user-memberships');
  if (removal) removals.set(aggregateId, removal);
  for (const groupId of history.memberships.keys()) {
    members.set(groupId, (members.get(groupId) ?? 0) + 1);
    const removed = removals.get(groupId);
    if (removed) removed.leftId = aggregateId;
  }
}

/** @returns one that closing the account should remove, if there is one */
async function verifyPlainAggregates(walk: Walk, kind: PlainKind): Promise<string | undefined> {
  let presentId: string | undefined;
  await inParallel(walk.ids[kind], AT_ONCE, async (id) => {
    const look = () => checkPlainAggregate({ check: walk.check, kind }, id);
    const { history, diagnoses, head } = await walk.confirm(look);
    for (const diagnosis of diagnoses) walk.report(diagnosis, head);
    if (outlivesAccount(kind, history)) presentId = id;
    walk.progress();
  });
  return presentId;
}

function noteExternalId(
  { holdings }: Walk,
  id: string,
  state: UserState | ServiceGroupState | TeamState,
): void {
  const externalId = externalIdOf(state);
  if (externalId !== undefined) holdings.externalIds.set(id, externalId);
}

async function verifyAccountHead(walk: Walk, presentId: string | undefined): Promise<void> {
  const { check, removals, ids } = walk;
  const { history, diagnoses, head } = await walk.confirm(() => checkAccountHead(check));
  for (const diagnosis of diagnoses) walk.report(diagnosis, head);
  const closing = removalOf(history, 'close-account');
  if (closing) {
    const leftId =
      [...ids.user, ...ids['service-group'], ...ids.team].find((id) => !removals.has(id)) ?? presentId;
    removals.set(check.accountId, { ...closing, leftId });
  }
  walk.progress();
}

async function verifyCounts({ check, holdings, members, report }: Walk): Promise<void> {
  const population = { users: holdings.emails.size, serviceGroups: holdings.names.size, members };
  for (const diagnosis of await checkCounts(check, population)) report(diagnosis);
}

async function verifyUsages(walk: Walk): Promise<void> {
  const look = async () => ({ diagnoses: await checkUsages(walk.check) });
  for (const diagnosis of (await walk.confirm(look)).diagnoses) walk.report(diagnosis);
}

async function verifyIndexes(walk: Walk): Promise<void> {
  const { check, tally, ids } = walk;
  for (const id of new Set([...ids['service-group'], ...tally.serviceGroupIds()])) {
    const { diagnoses, agrees } = await walk.confirm(() => checkIndexOf(check, id, tally, walk.isKnown));
    for (const diagnosis of diagnoses) walk.report(diagnosis);
    if (!agrees) {
      const lookClosely = async () => ({ diagnoses: await unlistedMemberships(check, id, ids.user) });
      for (const each of (await walk.confirm(lookClosely)).diagnoses) walk.report(each);
    }
    walk.progress();
  }
}

async function verifyClaims(walk: Walk): Promise<void> {
  const { diagnoses } = await walk.confirm(async () => {
    const orphans: Diagnosis[] = [];
    for await (const orphan of eachOrphan(walk.check, walk.holdings)) orphans.push(orphan);
    return { diagnoses: orphans };
  });
  for (const orphan of diagnoses) if (!walk.wasReported(orphan.finding)) walk.report(orphan);
}

async function verifyRemovals(walk: Walk): Promise<void> {
  const { check, removals, stuckAfterMs } = walk;
  const compare = async () => ({ diagnoses: await checkRemovals(check, removals, stuckAfterMs) });
  for (const diagnosis of (await walk.confirm(compare)).diagnoses) walk.report(diagnosis);
}

function verifyUndeclared({ check: { accountId }, undeclared, wasReported, report }: Walk): void {
  for (const found of undeclared.values()) {
    const diagnosis = undeclaredAttributes(accountId, found);
    // An item that differs in other attributes too is rewritten as a whole.
    if (!wasReported(diagnosis.finding)) report(diagnosis);
  }
}
