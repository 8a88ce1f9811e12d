import { isDeepStrictEqual } from 'node:util';
import type { WriteOperation } from '@rollbook/single-table';
import { HEADS } from '../../table/items/heads.js';
import type { DerivedItem } from './derived-item.js';
import type { Diagnosis, Difference, Finding } from './findings.js';

/** Whose items are compared, and which differences are allowed. */
export interface Comparison {
  accountId: string;
  aggregateId: string;
  /** False if the history has a gap: nothing may then be written from it. */
  historyIsWhole: boolean;
  /** Compares one item with the expected one; undefined for an item that only has to exist. */
  differencesOf: (expected: DerivedItem, found: DerivedItem) => Difference[];
  /** Explains why an item is temporarily missing, wrong or superfluous; undefined if it is plainly wrong. */
  excuse?: (item: DerivedItem) => Pick<Finding, 'level' | 'message'> | undefined;
}

/** Compares the items derived from the events with the stored ones. */
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
      diagnose(comparison, 'unexpected', item, `The ${named(item)} exists without an event.`, [
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
  'api-key': 'head of the API key',
  'webhook-queue': 'queue of the webhook endpoint or log stream',
  membership: 'membership',
  'past-membership': 'past membership',
  due: 'item by which its end is found',
  'email-claim': 'claim of the email',
  'service-group-name-claim': 'claim of the name',
  'managed-service-group': 'item of a manager',
  'external-id-claim': 'claim of the external id',
  'account-external-id-claim': 'claim of the external id',
  'sign-in-rule': 'rule for signing in',
  owner: 'owner item',
  invitation: 'invitation',
  'open-access-request': 'claim of the open request',
  'own-access-request': 'request in the list of its user',
};

function named({ entity, key }: DerivedItem): string {
  const head = entity in HEADS ? `head of the ${entity.replace('-', ' ')}` : entity;
  return `${NAMES[entity] ?? head} (${Object.values(key).join(' / ')})`;
}

function keyOf({ key }: DerivedItem): string {
  return JSON.stringify(Object.values(key));
}

/** Heads that earlier versions wrote lack it. */
const ADDED_LATER = ['reactivatedAt'];

export function differencesIn(
  attributes: readonly string[],
  expected: DerivedItem['item'],
  found: DerivedItem['item'],
): Difference[] {
  return attributes
    .filter((attribute) => !isDeepStrictEqual(expected[attribute], found[attribute]))
    .filter((attribute) => found[attribute] !== undefined || !ADDED_LATER.includes(attribute))
    .map((attribute) => ({ attribute, expected: expected[attribute], found: found[attribute] }));
}
