import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import {
  Billing,
  Capacity,
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
import { cdkTableProps } from '@rollbook/single-table/provisioning';
import type { LogSettings, TableSettings } from '../settings/environment.js';
import { tableStatements, type TableGrant } from '../iam/grants.js';
import { tableGuards } from '../iam/table-guards.js';
import type { Names } from '../settings/names.js';
import { ProcessSecret } from '../parts/process-secret.js';
import { SignedLog } from '../parts/signed-log.js';

export interface DataStackProps extends StackProps {
  names: Names;
  settings: TableSettings;
  log?: LogSettings | undefined;
  administration: readonly TableGrant[];
}

/** What the other stacks know about the data, in the first region or in one that stands by. */
export interface Data {
  readonly tableStreamArn: string;
  /** The table's own key, if it has one. */
  readonly tableKey: IKey | undefined;
  readonly erasureKey: IKey;
  /** May delete what is otherwise stored forever. */
  readonly administration: IRole;
  /** For invitation tokens: known only to the API and the sender of the mails. */
  readonly invitationSecret: ISecret;
  /** None in a region that stands by: a fail-over ends the log. */
  readonly log?: SignedLog | undefined;
}

/** What must outlive every deployment: the table, the keys, and the role that may delete what is otherwise stored forever. */
export class DataStack extends Stack implements Data {
  readonly tableStreamArn: string;
  readonly tableKey: Key | undefined;
  readonly erasureKey: Key;
  readonly administration: Role;
  readonly invitationSecret: ISecret;
  readonly log: SignedLog | undefined;

  constructor(scope: Construct, id: string, props: DataStackProps) {
    super(scope, id, props);
    const { names, settings } = props;
    this.tableKey = settings.ownKey
      ? retainedKey(this, 'TableKey', 'Encrypts the table of Rollbook')
      : undefined;
    this.erasureKey = retainedKey(this, 'ErasureKey', "Makes the data keys of users' personal data", {
      alias: names.erasureKeyAlias,
      // Data encrypted in one region is decrypted in another, and a key cannot become a multi-region key later.
      multiRegion: true,
    });
    const tableProps = cdkTableProps(rollbookTable) as TablePropsV2;
    // The index has its own: otherwise only the account's quota would limit its cost.
    const { billing, ofIndex } = capacityOf(settings);
    const table = new TableV2(this, names.tableId, {
      ...tableProps,
      globalSecondaryIndexes: tableProps.globalSecondaryIndexes?.map((index) => ({ ...index, ...ofIndex })),
      tableName: names.table,
      billing,
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
      description: 'Runs the rollbook command on the table; the only role that may delete events',
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
    this.log = props.log && new SignedLog(this, 'Log', props.log.origin);
    new CfnOutput(this, 'TableName', { value: table.tableName });
    // The settings of a second region: `standbyOf`.
    new CfnOutput(this, 'ErasureKeyArn', { value: this.erasureKey.keyArn });
    new CfnOutput(this, 'InvitationSecretArn', { value: this.invitationSecret.secretArn });
  }

  private encryption({ replicas }: TableSettings): TableEncryptionV2 {
    if (!this.tableKey) return TableEncryptionV2.dynamoOwnedKey();
    const replicaKeys = Object.fromEntries(replicas.map(({ region, keyArn = '' }) => [region, keyArn]));
    return TableEncryptionV2.customerManagedKey(this.tableKey, replicaKeys);
  }
}

/** Up to the maxima, in either mode. */
function capacityOf({ maxReadUnits, maxWriteUnits, provisioned }: TableSettings) {
  if (!provisioned) {
    const maxima = { maxReadRequestUnits: maxReadUnits, maxWriteRequestUnits: maxWriteUnits };
    return { billing: Billing.onDemand(maxima), ofIndex: maxima };
  }
  const { minReadUnits, minWriteUnits, targetPercent: targetUtilizationPercent } = provisioned;
  const scaled = (minCapacity: number, maxCapacity: number) =>
    Capacity.autoscaled({ minCapacity, maxCapacity, seedCapacity: minCapacity, targetUtilizationPercent });
  const ofIndex = {
    readCapacity: scaled(minReadUnits, maxReadUnits),
    writeCapacity: scaled(minWriteUnits, maxWriteUnits),
  };
  return { billing: Billing.provisioned(ofIndex), ofIndex };
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

/** The permissions on its key that a caller of an encrypted table needs; listed one by one, because no policy has wildcards. */
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

/** Creates a data key for a new user, and decrypts existing ones. */
export function allowErasure(key: IKey, role: IRole): void {
  key.grant(role, 'kms:GenerateDataKey', 'kms:Decrypt');
}
