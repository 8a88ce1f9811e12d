import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import {
  Billing,
  ContributorInsightsMode,
  TableEncryptionV2,
  TableV2,
  type TablePropsV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { AccountPrincipal, Role, type IRole } from 'aws-cdk-lib/aws-iam';
import { Key, type IKey, type KeyProps } from 'aws-cdk-lib/aws-kms';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { rollbookTable } from '#libs/directory';
import { cdkTableProps } from '#libs/single-table';
import type { TableSettings } from '../environment.js';
import { tableStatements, type TableGrant } from '../iam/grants.js';
import { tableGuards } from '../iam/table-guards.js';
import type { Names } from '../names.js';
import { ProcessSecret } from '../process-secret.js';

export interface DataStackProps extends StackProps {
  names: Names;
  settings: TableSettings;
  administration: readonly TableGrant[];
}

/** What the other stacks know of the data: of the first region, or of one that stands by. */
export interface Data {
  readonly tableStreamArn: string;
  /** The table's own key, where it has one. */
  readonly tableKey: IKey | undefined;
  /** Makes and opens the data keys that personal data in events is encrypted with. */
  readonly erasureKey: IKey;
  /** May delete what is kept for ever. */
  readonly administration: IRole;
  /** Makes the tokens of invitations: known to the API and to whoever sends the mails. */
  readonly invitationSecret: ISecret;
}

/** What must outlive every deployment: the table, the keys, and the role that may delete what is kept for ever. */
export class DataStack extends Stack implements Data {
  readonly tableStreamArn: string;
  readonly tableKey: Key | undefined;
  readonly erasureKey: Key;
  readonly administration: Role;
  readonly invitationSecret: ISecret;

  constructor(scope: Construct, id: string, props: DataStackProps) {
    super(scope, id, props);
    const { names, settings } = props;
    this.tableKey = settings.ownKey
      ? retainedKey(this, 'TableKey', 'Encrypts the table of Rollbook')
      : undefined;
    this.erasureKey = retainedKey(this, 'ErasureKey', "Makes the data keys of users' personal data", {
      alias: names.erasureKeyAlias,
      // What it made in one region is opened in another: what is not, cannot become so.
      multiRegion: true,
    });
    const tableProps = cdkTableProps(rollbookTable) as TablePropsV2;
    // The index has its own: without, only the account's quota would bound what it costs.
    const maxima = {
      maxReadRequestUnits: settings.maxReadUnits,
      maxWriteRequestUnits: settings.maxWriteUnits,
    };
    const table = new TableV2(this, 'Table', {
      ...tableProps,
      globalSecondaryIndexes: tableProps.globalSecondaryIndexes?.map((index) => ({ ...index, ...maxima })),
      tableName: names.table,
      billing: Billing.onDemand(maxima),
      encryption: this.encryption(settings),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: 35 },
      contributorInsightsSpecification: {
        enabled: settings.contributorInsights,
        ...(settings.contributorInsights && { mode: ContributorInsightsMode.THROTTLED_KEYS }),
      },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
      resourcePolicy: tableGuards(this, names, this.region),
      replicas: settings.replicas.map(({ region, guarded = false }) => ({
        region,
        deletionProtection: true,
        ...(guarded && { resourcePolicy: tableGuards(this, names, region) }),
        pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: 35 },
      })),
    });
    this.tableStreamArn = table.tableStreamArn!;
    this.administration = new Role(this, 'Administration', {
      roleName: names.administrationRole,
      description: "Runs the operator's command on the table, and alone may delete events",
      assumedBy: new AccountPrincipal(this.account).withConditions({
        Bool: { 'aws:MultiFactorAuthPresent': 'true' },
      }),
      maxSessionDuration: Duration.hours(4),
    });
    for (const each of [names.table, names.restoredTable])
      for (const statement of tableStatements(this, each, props.administration))
        this.administration.addToPrincipalPolicy(statement);
    if (this.tableKey) allowKeyUse(this.tableKey, this.administration);
    allowErasure(this.erasureKey, this.administration);
    this.invitationSecret = new ProcessSecret(this, 'InvitationSecret', {
      copiedTo: settings.replicas.map(({ region }) => region),
    }).secret;
    new CfnOutput(this, 'TableName', { value: table.tableName });
    // What a second region is told: `standbyOf`.
    new CfnOutput(this, 'ErasureKeyArn', { value: this.erasureKey.keyArn });
    new CfnOutput(this, 'InvitationSecretArn', { value: this.invitationSecret.secretArn });
  }

  private encryption({ replicas }: TableSettings): TableEncryptionV2 {
    if (!this.tableKey) return TableEncryptionV2.dynamoOwnedKey();
    const replicaKeys = Object.fromEntries(replicas.map(({ region, keyArn = '' }) => [region, keyArn]));
    return TableEncryptionV2.customerManagedKey(this.tableKey, replicaKeys);
  }
}

function retainedKey(scope: Construct, id: string, description: string, more: KeyProps = {}): Key {
  return new Key(scope, id, {
    description,
    ...more,
    enableKeyRotation: true,
    removalPolicy: RemovalPolicy.RETAIN,
    pendingWindow: Duration.days(30),
  });
}

/** What a caller of an encrypted table needs of its key; named one by one, because there is no wildcard in any policy. */
export function allowKeyUse(key: IKey, role: IRole): void {
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
export function allowErasure(key: IKey, role: IRole): void {
  key.grant(role, 'kms:GenerateDataKey', 'kms:Decrypt');
}
