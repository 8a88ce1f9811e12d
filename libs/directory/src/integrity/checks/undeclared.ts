import { AGGREGATE_KINDS, AGGREGATES } from '#libs/domain';
import type { UndeclaredAttributes } from '@rollbook/single-table';
import { rollbookTable } from '../../table/table.js';
import { DERIVED_ENTITIES, derivedItem } from '../derivation/derived-item.js';
import type { Diagnosis } from '../derivation/findings.js';

/** Attributes that no entity declares, and no reader sees: nothing of Rollbook has written them. */
export function undeclaredAttributes(accountId: string, found: UndeclaredAttributes): Diagnosis {
  const { entity, key, item, attributes } = found;
  const isDerived = Object.hasOwn(DERIVED_ENTITIES, entity);
  const names = Object.keys(attributes).sort();
  const isOfNewer = names.every(isKeyOfNewerVersion);
  const derived = isDerived && !isOfNewer ? derivedItem(entity as 'user', item as never) : undefined;
  return {
    finding: {
      level: isOfNewer || isOfEarlierVersion(found) ? 'stale' : 'wrong',
      problem: 'differs',
      entity,
      accountId,
      aggregateId: aggregateOf(item) ?? accountId,
      key,
      message: `The stored ${entity} has attributes that are not its own: ${names.join(', ')}.`,
      differences: names.map((attribute) => ({
        attribute,
        expected: undefined,
        found: attributes[attribute],
      })),
      repairable: derived !== undefined,
    },
    repair: derived ? [derived.replace(derived)] : [],
  };
}

/** Claims on emails were in the index once: sound, and rewritten without these keys by a rebuild. */
function isOfEarlierVersion({ entity, key, attributes }: UndeclaredAttributes): boolean {
  const { GSI1PK, GSI1SK, ...others } = attributes;
  const isInverted = GSI1PK === key['SK'] && GSI1SK === key['PK'];
  return entity === 'email-claim' && isInverted && Object.keys(others).length === 0;
}

/** A newer version's index, which it looks after itself: docs/runbook/table-shape.md. */
function isKeyOfNewerVersion(name: string): boolean {
  const known = Object.keys(rollbookTable.indexes).some((index) => name.startsWith(index));
  return /^GSI\d+[PS]K$/.test(name) && !known;
}

/** A request has the ids of its user and its service group too. */
const ID_NAMES = [
  'aggregateId',
  'ownerId',
  'accessRequestId',
  ...AGGREGATE_KINDS.map((kind) => AGGREGATES[kind].idName),
];

/** The account is the owner only of what names no other aggregate. */
function aggregateOf(item: Readonly<Record<string, unknown>>): string | undefined {
  const names = ID_NAMES.filter((name) => name !== 'accountId');
  return names.map((name) => item[name]).find((id) => typeof id === 'string');
}
