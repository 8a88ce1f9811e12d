import type { Stack } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { rollbookTable } from '#libs/directory';
import type { Names } from '../names.js';
import { tableArn } from './grants.js';

/** What an update of an event's item may name: its key, and the key of a user, which is no part of the event. */
const BESIDE_AN_EVENT = ['PK', 'SK', 'userKey'];

/**
 * What copies a global table reads and writes as it must. Denied that, no copy can be made or taken away:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/rbac-considerations.html
 */
const REPLICATION =
  'aws-service-role/replication.dynamodb.amazonaws.com/AWSServiceRoleForDynamoDBReplication';

/**
 * The policy of the table in a region: what no grant can undo, because a denial of the table itself is stronger. Nobody
 * scans, nobody updates an event (the key of a user, which lies beside its first, may be destroyed), and only the
 * administration deletes one. TTL is the service's own and is not concerned; no event has it. An event put in the place of
 * another cannot be told from a new one here: that it is there already is a condition of each transaction.
 */
export function tableGuards(
  stack: Stack,
  { table, administrationRole }: Names,
  region: string,
): PolicyDocument {
  const resources = [
    tableArn(stack, table, undefined, region),
    ...Object.keys(rollbookTable.indexes).map((index) => tableArn(stack, table, `index/${index}`, region)),
  ];
  const role = (resourceName: string) =>
    stack.formatArn({ service: 'iam', region: '', resource: 'role', resourceName });
  const but = (...roles: string[]) => ({ ArnNotEquals: { 'aws:PrincipalArn': roles.map(role) } });
  const events = { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['events:*'] } };
  const denied = (sid: string, actions: string[], conditions: Record<string, unknown>) =>
    new PolicyStatement({
      sid,
      effect: Effect.DENY,
      principals: [new AnyPrincipal()],
      actions,
      resources,
      conditions,
    });
  return new PolicyDocument({
    statements: [
      denied(
        'NobodyScans',
        [
          'dynamodb:Scan',
          'dynamodb:PartiQLDelete',
          'dynamodb:PartiQLInsert',
          'dynamodb:PartiQLSelect',
          'dynamodb:PartiQLUpdate',
        ],
        but(REPLICATION),
      ),
      denied('EventsDoNotChange', ['dynamodb:UpdateItem'], {
        ...events,
        'ForAnyValue:StringNotEquals': { 'dynamodb:Attributes': BESIDE_AN_EVENT },
        ...but(REPLICATION),
      }),
      denied('OnlyTheAdministrationDeletesEvents', ['dynamodb:DeleteItem', 'dynamodb:BatchWriteItem'], {
        ...events,
        ...but(administrationRole, REPLICATION),
      }),
    ],
  });
}
