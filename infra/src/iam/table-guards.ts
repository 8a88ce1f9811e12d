import type { Stack } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { rollbookTable } from '#libs/directory';
import type { Names } from '../settings/names.js';
import { tableArn } from './grants.js';

/** What an update of an event's item may change: its key, and a user's key, which is not part of the event. */
const BESIDE_AN_EVENT = ['PK', 'SK', 'userKey'];

/** See https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/rbac-considerations.html */
const REPLICATION =
  'aws-service-role/replication.dynamodb.amazonaws.com/AWSServiceRoleForDynamoDBReplication';

/**
 * The policy of the table in a region: what no grant can undo, because a denial on the table itself is stronger. Only the
 * administration scans, nobody updates an event (but a user's key, stored with their first event, may be destroyed), and only
 * the administration deletes one. TTL is run by the service and not affected; no event has it. Replacing an event cannot be told
 * from adding one here: that an event does not exist is a condition of each transaction.
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
        'OnlyTheAdministrationScans',
        [
          'dynamodb:Scan',
          'dynamodb:PartiQLDelete',
          'dynamodb:PartiQLInsert',
          'dynamodb:PartiQLSelect',
          'dynamodb:PartiQLUpdate',
        ],
        but(administrationRole, REPLICATION),
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
