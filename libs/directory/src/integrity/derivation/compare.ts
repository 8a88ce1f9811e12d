import { isDeepStrictEqual } from 'node:util';
import type { WriteOperation } from '#libs/single-table';
import type { DerivedItem } from './derived-items.js';
import type { Diagnosis, Difference, Finding } from '../findings.js';

/** Whose items are compared, and what is allowed to differ. */
export interface Comparison {
  accountId: string;
  aggregateId: string;
  /** False when the history has a hole: what it adds up to is then no ground to write anything on. */
  historyIsWhole: boolean;
  /** Compares one item with what is expected; undefined for what only has to be there. */
  differencesOf: (expected: DerivedItem, found: DerivedItem) => Difference[];
  /** Says of an item that is missing, wrong or too much why that is so for now; undefined when it is plainly wrong. */
  excuse?: (item: DerivedItem) => Pick<Finding, 'level' | 'message'> | undefined;
}

/** Compares the items that the events add up to with those that are stored. */
export function compareItems(
  expected: readonly DerivedItem[],
  found: readonly DerivedItem[],
  comparison: Comparison,
): Diagnosis[] {
  const stored = new Map(found.map((item) => [keyOf(item), item]));
  const diagnoses: Diagnosis[] = [];
  const add = (diagnosis: Diagnosis | undefined) => diagnosis && diagnoses.push(diagnosis);
  for (const item of expected) {
    const there = stored.get(keyOf(item));
    stored.delete(keyOf(item));
    if (!there) {
      add(diagnose(comparison, 'missing', item, `The ${named(item)} is missing.`, [item.create()]));
      continue;
    }
    const differences = comparison.differencesOf(item, there);
    if (differences.length === 0) continue;
    const message = `The ${named(item)} differs in ${differences.map(({ attribute }) => attribute).join(', ')}.`;
    const diagnosis = diagnose(comparison, 'differs', item, message, [item.replace(there)]);
    diagnosis.finding.differences = differences;
    add(diagnosis);
  }
  for (const item of stored.values())
    add(
      diagnose(comparison, 'unexpected', item, `The ${named(item)} is there without an event.`, [
        item.remove(),
      ]),
    );
  return diagnoses;
}

function diagnose(
  { accountId, aggregateId, historyIsWhole, excuse }: Comparison,
  problem: Finding['problem'],
  item: DerivedItem,
  message: string,
  repair: WriteOperation[],
): Diagnosis {
  const { entity, key } = item;
  const excused = excuse?.(item);
  const repairable = historyIsWhole && !excused;
  return {
    finding: {
      level: 'wrong',
      problem,
      entity,
      accountId,
      aggregateId,
      key,
      message,
      ...excused,
      repairable,
    },
    repair: repairable ? repair : [],
  };
}

const NAMES: Readonly<Record<string, string>> = {
  account: 'head of the account',
  user: 'head of the user',
  'service-group': 'head of the service group',
  'api-key': 'head of the API key',
  'webhook-endpoint': 'head of the webhook endpoint',
  'webhook-queue': 'queue of the webhook endpoint',
  membership: 'membership',
  'past-membership': 'past membership',
  'email-claim': 'claim of the email',
  'service-group-name-claim': 'claim of the name',
  'external-id-claim': 'claim of the external id',
  'account-external-id-claim': 'claim of the external id',
  owner: 'owner item',
  invitation: 'invitation',
};

function named({ entity, key }: DerivedItem): string {
  return `${NAMES[entity] ?? entity} (${Object.values(key).join(' / ')})`;
}

function keyOf({ key }: DerivedItem): string {
  return JSON.stringify(Object.values(key));
}

/** How two items differ in some of their attributes. */
export function differencesIn(
  attributes: readonly string[],
  expected: DerivedItem['item'],
  found: DerivedItem['item'],
): Difference[] {
  return attributes
    .filter((attribute) => !isDeepStrictEqual(expected[attribute], found[attribute]))
    .map((attribute) => ({ attribute, expected: expected[attribute], found: found[attribute] }));
}
