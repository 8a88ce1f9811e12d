import type { ServiceGroupId, TeamOfGroup } from '#libs/domain';
import type { Directory } from '../../core/directory.js';
import type { Item } from '@rollbook/single-table';
import { accountEntity, fencesEntity, signInRuleEntity } from '../../table/items/accounts.js';
import {
  groupNameClaimEntity,
  managedServiceGroupEntity,
  serviceGroupEntity,
} from '../../table/items/service-groups.js';
import { findClaimedTwice, heldExternalIds } from './external-id.js';
import { checkEvents, isWhole, type AccountCheck, type AggregateCheck } from './aggregate.js';
import type { Diagnosis } from '../derivation/findings.js';
import { headDifferences, strictDifferences } from '../derivation/compare-attributes.js';
import { compareItems } from '../derivation/compare.js';
import { derivedItem, type DerivedItem } from '../derivation/derived-item.js';
import { formerNameOf, itemsOfAccount, itemsOfServiceGroup, nameOf } from '../derivation/derived-items.js';
import { markClaimedTwice } from './claimed-twice.js';
import {
  foldAccount,
  foldServiceGroup,
  type AccountHistory,
  type FoldedHistory,
  type ServiceGroupHistory,
} from '../derivation/folded-history.js';
import { readEvents, readTeamAccess } from '../derivation/stored-account.js';

/** Compares the account's own events with its head, the claim of its external id and its rules for signing in. */
export async function checkAccountHead(check: AccountCheck): Promise<AggregateCheck<AccountHistory>> {
  const { directory, accountId } = check;
  const reference = accountEntity.at({ accountId });
  const head = await directory.table.get(accountEntity, { accountId }, { consistent: true });
  const stored = readEvents(directory, accountId, head?.lastEvents, check.loggedUpTo);
  const history = await foldAccount(accountId, stored.events);
  const expected = itemsOfAccount(history);
  const externalIds = await heldExternalIds(directory, expected);
  const rules = await heldSignInRules(directory, expected);
  const found = [...(head ? [derivedItem('account', head)] : []), ...externalIds, ...rules];
  const diagnoses = [
    ...checkEvents(check, history, stored),
    ...compareItems(expected, found, {
      accountId,
      aggregateId: accountId,
      historyIsWhole: isWhole(history),
      differencesOf: (item, there) =>
        item.entity === 'account' ? headDifferences(item, there) : strictDifferences(item, there),
    }),
  ];
  await findClaimedTwice(check, accountId, externalIds, diagnoses);
  // If the head is rewritten anyway, that also puts it into the index.
  const isRight = diagnoses.every(({ finding }) => finding.entity !== 'account');
  if (head && isRight && !(await isListed(directory, accountId))) diagnoses.push(unlisted(head));
  return { history, diagnoses, head: { reference, version: head?.version } };
}

async function heldSignInRules(
  { table }: Directory,
  expected: readonly DerivedItem[],
): Promise<DerivedItem[]> {
  const keys = expected.filter(({ entity }) => entity === 'sign-in-rule');
  const references = keys.map(({ item }) => signInRuleEntity.at(item as Item<typeof signInRuleEntity>));
  const items = await table.batchGet(references, { consistent: true });
  return items.flatMap((item) => (item ? [derivedItem('sign-in-rule', item)] : []));
}

/** Whether the list of all accounts, which is an index, shows it. */
async function isListed({ table }: Directory, accountId: string): Promise<boolean> {
  const { items } = await table.query(accountEntity.by('GSI1'), { accountId }, { limit: 1 });
  return items.length > 0;
}

/** Rewriting the head unchanged puts it into the index. */
function unlisted(head: Item<typeof accountEntity>): Diagnosis {
  const { accountId, version } = head;
  return {
    finding: {
      level: 'wrong',
      problem: 'not in the index',
      entity: 'account',
      accountId,
      aggregateId: accountId,
      key: accountEntity.at({ accountId }).key,
      message: 'The account exists, but the list of all accounts does not show it.',
      repairable: true,
    },
    repair: [accountEntity.put(head, { condition: (c) => c.eq('version', version) })],
  };
}

export async function checkServiceGroup(
  check: AccountCheck,
  serviceGroupId: ServiceGroupId,
): Promise<AggregateCheck<ServiceGroupHistory>> {
  const { directory, accountId } = check;
  const key = { accountId, serviceGroupId };
  const reference = serviceGroupEntity.at(key);
  const head = await directory.table.get(serviceGroupEntity, key, { consistent: true });
  const stored = readEvents(directory, serviceGroupId, head?.lastEvents, check.loggedUpTo);
  const history = await foldServiceGroup(accountId, serviceGroupId, stored.events);
  const expected = withoutExpired(itemsOfServiceGroup(history), head, directory);
  const found = head ? [derivedItem('service-group', head)] : [];
  const held = await heldName(check, history, expected);
  if (held) found.push(derivedItem('service-group-name-claim', held));
  const externalIds = await heldExternalIds(directory, expected);
  // What is stored may be anything.
  const teams: unknown = head?.teams;
  const named = (Array.isArray(teams) ? (teams as Partial<TeamOfGroup>[]) : []).flatMap(
    ({ teamId }) => teamId ?? [],
  );
  const removing =
    history.state.status === 'removed' && named.length > 0 && (await isFenced(check, serviceGroupId));
  found.push(
    ...externalIds,
    ...(await storedManagers(directory, expected)),
    ...(await readTeamAccess(directory, key, expected, named)),
  );
  const diagnoses = [
    ...checkEvents(check, history, stored),
    ...compareItems(expected, found, {
      accountId,
      aggregateId: serviceGroupId,
      historyIsWhole: isWhole(history),
      differencesOf: (item, there) =>
        item.entity === 'service-group' ? headDifferences(item, there) : strictDifferences(item, there),
      ...(removing && { excuse: stillToBeMoved }),
    }),
  ];
  if (held && held.serviceGroupId !== serviceGroupId) {
    const other = await foldServiceGroup(
      accountId,
      held.serviceGroupId,
      readEvents(directory, held.serviceGroupId, undefined, '').events,
    );
    if (nameOf(other.state) === held.name)
      markClaimedTwice(held.serviceGroupId, 'service-group-name-claim', diagnoses);
  }
  await findClaimedTwice(check, serviceGroupId, externalIds, diagnoses);
  return { history, diagnoses, head: { reference, version: head?.version } };
}

async function isFenced({ directory: { table }, accountId }: AccountCheck, id: string): Promise<boolean> {
  const fences = await table.get(fencesEntity, { accountId }, { consistent: true });
  return fences?.removedIds?.has(id) ?? false;
}

function stillToBeMoved({ entity }: DerivedItem) {
  if (!entity.endsWith('team-access') && entity !== 'due-of-team') return undefined;
  const message = 'The access of the teams of the removed service group is still to be moved to the past.';
  return { level: 'pending' as const, message };
}

/** Where they are expected; those of users who manage it no more are found with these users. */
async function storedManagers(
  { table }: Directory,
  expected: readonly DerivedItem[],
): Promise<DerivedItem[]> {
  const managed = expected.filter(({ entity }) => entity === 'managed-service-group');
  const references = managed.map(({ item }) =>
    managedServiceGroupEntity.at(item as Item<typeof managedServiceGroupEntity>),
  );
  const items = await table.batchGet(references, { consistent: true });
  return items.flatMap((item) => (item ? [derivedItem('managed-service-group', item)] : []));
}

/** The claim of the name, regardless of holder. It is expected where it was made. */
async function heldName(
  { directory: { table } }: AccountCheck,
  { state }: ServiceGroupHistory,
  expected: DerivedItem[],
): Promise<Item<typeof groupNameClaimEntity> | undefined> {
  const place = expected.findIndex(({ entity }) => entity === 'service-group-name-claim');
  if (place === -1) return undefined;
  const claim = expected[place]!.item as Item<typeof groupNameClaimEntity>;
  const former = { ...claim, name: formerNameOf(state) ?? claim.name };
  const held = await table.get(groupNameClaimEntity, claim, { consistent: true });
  if (held || former.name === claim.name) return held;
  const heldBefore = await table.get(groupNameClaimEntity, former, { consistent: true });
  if (heldBefore?.serviceGroupId !== claim.serviceGroupId) return undefined;
  expected[place] = derivedItem('service-group-name-claim', former);
  return heldBefore;
}

/** The expiry of a tombstone that is rewritten and has nothing left below it. Seconds since the epoch. */
export function expiryOf(
  { state }: FoldedHistory<{ status: string; updatedAt?: string }>,
  { tombstoneRetentionMs }: Directory,
): number | undefined {
  if (state.status !== 'removed') return undefined;
  return Math.ceil((Date.parse(String(state.updatedAt)) + tombstoneRetentionMs) / 1000);
}

/** The expected items, without a tombstone that may have expired. */
export function withoutExpired(
  expected: DerivedItem[],
  head: object | undefined,
  { now, tombstoneRetentionMs }: Directory,
): DerivedItem[] {
  const mayBeGone = ({ item: { status, updatedAt } }: DerivedItem) =>
    status === 'removed' && Date.parse(String(updatedAt)) < now() - tombstoneRetentionMs;
  return head ? expected : expected.filter((item) => !mayBeGone(item));
}
