import { RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { AccountRootPrincipal, PolicyDocument, PolicyStatement, Role, type IRole } from 'aws-cdk-lib/aws-iam';
import { CfnReplicaKey, Key, type IKey } from 'aws-cdk-lib/aws-kms';
import { Secret, type ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import type { StandbySettings } from '../settings/environment.js';
import { tableStatements, type TableGrant } from '../iam/grants.js';
import type { Names } from '../settings/names.js';
import { allowErasure, allowKeyUse, type Data } from './data-stack.js';

export interface StandbyDataStackProps extends StackProps {
  names: Names;
  settings: StandbySettings;
  administration: readonly TableGrant[];
}

/** The data in a second region: the first region created the replica of the table and of its keys and secrets. */
export class StandbyDataStack extends Stack implements Data {
  readonly tableStreamArn: string;
  readonly tableKey: IKey | undefined;
  readonly erasureKey: IKey;
  readonly administration: IRole;
  readonly invitationSecret: ISecret;
  readonly log = undefined;

  constructor(scope: Construct, id: string, props: StandbyDataStackProps) {
    super(scope, id, props);
    const { names, settings } = props;
    this.tableStreamArn = settings.tableStreamArn;
    this.tableKey = settings.tableKeyArn ? Key.fromKeyArn(this, 'TableKey', settings.tableKeyArn) : undefined;
    this.erasureKey = this.replicaOf(settings.erasureKeyArn);
    this.administration = Role.fromRoleName(this, 'Administration', names.administrationRole);
    for (const statement of tableStatements(this, names.table, props.administration))
      this.administration.addToPrincipalPolicy(statement);
    if (this.tableKey) allowKeyUse(this.tableKey, this.administration);
    allowErasure(this.erasureKey, this.administration);
    this.invitationSecret = Secret.fromSecretCompleteArn(
      this,
      'InvitationSecret',
      settings.invitationSecretArn,
    );
  }

  /** Personal data of both regions is decrypted with the same key, even while the other region is down. */
  private replicaOf(primaryKeyArn: string): IKey {
    const replica = new CfnReplicaKey(this, 'ErasureKeyReplica', {
      primaryKeyArn,
      description: "Opens the data keys of users' personal data in a second region",
      pendingWindowInDays: 30,
      keyPolicy: new PolicyDocument({
        statements: [
          new PolicyStatement({
            principals: [new AccountRootPrincipal()],
            actions: ['kms:*'],
            resources: ['*'],
          }),
        ],
      }),
    });
    replica.applyRemovalPolicy(RemovalPolicy.RETAIN);
    return Key.fromKeyArn(this, 'ErasureKey', replica.attrArn);
  }
}
