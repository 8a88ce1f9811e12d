import { describeAccessPatterns, type Program } from '#libs/directory';
import type { TableGrant } from './grants.js';

export type Caller =
  'api' | 'publisher' | 'feeder' | 'projector' | 'streamProcessor' | 'webhooks' | 'administration';

const item = (action: string, leadingKey: string): TableGrant => ({
  actions: [`dynamodb:${action}`],
  resource: 'table',
  leadingKeys: [leadingKey],
});
const items = (leadingKey: string, ...actions: string[]) => actions.map((action) => item(action, leadingKey));

/** Items that no access pattern of the directory covers: see `DeadLetters` and `LeaseStore`. */
const DEAD_LETTERS = 'dead-letter:*';
const PARKING = items(DEAD_LETTERS, 'Query', 'PutItem', 'UpdateItem');
const LEASES = items('lease:*', 'Query', 'UpdateItem', 'DeleteItem');
/** The readiness check asks whether the table and its index exist; a reader asks which stream the table has. */
const DESCRIBE: TableGrant = { actions: ['dynamodb:DescribeTable'], resource: 'table' };
/** A program asks for the shape of its table when it starts, and before it writes events or memberships. */
const SHAPE = item('GetItem', 'table');

/** Only it may scan, to migrate the table, and delete events: by hand, by court order. */
const ADMINISTRATION: readonly TableGrant[] = [
  {
    actions: [
      'dynamodb:BatchGetItem',
      'dynamodb:ConditionCheckItem',
      'dynamodb:DeleteItem',
      'dynamodb:DescribeTable',
      'dynamodb:GetItem',
      'dynamodb:PutItem',
      'dynamodb:Query',
      'dynamodb:Scan',
      'dynamodb:UpdateItem',
    ],
    resource: 'table',
  },
  { actions: ['dynamodb:Query'], resource: 'index/GSI1' },
];

/** The keys that wrap users' keys: created with the first user of a month, read by everyone who decrypts. */
const WRAPPING_KEYS = 'wrapping-keys';
const READ_KEYS = items(WRAPPING_KEYS, 'GetItem', 'Query');
/** Without the check at the start that a process makes, which reads the oldest and the newest. */
const UNWRAP = items(WRAPPING_KEYS, 'GetItem');
const MAKE_KEYS = [...READ_KEYS, ...items(WRAPPING_KEYS, 'PutItem')];

/** The permissions of each caller: exactly those of its access patterns. */
export async function catalogueGrants(): Promise<Record<Caller, readonly TableGrant[]>> {
  const [api, publisher, feeder, projector, webhooks] = await Promise.all([
    patternGrants('api'),
    patternGrants('publisher'),
    patternGrants('feeder'),
    patternGrants('stream-processor'),
    patternGrants('webhooks'),
  ]);
  // After a gap in the stream the events of all accounts are read again from their logs.
  const repair: TableGrant[] = [{ actions: ['dynamodb:Query'], resource: 'index/GSI1' }];
  return {
    api: joined([...api, ...MAKE_KEYS, DESCRIBE, SHAPE]),
    // Decrypts the events that a head only names.
    publisher: joined([...PARKING, ...publisher, ...UNWRAP]),
    // It reads the stream by itself, too, while somebody follows a feed.
    feeder: joined([...feeder, ...LEASES, DESCRIBE]),
    projector: joined([...projector, ...MAKE_KEYS, SHAPE]),
    streamProcessor: joined([
      ...PARKING,
      ...publisher,
      ...feeder,
      ...projector,
      ...MAKE_KEYS,
      ...repair,
      ...LEASES,
      DESCRIBE,
      SHAPE,
    ]),
    // Decrypts the secrets of endpoints, but creates none; disables endpoints.
    webhooks: joined([...webhooks, ...READ_KEYS, SHAPE]),
    administration: ADMINISTRATION,
  };
}

async function patternGrants(program: Program): Promise<TableGrant[]> {
  const patterns = await describeAccessPatterns(program);
  return patterns.flatMap(({ calls }) =>
    calls.flatMap(({ grants }) =>
      grants.map(({ action, resource, partitionKey }): TableGrant => ({
        actions: [action],
        resource,
        // For an index the condition would apply to the index's key, which does not separate readers.
        ...(resource === 'table' && { leadingKeys: [leadingKeyOf(partitionKey)] }),
      })),
    ),
  );
}

/** `account:acct_1` matches `account:*`; a key without a variable part matches itself. */
export function leadingKeyOf(partitionKey: string): string {
  const [kind, variable] = partitionKey.split(':');
  return variable === undefined ? partitionKey : `${kind}:*`;
}

/** One grant for each set of partition keys, with all actions on them. */
function joined(grants: readonly TableGrant[]): TableGrant[] {
  const keysByAction = new Map<string, { action: string; resource: string; keys: Set<string> | undefined }>();
  for (const { actions, resource, leadingKeys } of grants)
    for (const action of actions) {
      const known = keysByAction.get(`${resource} ${action}`) ?? {
        action,
        resource,
        keys: new Set<string>(),
      };
      known.keys = leadingKeys && known.keys ? new Set([...known.keys, ...leadingKeys]) : undefined;
      keysByAction.set(`${resource} ${action}`, known);
    }
  const byKeys = new Map<string, { actions: string[]; resource: string; leadingKeys?: string[] }>();
  for (const { action, resource, keys } of keysByAction.values()) {
    const leadingKeys = keys && [...keys].sort();
    const group = `${resource} ${leadingKeys?.join() ?? ''}`;
    const grant = byKeys.get(group) ?? { actions: [], resource, ...(leadingKeys && { leadingKeys }) };
    grant.actions = [...grant.actions, action].sort();
    byKeys.set(group, grant);
  }
  return [...byKeys.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, grant]) => grant);
}
