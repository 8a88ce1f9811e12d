import type { ApiKeyState } from '#libs/domain';
import type { Directory } from '../directory.js';
import type { Item, ItemReference } from '#libs/single-table';
import { accountEntity, apiKeyEntity, groupNameClaimEntity, serviceGroupEntity } from '../entities.js';
import { findClaimedTwice, heldExternalIds } from './check-external-id.js';
import { checkEvents, isWhole, type AccountCheck, type AggregateCheck } from './check-aggregate.js';
import type { Diagnosis } from './findings.js';
import { headDifferences, strictDifferences } from './compare-attributes.js';
import { compareItems } from './compare.js';
import {
  derivedItem,
  itemsOfAccount,
  itemsOfApiKey,
  itemsOfServiceGroup,
  nameOf,
  type DerivedItem,
} from './derived-items.js';
import { markClaimedTwice } from './claimed-twice.js';
import {
  foldAccount,
  foldApiKey,
  foldServiceGroup,
  type AccountHistory,
  type FoldedHistory,
  type ServiceGroupHistory,
} from './folded-history.js';
import { carriedEvents, readEvents } from './stored-account.js';

/** Compares the account's own events with its head and the claim of its external id. */
export async function checkAccountHead(check: AccountCheck): Promise<AggregateCheck<AccountHistory>> {
  const { directory, accountId } = check;
  const reference = accountEntity.at({ accountId });
  const head = await directory.table.get(accountEntity, { accountId }, { consistent: true });
  const stored = readEvents(directory, accountId, carriedEvents(head), check.loggedUpTo);
  const history = await foldAccount(accountId, stored.events);
  const expected = itemsOfAccount(history);
  const externalIds = await heldExternalIds(directory, expected);
  const found = [...(head ? [derivedItem('account', head)] : []), ...externalIds];
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
  // Where the head is to be written again anyway, that puts it into the index too.
  const isRight = diagnoses.every(({ finding }) => finding.entity !== 'account');
  if (head && isRight && !(await isListed(directory, accountId))) diagnoses.push(unlisted(head));
  return { history, diagnoses, head: { reference, version: head?.version } };
}

/** Whether the list of all accounts, which is an index, shows it. */
async function isListed({ table }: Directory, accountId: string): Promise<boolean> {
  const { items } = await table.query(accountEntity.by('GSI1'), { accountId }, { limit: 1 });
  return items.length > 0;
}

/** Writing the head again, as it is, puts it into the index. */
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
      message: 'The account is there, but the list of all accounts does not show it.',
      repairable: true,
    },
    repair: [accountEntity.put(head, { condition: (c) => c.eq('version', version) })],
  };
}

/** Compares an API key's events with its head. */
export async function checkApiKey(
  check: AccountCheck,
  apiKeyId: string,
): Promise<AggregateCheck<FoldedHistory<ApiKeyState>>> {
  const { directory, accountId } = check;
  const key = { accountId, apiKeyId };
  const reference = apiKeyEntity.at(key);
  const head = await directory.table.get(apiKeyEntity, key, { consistent: true });
  const stored = readEvents(directory, apiKeyId, carriedEvents(head), check.loggedUpTo);
  const history = await foldApiKey(accountId, apiKeyId, stored.events);
  const found = head ? [derivedItem('api-key', head)] : [];
  const diagnoses = [
    ...checkEvents(check, history, stored),
    ...compareItems(itemsOfApiKey(history), found, {
      accountId,
      aggregateId: apiKeyId,
      historyIsWhole: isWhole(history),
      differencesOf: headDifferences,
    }),
  ];
  return { history, diagnoses, head: headOf(reference, head) };
}

/** Compares a service group's events with its head and the claim of its name. */
export async function checkServiceGroup(
  check: AccountCheck,
  serviceGroupId: string,
): Promise<AggregateCheck<ServiceGroupHistory>> {
  const { directory, accountId } = check;
  const key = { accountId, serviceGroupId };
  const reference = serviceGroupEntity.at(key);
  const head = await directory.table.get(serviceGroupEntity, key, { consistent: true });
  const stored = readEvents(directory, serviceGroupId, carriedEvents(head), check.loggedUpTo);
  const history = await foldServiceGroup(accountId, serviceGroupId, stored.events);
  const expected = withoutExpired(itemsOfServiceGroup(history), head, directory);
  const found = head ? [derivedItem('service-group', head)] : [];
  const claim = expected.find(({ entity }) => entity === 'service-group-name-claim')?.item as
    Item<typeof groupNameClaimEntity> | undefined;
  const held = claim && (await directory.table.get(groupNameClaimEntity, claim, { consistent: true }));
  if (held) found.push(derivedItem('service-group-name-claim', held));
  const externalIds = await heldExternalIds(directory, expected);
  found.push(...externalIds);
  const diagnoses = [
    ...checkEvents(check, history, stored),
    ...compareItems(expected, found, {
      accountId,
      aggregateId: serviceGroupId,
      historyIsWhole: isWhole(history),
      differencesOf: (item, there) =>
        item.entity === 'service-group' ? headDifferences(item, there) : strictDifferences(item, there),
    }),
  ];
  if (held && held.serviceGroupId !== serviceGroupId) {
    const other = await foldServiceGroup(
      accountId,
      held.serviceGroupId,
      readEvents(directory, held.serviceGroupId, [], '').events,
    );
    if (nameOf(other.state) === held.name)
      markClaimedTwice(held.serviceGroupId, 'service-group-name-claim', diagnoses);
  }
  await findClaimedTwice(check, serviceGroupId, externalIds, diagnoses);
  return { history, diagnoses, head: headOf(reference, head) };
}

/** When a tombstone expires that is written again, and has nothing left under it. Seconds since the epoch. */
export function expiryOf(
  { state }: FoldedHistory<{ status: string; updatedAt?: string }>,
  { tombstoneRetentionMs }: Directory,
): number | undefined {
  if (state.status !== 'removed') return undefined;
  return Math.ceil((Date.parse(String(state.updatedAt)) + tombstoneRetentionMs) / 1000);
}

/** What is expected, without a tombstone that may have expired. */
export function withoutExpired(
  expected: DerivedItem[],
  head: object | undefined,
  { now, tombstoneRetentionMs }: Directory,
): DerivedItem[] {
  const mayBeGone = ({ item: { status, updatedAt } }: DerivedItem) =>
    status === 'removed' && Date.parse(String(updatedAt)) < now() - tombstoneRetentionMs;
  return head ? expected : expected.filter((item) => !mayBeGone(item));
}

export function headOf(reference: ItemReference, head: { version: number } | undefined) {
  return { reference, version: head?.version };
}
