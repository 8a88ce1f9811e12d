import { rollbookTable } from '#libs/directory';
import { AGGREGATE_KINDS } from '#libs/domain';
import { EVENT_TYPES, PATTERN_EXAMPLES } from '#libs/event-contracts';
import { ASSET_PATHS, PAGE_PATHS } from '#libs/pages';
import { createTableInput } from '@rollbook/single-table/provisioning';
import { inContainers, large, small, standby } from '../test-support/settings.js';
import { synthesize, type Resource, type Synthesized } from '../test-support/synthesize.js';

/** Properties the templates must have, by intent. Each `synthesize` also runs the AwsSolutions checks, and fails with them. */

let dev: Synthesized;
let everything: Synthesized;
let containers: Synthesized;
let copied: Synthesized;
let standingBy: Synthesized;
/** Functions with nothing in front of them. */
let alone: Synthesized;
beforeAll(async () => {
  dev = await synthesize('dev', small);
  copied = await synthesize('dev', {
    ...small,
    table: { ...small.table, replicas: [{ region: 'eu-west-1' }] },
  });
  everything = await synthesize('prod', large);
  containers = await synthesize('prod', inContainers);
  standingBy = await synthesize('prod-standby', standby);
  alone = await synthesize('dev', { ...small, api: { ...small.api, pages: false } });
});

test('what CloudFormation would refuse fails here', async () => {
  const tooLittle = { ...small, api: { ...small.api, memoryMb: 64 } };
  await expect(synthesize('dev', tooLittle)).rejects.toThrow(/[Vv]alidation/);
});

/** All but the CDK's, which puts files into a bucket. */
const ownFunctions = (app: Synthesized) =>
  app.all('AWS::Lambda::Function').filter(({ Properties }) => Properties.Runtime.startsWith('nodejs'));

const statementsOf = (policy: Resource) => {
  const { Statement } = (policy.Properties as { PolicyDocument: { Statement: Statement[] } }).PolicyDocument;
  return Statement;
};
interface Statement {
  Effect: string;
  Action: string | string[];
  Resource: unknown;
  Condition?: unknown;
}

/** The policies of the table itself, in each of its regions. */
const guardsOf = (app: Synthesized) =>
  (app.one('AWS::DynamoDB::GlobalTable').Properties.Replicas as GuardedReplica[]).flatMap(
    ({ Region: region, ResourcePolicy }) =>
      ResourcePolicy ? [{ region, Statement: ResourcePolicy.PolicyDocument.Statement }] : [],
  );
interface GuardedReplica {
  Region: string;
  ResourcePolicy?: { PolicyDocument: { Statement: Statement[] } };
}

test('a restored table takes the place of the first by a setting alone', async () => {
  const restored = await synthesize('dev', {
    ...small,
    table: { ...small.table, name: 'rollbook-dev-restored' },
  });
  const idsOf = (app: Synthesized) =>
    Object.entries(app.templates['data']!).flatMap(([id, { Type }]) =>
      /GlobalTable$/.test(Type) ? [id] : [],
    );
  // To CloudFormation it is another resource: the first leaves the stack, and is retained.
  expect(idsOf(restored)).toHaveLength(1);
  expect(idsOf(restored)).not.toEqual(idsOf(dev));
  expect(restored.one('AWS::DynamoDB::GlobalTable').Properties.TableName).toBe('rollbook-dev-restored');
  const text = JSON.stringify(restored.templates);
  expect(text).toContain('table/rollbook-dev-restored');
  expect(text).not.toMatch(/table\/rollbook-dev(?!-restored)/);
  // Names that are not the table's stay: subscribers know the bus, people the role.
  expect(restored.one('AWS::Events::EventBus').Properties.Name).toBe('rollbook-dev');
});

test('each environment says where its alarms go, and an environment whose alarms reach nobody is warned of', async () => {
  const email = 'on-call@rollbook.test';
  const mailed = await synthesize('dev', { ...small, alarms: { ...small.alarms, email } });
  expect(mailed.messages).toContain(
    `info: Alarms go to ${email}, once the subscription that AWS mails there is confirmed.`,
  );
  expect(mailed.all('AWS::SNS::Subscription').map(({ Properties }) => Properties.Endpoint)).toEqual([email]);
  const silent = await synthesize('dev', { ...small, alarms: { ...small.alarms, email: 'none' } });
  expect(silent.messages).toContain('warning: Alarms reach nobody: alarms.email is "none".');
  expect(silent.all('AWS::SNS::Subscription')).toEqual([]);
});

describe('the table', () => {
  const tableOf = (app: Synthesized) => app.one('AWS::DynamoDB::GlobalTable');

  test('is the one the code creates elsewhere: keys, index, stream and expiry', () => {
    const { Properties } = tableOf(dev);
    const local = createTableInput(rollbookTable, 'rollbook-dev');
    expect(Properties).toMatchObject({
      TableName: local.TableName,
      BillingMode: local.BillingMode,
      KeySchema: local.KeySchema,
      StreamSpecification: { StreamViewType: local.StreamSpecification?.StreamViewType },
      TimeToLiveSpecification: { AttributeName: rollbookTable.timeToLive, Enabled: true },
    });
    expect(Properties.AttributeDefinitions).toEqual(expect.arrayContaining(local.AttributeDefinitions ?? []));
    expect(Properties.GlobalSecondaryIndexes).toMatchObject(local.GlobalSecondaryIndexes ?? []);
  });

  test('survives the deletion of its stack, and of itself by mistake', () => {
    for (const app of [dev, everything, containers]) {
      expect(tableOf(app)).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
      for (const replica of tableOf(app).Properties.Replicas)
        expect(replica).toMatchObject({
          DeletionProtectionEnabled: true,
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 },
        });
    }
  });

  test('costs at most what its environment allows', () => {
    expect(tableOf(dev).Properties).toMatchObject({
      WriteOnDemandThroughputSettings: { MaxWriteRequestUnits: 500 },
    });
    expect(tableOf(dev).Properties.Replicas[0]).toMatchObject({
      ReadOnDemandThroughputSettings: { MaxReadRequestUnits: 500 },
    });
    // An index has its own maximum: without it, its capacity would be unlimited.
    for (const [app, reads, writes] of [
      [dev, 500, 500],
      [everything, 40_000, 20_000],
    ] as const) {
      expect(tableOf(app).Properties.GlobalSecondaryIndexes).toMatchObject([
        { IndexName: 'GSI1', WriteOnDemandThroughputSettings: { MaxWriteRequestUnits: writes } },
      ]);
      for (const replica of tableOf(app).Properties.Replicas)
        expect(replica).toMatchObject({
          ReadOnDemandThroughputSettings: { MaxReadRequestUnits: reads },
          GlobalSecondaryIndexes: [
            { IndexName: 'GSI1', ReadOnDemandThroughputSettings: { MaxReadRequestUnits: reads } },
          ],
        });
    }
  });

  test('has provisioned capacity that scales by itself where the environment says so', async () => {
    const provisioned = { minReadUnits: 50, minWriteUnits: 20, targetPercent: 70 };
    const app = await synthesize('dev', { ...small, table: { ...small.table, provisioned } });
    const { Properties } = tableOf(app);
    const scaled = (MinCapacity: number) => ({
      MinCapacity,
      MaxCapacity: 500,
      SeedCapacity: MinCapacity,
      TargetTrackingScalingPolicyConfiguration: { TargetValue: 70 },
    });
    const writes = { WriteCapacityAutoScalingSettings: scaled(20) };
    const reads = { ReadCapacityAutoScalingSettings: { MinCapacity: 50, MaxCapacity: 500 } };
    expect(Properties).toMatchObject({
      BillingMode: 'PROVISIONED',
      WriteProvisionedThroughputSettings: writes,
      GlobalSecondaryIndexes: [{ IndexName: 'GSI1', WriteProvisionedThroughputSettings: writes }],
    });
    expect(Properties.Replicas[0]).toMatchObject({
      ReadProvisionedThroughputSettings: reads,
      GlobalSecondaryIndexes: [{ IndexName: 'GSI1', ReadProvisionedThroughputSettings: reads }],
    });
  });

  test('has its own key, insights and copies elsewhere where the environment says so, and only there', () => {
    expect(tableOf(dev).Properties.SSESpecification).toEqual({ SSEEnabled: false });
    expect(tableOf(everything).Properties.SSESpecification).toEqual({ SSEEnabled: true, SSEType: 'KMS' });
    const regions = tableOf(everything).Properties.Replicas.map(
      (replica: { Region: string }) => replica.Region,
    );
    expect([...regions].sort()).toEqual(['eu-central-1', 'us-east-1']);
    expect(tableOf(everything).Properties.Replicas).toContainEqual(
      expect.objectContaining({
        Region: 'us-east-1',
        ContributorInsightsSpecification: { Enabled: true, Mode: 'THROTTLED_KEYS' },
      }),
    );
    expect(tableOf(dev).Properties.Replicas).toHaveLength(1);
  });

  test('keeps its keys, and the one that personal data is erased with', () => {
    const kept = (app: Synthesized) =>
      app
        .all('AWS::KMS::Key')
        .filter((key) => key.DeletionPolicy === 'Retain' && key.Properties.EnableKeyRotation);
    expect(kept(dev)).toHaveLength(1);
    expect(kept(everything)).toHaveLength(2);
  });
});

describe('what may be done', () => {
  const isWildcard = (resource: unknown) => JSON.stringify(resource)?.includes('*"');

  test('no policy names every resource, but for what has none', () => {
    for (const app of [dev, everything, containers, standingBy]) {
      // Every grant is in a policy of its own, and none is AWS's but for what CodeDeploy does with functions.
      for (const { Properties } of app.all('AWS::IAM::Role')) {
        expect(Properties.Policies).toBeUndefined();
        for (const arn of Properties.ManagedPolicyArns ?? [])
          expect(JSON.stringify(arn)).toContain('/AWSCodeDeployRoleForLambdaLimited"');
      }
      const policies = ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy'].flatMap((type) => app.all(type));
      const statements = policies.flatMap(statementsOf);
      const wide = statements.filter(({ Resource }) => [Resource].flat().some((each) => each === '*'));
      expect(wide.map(({ Action }) => Action)).toEqual(
        // The token of the image registry is no resource.
        wide.map(() => 'ecr:GetAuthorizationToken'),
      );
      const partly = statements.filter(({ Resource }) => [Resource].flat().some(isWildcard));
      for (const { Action } of partly)
        // The files of the dashboard are named by their content.
        expect(['dynamodb:ListStreams', 'ecr:GetAuthorizationToken', 's3:PutObject']).toContain(Action);
      for (const { Action } of statements)
        for (const action of [Action].flat()) expect(action).not.toContain('*');
    }
  });

  test('only the administration may scan, in one way, and no denial can be granted away', () => {
    for (const app of [dev, everything, containers]) {
      for (const policy of app.all('AWS::IAM::Policy')) {
        const allowed = statementsOf(policy).flatMap(({ Action }) => [Action].flat());
        const scans = new Set(allowed.filter((action) => /Scan|PartiQL|:\*/.test(action)));
        const { Roles } = policy.Properties as { Roles: unknown };
        const isAdministration = /administration/i.test(JSON.stringify(Roles));
        expect([...scans]).toEqual(isAdministration && scans.size > 0 ? ['dynamodb:Scan'] : []);
      }
      for (const { region, Statement } of guardsOf(app)) {
        const denial = Statement.find(({ Action }) => Action.includes('dynamodb:Scan'));
        expect(denial).toMatchObject({
          Effect: 'Deny',
          Principal: { AWS: '*' },
          Action: expect.arrayContaining(['dynamodb:Scan', 'dynamodb:PartiQLSelect']),
          Condition: { ArnNotEquals: { 'aws:PrincipalArn': expect.any(Array) as unknown } },
        });
        // A table's policy covers its indexes only if it names them.
        const resources = JSON.stringify(denial?.Resource);
        expect(resources).toMatch(new RegExp(`dynamodb:${region}:[^]*:table/rollbook-(dev|prod)"`));
        expect(resources).toMatch(
          new RegExp(`dynamodb:${region}:[^]*:table/rollbook-(dev|prod)/index/GSI1"`),
        );
      }
    }
  });

  test('each copy has the guards too, once it is there to be guarded', () => {
    const regions = (app: Synthesized) => guardsOf(app).map(({ region }) => region);
    expect(regions(dev)).toEqual(['eu-central-1']);
    expect(regions(everything).sort()).toEqual(['eu-central-1', 'us-east-1']);
    // CloudFormation cannot create a replica elsewhere and attach its policy in one deployment.
    expect(regions(copied)).toEqual(['eu-central-1']);
  });

  test('the guards leave the service alone that copies the table', () => {
    for (const { Statement } of guardsOf(everything)) {
      expect(Statement).toHaveLength(3);
      for (const { Condition } of Statement)
        expect(JSON.stringify((Condition as Record<string, unknown>)['ArnNotEquals'])).toContain(
          ':role/aws-service-role/replication.dynamodb.amazonaws.com/AWSServiceRoleForDynamoDBReplication',
        );
    }
  });

  test('only the administration may delete events, and nobody may change more of them than erases personal data', () => {
    const [guards] = guardsOf(dev);
    const Statement = guards?.Statement;
    const role = (path: string) => ({
      'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, `:iam::111122223333:role/${path}`]],
    });
    const replication = role(
      'aws-service-role/replication.dynamodb.amazonaws.com/AWSServiceRoleForDynamoDBReplication',
    );
    const ofEvents = { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': ['events:*'] } };
    expect(Statement).toContainEqual(
      expect.objectContaining({
        Effect: 'Deny',
        Principal: { AWS: '*' },
        Action: ['dynamodb:DeleteItem', 'dynamodb:BatchWriteItem'],
        Condition: {
          ...ofEvents,
          ArnNotEquals: { 'aws:PrincipalArn': [role('rollbook-dev-administration'), replication] },
        },
      }),
    );
    expect(Statement).toContainEqual(
      expect.objectContaining({
        Effect: 'Deny',
        Principal: { AWS: '*' },
        Action: 'dynamodb:UpdateItem',
        // An erasure destroys the key next to an event, which is not part of it.
        Condition: {
          ...ofEvents,
          'ForAnyValue:StringNotEquals': { 'dynamodb:Attributes': ['PK', 'SK', 'userKey'] },
          ArnNotEquals: { 'aws:PrincipalArn': [replication] },
        },
      }),
    );
    const roles = dev
      .all('AWS::IAM::Role')
      .filter((role) => role.Properties.RoleName === 'rollbook-dev-administration');
    expect(roles).toHaveLength(1);
    // It also checks and repairs a table restored in a drill.
    const [policy] = dev
      .all('AWS::IAM::Policy')
      .filter(({ Properties }) => Properties.PolicyName.startsWith('Administration'));
    const tables = policy ? JSON.stringify(statementsOf(policy)) : '';
    for (const table of ['rollbook-dev', 'rollbook-dev-restored']) {
      expect(tables).toContain(`:table/${table}"`);
      expect(tables).toContain(`:table/${table}/index/GSI1"`);
    }
  });
});

describe('the bus', () => {
  test('keeps what it took, and knows the schema of every event', () => {
    expect(dev.one('AWS::Events::Archive').Properties).toMatchObject({ RetentionDays: 7 });
    const names = dev
      .all('AWS::EventSchemas::Schema')
      .map(({ Properties }) => Properties.SchemaName as string);
    for (const type of EVENT_TYPES) expect(names.join(' ')).toContain(`rollbook@${type}.`);
    expect(names).toContain('rollbook@cloudevent');
  });

  test('has a rule for each example of a subscriber, with a queue for what could not be delivered', () => {
    const rulesOf = (app: Synthesized) =>
      Object.values(app.templates['events'] ?? {}).filter(({ Type }) => Type === 'AWS::Events::Rule');
    const rules = rulesOf(dev);
    expect(rules.map(({ Properties }) => Properties.Description)).toEqual(
      PATTERN_EXAMPLES.map(({ need }) => need),
    );
    expect(rules.map(({ Properties }) => Properties.EventPattern)).toEqual(
      PATTERN_EXAMPLES.map(({ pattern }) => pattern),
    );
    for (const { Properties } of rules) expect(Properties.Targets[0].DeadLetterConfig.Arn).toBeDefined();
    expect(rulesOf(everything)).toEqual([]);
  });

  test('lets accounts of the organisation subscribe, and only them, where there is one', () => {
    expect(dev.all('AWS::Events::EventBusPolicy')).toEqual([]);
    const statements = everything
      .all('AWS::Events::EventBusPolicy')
      .map(({ Properties }) => Properties.Statement);
    for (const { Condition } of statements)
      expect(Condition).toMatchObject({
        StringEquals: { 'aws:PrincipalOrgID': 'o-a1b2c3d4e5' },
        StringEqualsIfExists: { 'events:creatorAccount': '${aws:PrincipalAccount}' },
      });
    const [subscribing, ...managing] = statements;
    expect(subscribing).toMatchObject({
      Action: 'events:PutRule',
      Condition: { StringEqualsIfExists: { 'events:source': 'rollbook' } },
    });
    const actions = managing.flatMap(({ Action }) => Action);
    expect(actions).toHaveLength(7);
    for (const action of actions)
      expect(action).toMatch(
        /^events:((Delete|Describe|Disable|Enable)Rule|(ListTargetsByRule|(Put|Remove)Targets))$/,
      );
    expect(dev.all('AWS::EventSchemas::RegistryPolicy')).toEqual([]);
    const [reading] = everything.one('AWS::EventSchemas::RegistryPolicy').Properties.Policy.Statement;
    expect(reading.Condition.StringEquals).toEqual({ 'aws:PrincipalOrgID': 'o-a1b2c3d4e5' });
    for (const action of reading.Action) expect(action).toMatch(/^schemas:(Describe|Export|List|Search)/);
  });
});

const SWEEPS = [
  'Memberships that end, and stalled jobs',
  'States up to when feeds are complete, while somebody reads one',
];

describe('the stream processors', () => {
  test('give up failing records within a limited time, into a queue, and hold nobody else up', () => {
    const mappings = everything.all('AWS::Lambda::EventSourceMapping');
    expect(mappings).toHaveLength(3);
    for (const { Properties } of mappings) {
      expect(Properties).toMatchObject({
        BisectBatchOnFunctionError: true,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        MaximumRecordAgeInSeconds: 20 * 60 * 60,
        StartingPosition: 'TRIM_HORIZON',
      });
      expect(Properties.DestinationConfig.OnFailure.Destination).toBeDefined();
    }
    // A feed that passed over a commit would say that it is complete.
    expect(mappings.map(({ Properties }) => Properties.MaximumRetryAttempts)).toEqual([
      20,
      undefined,
      undefined,
    ]);
  });

  test('feeds and counts go by shard: their functions know which, and process a shard in order', () => {
    const [publisher, feeder, projector] = everything.all('AWS::Lambda::EventSourceMapping');
    expect(publisher?.Properties).toMatchObject({ ParallelizationFactor: 10 });
    expect(publisher?.Properties.TumblingWindowInSeconds).toBeUndefined();
    expect(projector?.Properties).toMatchObject({
      TumblingWindowInSeconds: 900,
      MaximumBatchingWindowInSeconds: 1,
    });
    // Guards and other copies wait for it.
    expect(feeder?.Properties).toMatchObject({ TumblingWindowInSeconds: 900, BatchSize: 1_000 });
    expect(feeder?.Properties.MaximumBatchingWindowInSeconds).toBeUndefined();
    for (const each of [feeder, projector]) expect(each?.Properties.ParallelizationFactor).toBeUndefined();
  });

  test('are called each minute for what no record asks for, where they are functions', () => {
    const sweepsOf = (app: Synthesized) =>
      app
        .all('AWS::Events::Rule')
        .filter(({ Properties }) => SWEEPS.includes(Properties.Description as string));
    expect(sweepsOf(dev)).toHaveLength(2);
    for (const { Properties } of sweepsOf(dev)) {
      expect(Properties.ScheduleExpression).toBe('rate(1 minute)');
      expect(Properties.Targets).toHaveLength(1);
    }
    expect(sweepsOf(containers)).toEqual([]);
  });

  test('only head items reach the publisher', () => {
    const [publisher] = dev.all('AWS::Lambda::EventSourceMapping');
    const patterns = publisher?.Properties.FilterCriteria.Filters.map((filter: { Pattern: string }) =>
      JSON.parse(filter.Pattern),
    );
    expect(patterns).toEqual([
      { eventName: ['INSERT', 'MODIFY'], dynamodb: { NewImage: { entity: { S: [...AGGREGATE_KINDS] } } } },
    ]);
  });
});

describe("Rollbook's own subscribers", () => {
  const functionsOf = (app: Synthesized) =>
    app.all('AWS::Lambda::Function').map(({ Properties }) => String(Properties.Description));

  test('are the webhooks, and the mails of invitations where somebody sends them', () => {
    expect(functionsOf(dev)).toContain("Delivers events to the tenants' own systems");
    expect(functionsOf(dev)).not.toContain('Sends invitation emails');
    for (const app of [everything, containers]) expect(functionsOf(app)).toContain('Sends invitation emails');
  });

  test('lose no event that they could not take', () => {
    const rules = everything
      .all('AWS::Events::Rule')
      .filter(({ Properties }) => !SWEEPS.includes(Properties.Description as string))
      .flatMap(({ Properties }) => Properties.Targets);
    expect(rules.length).toBeGreaterThanOrEqual(3);
    for (const target of rules) expect(target.DeadLetterConfig.Arn).toBeDefined();
    const calls = everything.all('AWS::Lambda::EventInvokeConfig');
    expect(calls).toHaveLength(2);
    for (const { Properties } of calls)
      expect(Properties.DestinationConfig.OnFailure.Destination).toBeDefined();
  });

  test('send mails from the one domain, and know the secret that the API makes tokens with', () => {
    const sends = everything
      .all('AWS::IAM::Policy')
      .flatMap(statementsOf)
      .filter(({ Action }) => Action === 'ses:SendEmail');
    expect(sends).toHaveLength(1);
    expect(JSON.stringify(sends[0]?.Resource)).toContain(':identity/rollbook.test');
    const secrets = everything
      .all('AWS::Lambda::Function')
      .map(({ Properties }) => Properties.Environment?.Variables?.ROLLBOOK_INVITATION_SECRET)
      .filter((secret) => secret !== undefined);
    expect(secrets).toHaveLength(2);
    expect(secrets[0]).toEqual(secrets[1]);
  });
});

test('several tasks have a way out of each zone, one task has one', async () => {
  const gateways = (app: Synthesized) => app.all('AWS::EC2::NatGateway').length;
  expect(gateways(containers)).toBe(2);
  const apiTasks = { min: 1, max: 10 };
  const one = { ...inContainers, containers: { ...inContainers.containers!, apiTasks } };
  expect(gateways(await synthesize('prod', one))).toBe(1);
});

test('the functions have instances of their own where the environment reserves them', () => {
  const reserved = (app: Synthesized) =>
    app
      .all('AWS::Lambda::Function')
      .flatMap(({ Properties }) => Properties.ReservedConcurrentExecutions ?? []);
  expect(reserved(dev)).toEqual([]);
  expect(reserved(everything)).toEqual([40, 40, 40, 500]);
});

test('a code cache is shipped to the architecture and the Node that it was made on, and to no other', async () => {
  expect(dev.withCodeCache).toBe(5);
  const builtOn = (architecture: string, nodeMajor: number) => ({ architecture, nodeMajor });
  expect((await synthesize('dev', small, builtOn('x64', 24))).withCodeCache).toBe(0);
  expect((await synthesize('dev', small, builtOn('arm64', 20))).withCodeCache).toBe(0);
  const onX64 = await synthesize('dev', { ...small, architecture: 'x64' }, builtOn('x64', 24));
  expect(onX64.withCodeCache).toBe(5);
  for (const { Properties } of ownFunctions(onX64)) expect(Properties.Architectures).toEqual(['x86_64']);
});

test('alarms and unexpected costs reach their subscribers, from this account only', () => {
  for (const app of [everything, containers]) {
    const { PolicyDocument } = app.one('AWS::SNS::TopicPolicy').Properties;
    for (const service of ['cloudwatch.amazonaws.com', 'costalerts.amazonaws.com'])
      expect(PolicyDocument.Statement).toContainEqual(
        expect.objectContaining({
          Effect: 'Allow',
          Principal: { Service: service },
          Action: 'sns:Publish',
          Condition: { StringEquals: { 'aws:SourceAccount': '111122223333' } },
        }),
      );
    // With a key, CloudWatch would need access to it, too.
    expect(app.one('AWS::SNS::Topic').Properties.KmsMasterKeyId).toBeUndefined();
    // Whoever deploys sees what rolls the deployment back; parts of another alarm say nothing themselves.
    const alarms = app.all('AWS::CloudWatch::Alarm').map(({ Properties }) => Properties);
    for (const { AlarmDescription, AlarmActions } of alarms)
      if (!/^(Rolls back|Part of)/.test(AlarmDescription)) expect(AlarmActions).toHaveLength(1);
  }
});

describe('the API', () => {
  test('runs on arm64, with the tokens of its environment', () => {
    const functions = ownFunctions(dev);
    expect(functions).toHaveLength(5);
    for (const { Properties } of functions) expect(Properties.Architectures).toEqual(['arm64']);
    const api = functions.find(({ Properties }) => Properties.Description === 'The HTTP API of Rollbook');
    expect(api?.Properties.Environment.Variables).toMatchObject({
      ROLLBOOK_TABLE: 'rollbook-dev',
      ROLLBOOK_JWT_ISSUER: small.tokens.issuer,
      ROLLBOOK_JWT_AUDIENCE: 'rollbook',
      ROLLBOOK_JWKS_URL: small.tokens.jwksUrl,
    });
    expect(JSON.stringify(api?.Properties.Environment.Variables.ROLLBOOK_CURSOR_SECRET)).toContain(
      'resolve:secretsmanager',
    );
  });

  test('knows where people sign in, and the client secrets from Secrets Manager alone', () => {
    const variablesOf = (app: Synthesized) =>
      app
        .all('AWS::Lambda::Function')
        .find(({ Properties }) => Properties.Description === 'The HTTP API of Rollbook')?.Properties
        .Environment.Variables as Record<string, unknown>;
    expect(variablesOf(dev)).not.toHaveProperty('ROLLBOOK_SIGN_IN_PROVIDERS');
    const { ROLLBOOK_PUBLIC_URL: url, ...variables } = variablesOf(everything);
    expect(url).toBe('https://api.rollbook.test');
    expect(JSON.parse(String(variables['ROLLBOOK_SIGN_IN_PROVIDERS']))).toEqual([
      expect.not.objectContaining({ clientSecretArn: expect.anything() }),
    ]);
    expect(JSON.stringify(variables['ROLLBOOK_SIGN_IN_SECRET_KEY_CLOAK'])).toContain(
      'resolve:secretsmanager',
    );
    const tasks = containers
      .all('AWS::ECS::TaskDefinition')
      .map(({ Properties }) => JSON.stringify(Properties));
    expect(tasks.filter((task) => task.includes('ROLLBOOK_SIGN_IN_SECRET_KEY_CLOAK'))).toHaveLength(1);
    expect(tasks.join()).not.toContain('resolve:secretsmanager');
  });

  test('is behind its domain and a firewall that cannot be bypassed, if configured', () => {
    for (const app of [dev, alone]) expect(app.all('AWS::WAFv2::WebACL')).toEqual([]);
    expect(everything.one('AWS::WAFv2::WebACL').Properties.Scope).toBe('CLOUDFRONT');
    const { Properties } = everything.one('AWS::CloudFront::Distribution');
    expect(Properties.DistributionConfig.Aliases).toEqual(['api.rollbook.test']);
    expect(Properties.DistributionConfig.WebACLId).toBeDefined();
    expect(everything.all('AWS::Route53::RecordSet')).toHaveLength(2);
  });

  test('answers only what comes through its distribution, where it has one', () => {
    const secretOf = (app: Synthesized) =>
      ownFunctions(app).find(({ Properties }) => Properties.Description === 'The HTTP API of Rollbook')
        ?.Properties.Environment.Variables.ROLLBOOK_EDGE_SECRET;
    for (const app of [dev, everything]) {
      const { Origins } = app.one('AWS::CloudFront::Distribution').Properties.DistributionConfig;
      expect(Origins[0].OriginCustomHeaders).toEqual([
        { HeaderName: 'x-rollbook-edge', HeaderValue: secretOf(app) },
      ]);
      // Nobody else is told.
      expect(JSON.stringify(Origins.slice(1))).not.toContain('resolve:');
    }
    for (const app of [alone, standingBy]) {
      expect(app.all('AWS::CloudFront::Distribution')).toEqual([]);
      expect(secretOf(app)).toBeUndefined();
    }
  });

  test('trusts its proxies on where a request comes from, and nobody else', () => {
    const ofApi = (app: Synthesized) =>
      app
        .all('AWS::Lambda::Function')
        .find(({ Properties }) => Properties.Description === 'The HTTP API of Rollbook')?.Properties
        .Environment.Variables;
    expect(ofApi(alone)).not.toHaveProperty('ROLLBOOK_TRUSTED_PROXIES');
    for (const app of [dev, everything]) expect(ofApi(app)).toHaveProperty('ROLLBOOK_TRUSTED_PROXIES', '2');
    const [task] = containers.all('AWS::ECS::TaskDefinition');
    expect(task?.Properties.ContainerDefinitions[0].Environment).toContainEqual({
      Name: 'ROLLBOOK_TRUSTED_PROXIES',
      Value: '1',
    });
  });

  test('runs in containers instead, with the stream processors, where the environment says so', () => {
    expect(Object.keys(containers.templates)).not.toContain('api');
    expect(Object.keys(containers.templates)).not.toContain('processors');
    expect(containers.all('AWS::ECS::Service')).toHaveLength(2);
    expect(containers.one('AWS::WAFv2::WebACL').Properties.Scope).toBe('REGIONAL');
    const commands = containers
      .all('AWS::ECS::TaskDefinition')
      .map(({ Properties }) => Properties.ContainerDefinitions[0].Command[0]);
    expect(commands).toEqual(['dist/programs/api.js', 'dist/programs/stream-processor.js']);
  });
});

describe('the pages', () => {
  const distributionOf = (app: Synthesized) =>
    app.one('AWS::CloudFront::Distribution').Properties.DistributionConfig;

  test('are there unless the environment does without them, and containers serve them themselves', () => {
    // That of the log's mark has versions.
    const ofPages = (app: Synthesized) =>
      app.all('AWS::S3::Bucket').filter(({ Properties }) => !Properties.VersioningConfiguration);
    for (const app of [dev, everything]) expect(ofPages(app)).toHaveLength(1);
    for (const app of [alone, containers, standingBy]) {
      expect(ofPages(app)).toEqual([]);
      expect(app.all('AWS::CloudFront::Distribution')).toEqual([]);
    }
  });

  test('have addresses of their own, and every other one is the API’s', () => {
    for (const app of [dev, everything]) {
      const { CacheBehaviors, DefaultCacheBehavior, Origins } = distributionOf(app);
      const [api, pages] = Origins;
      expect(DefaultCacheBehavior).toMatchObject({
        TargetOriginId: api.Id,
        AllowedMethods: expect.arrayContaining(['DELETE', 'PATCH', 'POST', 'PUT']),
        ViewerProtocolPolicy: 'https-only',
      });
      expect(DefaultCacheBehavior.FunctionAssociations).toBeUndefined();
      expect(CacheBehaviors.map(({ PathPattern }: { PathPattern: string }) => PathPattern)).toEqual([
        ...PAGE_PATHS,
        ASSET_PATHS,
      ]);
      for (const behavior of CacheBehaviors)
        expect(behavior).toMatchObject({
          TargetOriginId: pages.Id,
          AllowedMethods: ['GET', 'HEAD'],
          ViewerProtocolPolicy: 'redirect-to-https',
        });
    }
  });

  test('no error is kept, as it would be shown to somebody else', () => {
    const kept = distributionOf(dev).CustomErrorResponses.map(
      ({ ErrorCode, ErrorCachingMinTTL }: Record<string, number>) => [ErrorCode, ErrorCachingMinTTL],
    );
    // Each status that CloudFront caches: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/HTTPStatusCodes.html
    expect(kept).toEqual(
      expect.arrayContaining([400, 403, 404, 405, 414, 500, 501, 502, 503, 504].map((status) => [status, 0])),
    );
  });

  test('are in a bucket that nobody reads but this distribution', () => {
    const resources = dev.templates['api'] ?? {};
    expect(dev.one('AWS::S3::Bucket').Properties.PublicAccessBlockConfiguration).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
    const [id] =
      Object.entries(resources).find(([, { Type }]) => Type === 'AWS::CloudFront::Distribution') ?? [];
    const { Statement } = dev.one('AWS::S3::BucketPolicy').Properties.PolicyDocument;
    const allowed = (Statement as Statement[]).filter(({ Effect }) => Effect === 'Allow');
    expect(allowed.flatMap(({ Action }) => Action)).toEqual(['s3:GetObject', 's3:ListBucket']);
    for (const statement of allowed) {
      expect(statement).toMatchObject({ Principal: { Service: 'cloudfront.amazonaws.com' } });
      expect(JSON.stringify(statement.Condition)).toContain(`"Ref":"${id}"`);
    }
    const [, pages] = distributionOf(dev).Origins;
    expect(pages.OriginAccessControlId).toBeDefined();
    expect(
      dev.one('AWS::CloudFront::OriginAccessControl').Properties.OriginAccessControlConfig,
    ).toMatchObject({
      SigningBehavior: 'always',
      SigningProtocol: 'sigv4',
    });
  });

  test('are replaced when the API’s new version has all requests, files first, and nothing is deleted', () => {
    const resources = dev.templates['api'] ?? {};
    const uploads = Object.entries(resources).filter(
      ([, { Type }]) => Type === 'Custom::CDKBucketDeployment',
    );
    const [[filesId, files], [, page]] = uploads as [[string, Resource], [string, Resource]];
    expect(files.Properties).toMatchObject({ Exclude: ['index.html'], Prune: false });
    expect(page.Properties).toMatchObject({ Exclude: ['*'], Include: ['index.html'], Prune: false });
    const [alias] = Object.entries(resources).find(([, { Type }]) => Type === 'AWS::Lambda::Alias') ?? [];
    expect(page.DependsOn).toEqual(expect.arrayContaining([filesId, alias]));
  });
});

describe('containers', () => {
  const zonesOf = (app: Synthesized) =>
    [
      ...new Set(
        app.all('AWS::EC2::Subnet').map(({ Properties }) => JSON.stringify(Properties.AvailabilityZone)),
      ),
    ].map((zone) => JSON.parse(zone) as unknown);

  test('stand in two zones that CloudFormation chooses, or in those of the settings', async () => {
    expect(zonesOf(containers)).toEqual(
      [0, 1].map((index) => ({ 'Fn::Select': [index, { 'Fn::GetAZs': '' }] })),
    );
    const zones = ['eu-central-1a', 'eu-central-1b', 'eu-central-1c'];
    const settings = { ...inContainers, containers: { ...inContainers.containers!, zones } };
    expect(zonesOf(await synthesize('prod', settings))).toEqual(zones);
  });

  test("are given secrets when they start: none is in a task's definition", () => {
    const definitions = containers
      .all('AWS::ECS::TaskDefinition')
      .flatMap(({ Properties }) => Properties.ContainerDefinitions);
    for (const { Environment: variables, Secrets } of definitions) {
      expect(JSON.stringify(variables)).not.toContain('resolve:');
      expect(Secrets).toContainEqual({
        Name: 'OTEL_EXPORTER_OTLP_HEADERS',
        ValueFrom: large.traces?.headersSecretArn,
      });
    }
  });
});

test('a function that has a secret in its environment has a key that encrypts it', () => {
  for (const app of [dev, everything, containers])
    for (const { Properties } of app.all('AWS::Lambda::Function'))
      if (JSON.stringify(Properties.Environment?.Variables ?? {}).includes('resolve:secretsmanager'))
        expect(Properties.KmsKeyArn).toBeDefined();
});

describe('a second region', () => {
  let second: Synthesized;
  beforeAll(async () => {
    second = await synthesize('prod-standby', standby);
  });

  test('uses the copy of the table, and makes nothing that the first region has made for both', () => {
    expect(second.all('AWS::DynamoDB::GlobalTable')).toEqual([]);
    expect(second.all('AWS::CE::AnomalyMonitor')).toEqual([]);
    for (const { Properties } of second.all('AWS::IAM::Role')) expect(Properties.RoleName).toBeUndefined();
    const [api] = second
      .all('AWS::Lambda::Function')
      .filter(({ Properties }) => Properties.Description === 'The HTTP API of Rollbook');
    expect(api?.Properties.Environment.Variables.ROLLBOOK_TABLE).toBe('rollbook-prod');
    expect(second.one('AWS::Events::EventBus').Properties.Name).toBe('rollbook-prod');
  });

  test('opens the personal data of the first, and knows the secret of its invitations', () => {
    const [erasure] = everything
      .all('AWS::KMS::Key')
      .filter(({ Properties }) => Properties.Description.includes('personal data'));
    expect(erasure?.Properties.MultiRegion).toBe(true);
    expect(second.one('AWS::KMS::ReplicaKey')).toMatchObject({
      DeletionPolicy: 'Retain',
      Properties: { PrimaryKeyArn: standby.standbyOf?.erasureKeyArn },
    });
    const copied = everything
      .all('AWS::SecretsManager::Secret')
      .flatMap(({ Properties }) => Properties.ReplicaRegions ?? []);
    expect(copied).toEqual([{ Region: 'eu-central-1' }]);
    const secrets = second
      .all('AWS::Lambda::Function')
      .flatMap(({ Properties }) => Properties.Environment?.Variables?.ROLLBOOK_INVITATION_SECRET ?? []);
    expect(secrets).toHaveLength(2);
    for (const secret of secrets) expect(secret).toContain(standby.standbyOf?.invitationSecretArn);
  });

  const atRest = (app: Synthesized) => ({
    mappings: app
      .all('AWS::Lambda::EventSourceMapping')
      .map(({ Properties }) => Properties.Enabled !== false),
    schedules: app
      .all('AWS::Events::Rule')
      .filter(({ Properties }) => Properties.ScheduleExpression)
      .map(({ Properties }) => Properties.State),
    throttle: app.one('AWS::ApiGatewayV2::Stage').Properties.DefaultRouteSettings.ThrottlingRateLimit,
  });

  test('rests until it is made active, as a region does that is fenced', () => {
    const resting = { mappings: Array(3).fill(false), schedules: Array(3).fill('DISABLED'), throttle: 0 };
    expect(atRest(second)).toEqual(resting);
    expect(atRest(dev)).toEqual({
      mappings: Array(3).fill(true),
      schedules: Array(3).fill('ENABLED'),
      throttle: small.api.throttle.perSecond,
    });
    for (const { Properties } of second.all('AWS::Lambda::EventSourceMapping'))
      expect(Properties.EventSourceArn).toBe(standby.standbyOf?.tableStreamArn);
  });

  test('rests in containers too', async () => {
    const fenced = await synthesize('prod', { ...inContainers, active: false });
    expect(fenced.all('AWS::ECS::Service').map(({ Properties }) => Properties.DesiredCount)).toEqual([0, 0]);
    expect(fenced.one('AWS::ApplicationAutoScaling::ScalableTarget').Properties).toMatchObject({
      MinCapacity: 0,
      MaxCapacity: 0,
    });
  });
});

test('spans go where the environment says, from what makes any, and jobs run as fast as it lets them', () => {
  const variables = (app: typeof dev) =>
    Object.fromEntries(
      app
        .all('AWS::Lambda::Function')
        .map(({ Properties }) => [String(Properties.Description), Properties.Environment?.Variables ?? {}]),
    );
  const traced = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otlp.rollbook.test',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.1',
    OTEL_EXPORTER_OTLP_HEADERS: expect.stringContaining('{{resolve:secretsmanager:arn:aws'),
  };
  const large = variables(everything);
  expect(large['The HTTP API of Rollbook']).toMatchObject(traced);
  expect(large['Publishes what changes']).toMatchObject(traced);
  expect(large['Keeps copies current and runs jobs']).toMatchObject({
    ...traced,
    ROLLBOOK_JOB_CHUNKS_PER_SECOND: '20',
  });
  expect(JSON.stringify(variables(dev))).not.toMatch(/OTEL|CHUNKS/);
  expect(JSON.stringify(containers.all('AWS::ECS::TaskDefinition'))).toMatch(/OTEL_EXPORTER_OTLP_ENDPOINT/);
});

describe('a deployment', () => {
  test('of the API begins with a tenth of the requests, and is rolled back by errors', () => {
    for (const app of [dev, everything]) {
      const alarms = app.one('AWS::CodeDeploy::DeploymentGroup').Properties.AlarmConfiguration.Alarms;
      expect(alarms).toHaveLength(2);
      expect(app.one('AWS::CodeDeploy::DeploymentConfig').Properties.TrafficRoutingConfig).toMatchObject({
        Type: 'TimeBasedCanary',
        TimeBasedCanary: { CanaryInterval: 5, CanaryPercentage: 10 },
      });
      expect(app.one('AWS::Lambda::Alias')).toMatchObject({
        UpdatePolicy: { CodeDeployLambdaAliasUpdate: expect.anything() },
      });
      expect(app.one('AWS::ApiGatewayV2::Integration').Properties.IntegrationUri).toMatchObject({
        Ref: expect.stringMatching(/^Live/),
      });
    }
  });

  const roleOf = (app: Synthesized) =>
    Object.values(app.templates['deployment'] ?? {}).find(({ Type }) => Type === 'AWS::IAM::Role');

  test('may come from one environment of one repository, which may take on the roles of the bootstrap only', () => {
    expect(roleOf(dev)).toBeUndefined();
    expect(roleOf(everything)?.Properties.AssumeRolePolicyDocument.Statement).toMatchObject([
      {
        Action: 'sts:AssumeRoleWithWebIdentity',
        Condition: {
          StringEquals: {
            'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
            'token.actions.githubusercontent.com:sub': 'repo:acme/rollbook:environment:prod',
          },
        },
      },
    ]);
    const policies = Object.values(everything.templates['deployment'] ?? {}).filter(
      ({ Type }) => Type === 'AWS::IAM::Policy',
    );
    expect(policies.flatMap(statementsOf).map(({ Action }) => Action)).toEqual(['sts:AssumeRole']);
  });
});

test('what stores events in S3 may put objects into its bucket, only where one is named', () => {
  const storing = (app: Synthesized) =>
    app
      .all('AWS::IAM::Policy')
      .flatMap(statementsOf)
      .filter(({ Resource }) => JSON.stringify(Resource).includes(':s3:::acme-logs'));
  for (const app of [everything, containers]) {
    expect(storing(app).map(({ Action }) => Action)).toEqual(['s3:PutObject']);
    expect(JSON.stringify(app.templates).match(/ROLLBOOK_LOG_BUCKET_PERSONAL_DATA/g)).toHaveLength(1);
  }
  expect(/ROLLBOOK_LOG_BUCKET/.test(JSON.stringify(dev.templates))).toBe(false);
});

describe('the signed log', () => {
  const keysOf = (app: Synthesized) =>
    app.all('AWS::KMS::Key').filter(({ Properties }) => Properties.KeySpec === 'ECC_NIST_EDWARDS25519');

  test('has a key of Ed25519 and a mark, which outlive the deployment, only where it is named', () => {
    for (const app of [everything, containers]) {
      const [key] = keysOf(app);
      expect(key).toMatchObject({ DeletionPolicy: 'Retain', Properties: { KeyUsage: 'SIGN_VERIFY' } });
      expect(key?.Properties.EnableKeyRotation ?? false).toBe(false);
      const marks = app
        .all('AWS::S3::Bucket')
        .filter(({ Properties }) => Properties.VersioningConfiguration?.Status === 'Enabled');
      expect(marks).toHaveLength(1);
      expect(marks[0]?.DeletionPolicy).toBe('Retain');
    }
    for (const app of [dev, standingBy]) expect(keysOf(app)).toEqual([]);
  });

  test('is signed by the API and what appends to it, and marked by the latter alone', () => {
    const signing = (app: Synthesized, action: string) =>
      app
        .all('AWS::IAM::Policy')
        .filter((policy) => statementsOf(policy).some(({ Action }) => [Action].flat().includes(action)));
    for (const app of [everything, containers]) {
      expect(signing(app, 'kms:Sign')).toHaveLength(2);
      expect(
        signing(app, 's3:PutObject').filter((policy) => JSON.stringify(policy).includes('/signed')),
      ).toHaveLength(1);
    }
  });
});
