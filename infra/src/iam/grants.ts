import { ArnFormat, Stack, Token, Validations } from 'aws-cdk-lib';
import { Effect, PolicyStatement, type IRole, type Role } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/** Items whose partition key begins with a text, and the permitted actions. */
export interface TableGrant {
  /** `dynamodb:GetItem` and the like. */
  actions: readonly string[];
  /** `table`, or `index/<name>`. */
  resource: string;
  /** Patterns of partition keys, such as `account:*`. Absent: any item, and for actions without items. */
  leadingKeys?: readonly string[];
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html */
export function tableStatements(
  scope: Construct,
  tableName: string,
  grants: readonly TableGrant[],
): PolicyStatement[] {
  return grants.map(
    ({ actions, resource, leadingKeys }) =>
      new PolicyStatement({
        effect: Effect.ALLOW,
        actions: [...actions],
        resources: [tableArn(scope, tableName, resource === 'table' ? undefined : resource)],
        ...(leadingKeys && {
          conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [...leadingKeys] } },
        }),
      }),
  );
}

export function tableArn(scope: Construct, tableName: string, part?: string, region?: string): string {
  return Stack.of(scope).formatArn({
    service: 'dynamodb',
    ...(region !== undefined && { region }),
    resource: 'table',
    resourceName: part === undefined ? tableName : `${tableName}/${part}`,
    arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
  });
}

/** To read the stream, Lambda asks for the streams of the table, whose names end with their creation time. */
export function allowListingStreams(scope: Construct, role: Role, tableName: string): void {
  const streams = 'stream/*';
  role.addToPrincipalPolicy(
    new PolicyStatement({
      actions: ['dynamodb:ListStreams'],
      resources: [tableArn(scope, tableName, streams)],
    }),
  );
  const { account, region } = Stack.of(scope);
  const named = Token.isUnresolved(account) ? '<AWS::AccountId>' : account;
  Validations.of(role).acknowledge({
    id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:dynamodb:${region}:${named}:table/${tableName}/${streams}]`,
    reason: 'The streams of this table only: the name of a stream is not known before it exists.',
  });
}

/** Objects of any name, but only to add them or to write them again. */
export function allowStoringObjects(role: IRole, bucket: string): void {
  const resource = Stack.of(role).formatArn({
    ...{ service: 's3', region: '', account: '', resource: bucket, resourceName: '*' },
  });
  role.addToPrincipalPolicy(new PolicyStatement({ actions: ['s3:PutObject'], resources: [resource] }));
  Validations.of(role).acknowledge({
    id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:s3:::${bucket}/*]`,
    reason: 'Objects are named by account and time.',
  });
}
