import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import {
  Billing,
  ContributorInsightsMode,
  TableEncryptionV2,
  TableV2,
  type TablePropsV2,
} from 'aws-cdk-lib/aws-dynamodb';
import {
  AccountPrincipal,
  AnyPrincipal,
  Effect,
  PolicyDocument,
  PolicyStatement,
  Role,
} from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { rollbookTable } from '#libs/directory';
import { cdkTableProps } from '#libs/single-table';
import type { TableSettings } from '../environment.js';
import { tableArn, tableStatements, type TableGrant } from '../iam/grants.js';
import type { Names } from '../names.js';
import { ProcessSecret } from '../process-secret.js';

export interface DataStackProps extends StackProps {
  names: Names;
  settings: TableSettings;
  administration: readonly TableGrant[];
}

/** What must outlive every deployment: the table, the keys, and the role that may delete what is kept for ever. */
export class DataStack extends Stack {
  readonly table: TableV2;
  /** The table's own key, where it has one. */
  readonly tableKey: Key | undefined;
  /** Makes and opens the data keys that personal data in events is encrypted with. */
  readonly erasureKey: Key;
  readonly administration: Role;
  /** Makes the tokens of invitations: known to the API and to whoever sends the mails. */
  readonly invitationSecret: ProcessSecret;

  constructor(scope: Construct, id: string, props: DataStackProps) {
    super(scope, id, props);
    const { names, settings } = props;
    this.tableKey = settings.ownKey
      ? retainedKey(this, 'TableKey', 'Encrypts the table of Rollbook')
      : undefined;
    this.erasureKey = retainedKey(
      this,
      'ErasureKey',
      "Makes the data keys of users' personal data",
      names.erasureKeyAlias,
    );
    this.table = new TableV2(this, 'Table', {
      ...(cdkTableProps(rollbookTable) as TablePropsV2),
      tableName: names.table,
      billing: Billing.onDemand({
        maxReadRequestUnits: settings.maxReadUnits,
        maxWriteRequestUnits: settings.maxWriteUnits,
      }),
      encryption: this.encryption(settings),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: 35 },
      contributorInsightsSpecification: {
        enabled: settings.contributorInsights,
        ...(settings.contributorInsights && { mode: ContributorInsightsMode.THROTTLED_KEYS }),
      },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
      resourcePolicy: guards(this, names),
      replicas: settings.replicas.map(({ region }) => ({
        region,
        deletionProtection: true,
        pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: 35 },
      })),
    });
    this.administration = new Role(this, 'Administration', {
      roleName: names.administrationRole,
      description: "Runs the operator's command on the table, and alone may delete events",
      assumedBy: new AccountPrincipal(this.account).withConditions({
        Bool: { 'aws:MultiFactorAuthPresent': 'true' },
      }),
      maxSessionDuration: Duration.hours(4),
    });
    for (const statement of tableStatements(this, names.table, props.administration))
      this.administration.addToPrincipalPolicy(statement);
    if (this.tableKey) allowKeyUse(this.tableKey, this.administration);
    allowErasure(this.erasureKey, this.administration);
    this.invitationSecret = new ProcessSecret(this, 'InvitationSecret');
    new CfnOutput(this, 'TableName', { value: this.table.tableName });
  }

  private encryption({ replicas }: TableSettings): TableEncryptionV2 {
    if (!this.tableKey) return TableEncryptionV2.dynamoOwnedKey();
    const replicaKeys = Object.fromEntries(replicas.map(({ region, keyArn = '' }) => [region, keyArn]));
    return TableEncryptionV2.customerManagedKey(this.tableKey, replicaKeys);
  }
}

function retainedKey(scope: Construct, id: string, description: string, alias?: string): Key {
  return new Key(scope, id, {
    description,
    ...(alias && { alias }),
    enableKeyRotation: true,
    removalPolicy: RemovalPolicy.RETAIN,
    pendingWindow: Duration.days(30),
  });
}

/** What a caller of an encrypted table needs of its key; named one by one, because there is no wildcard in any policy. */
export function allowKeyUse(key: Key, role: Role): void {
  key.grant(
    role,
    'kms:Decrypt',
    'kms:DescribeKey',
    'kms:Encrypt',
    'kms:GenerateDataKey',
    'kms:ReEncryptFrom',
    'kms:ReEncryptTo',
  );
}

/** A new data key for a new user, and an old one opened to read. */
export function allowErasure(key: Key, role: Role): void {
  key.grant(role, 'kms:GenerateDataKey', 'kms:Decrypt');
}

/** What an update of an event's item may name: its key, and the key of a user, which is no part of the event. */
const BESIDE_AN_EVENT = ['PK', 'SK', 'userKey'];

/**
 * What no grant can undo, because a denial of the table itself is stronger: nobody scans, nobody changes an event (the key
 * of a user, which lies beside its first, may be destroyed), and only the administration deletes one. TTL is the service's own and is not concerned; no event has it.
 */
function guards(stack: Stack, { table, administrationRole }: Names): PolicyDocument {
  const resources = [tableArn(stack, table)];
  const everybody = new AnyPrincipal();
  const events = { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['events:*'] } };
  return new PolicyDocument({
    statements: [
      new PolicyStatement({
        sid: 'NobodyScans',
        effect: Effect.DENY,
        principals: [everybody],
        actions: [
          'dynamodb:Scan',
          'dynamodb:PartiQLDelete',
          'dynamodb:PartiQLInsert',
          'dynamodb:PartiQLSelect',
          'dynamodb:PartiQLUpdate',
        ],
        resources,
      }),
      new PolicyStatement({
        sid: 'EventsDoNotChange',
        effect: Effect.DENY,
        principals: [everybody],
        actions: ['dynamodb:UpdateItem'],
        resources,
        conditions: { ...events, 'ForAnyValue:StringNotEquals': { 'dynamodb:Attributes': BESIDE_AN_EVENT } },
      }),
      new PolicyStatement({
        sid: 'OnlyTheAdministrationDeletesEvents',
        effect: Effect.DENY,
        principals: [everybody],
        actions: ['dynamodb:DeleteItem', 'dynamodb:BatchWriteItem'],
        resources,
        conditions: {
          ...events,
          ArnNotEquals: {
            'aws:PrincipalArn': stack.formatArn({
              service: 'iam',
              region: '',
              resource: 'role',
              resourceName: administrationRole,
            }),
          },
        },
      }),
    ],
  });
}
