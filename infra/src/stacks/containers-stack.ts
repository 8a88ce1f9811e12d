import { CfnOutput, Duration, Fn, RemovalPolicy, Stack, Validations, type StackProps } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { MathExpression, Stats, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { FlowLogDestination, GatewayVpcEndpointAwsService, IpAddresses, Vpc } from 'aws-cdk-lib/aws-ec2';
import {
  Cluster,
  type ContainerDefinition,
  type ContainerImage,
  ContainerInsights,
  CpuArchitecture,
  FargateService,
  FargateTaskDefinition,
  LogDriver,
  Secret,
} from 'aws-cdk-lib/aws-ecs';
import {
  ApplicationLoadBalancer,
  ApplicationProtocol,
  HttpCodeElb,
  HttpCodeTarget,
  SslPolicy,
} from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Secret as SecretsManagerSecret, type ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { addressAtLoadBalancer } from '../parts/addresses.js';
import { ProcessSecret } from '../parts/process-secret.js';
import type { ContainerSettings, Environment } from '../settings/environment.js';
import { webAcl } from '../parts/firewall.js';
import { rankAccounts } from '../monitoring/contributors.js';
import {
  countKeyErrors,
  countServerErrors,
  loggedAge,
  loggedDeadLetters,
  measureDueWork,
  measureFeeds,
  measureLog,
  unexpected,
} from '../monitoring/log-metrics.js';
import { allowStoringObjects, tableStatements, type TableGrant } from '../iam/grants.js';
import {
  apiEnvironment,
  objectsEnvironment,
  processorEnvironment,
  signInSecretArns,
  TRACE_HEADERS,
} from '../settings/process-environments.js';
import { allowErasure, allowKeyUse, type Data } from './data-stack.js';
import type { EventsStack } from './events-stack.js';
import type { ObservedApi, ObservedProcessor } from './observability-stack.js';

export interface ContainersStackProps extends StackProps {
  data: Data;
  events: EventsStack;
  settings: Environment & { containers: ContainerSettings };
  tableName: string;
  grants: Record<'api' | 'streamProcessor', readonly TableGrant[]>;
  /** The image, or the folder to build it from. */
  image: ContainerImage;
}

const API_PORT = 3000;
const MAX_ZONES = 6;
const SHUTDOWN = Duration.seconds(30);

export class ContainersStack extends Stack {
  readonly observedApi: ObservedApi | undefined;
  readonly observedProcessors: ObservedProcessor[] = [];
  private readonly cluster: Cluster;
  private traceHeaders: ISecret | undefined;

  constructor(
    scope: Construct,
    id: string,
    private readonly props: ContainersStackProps,
  ) {
    super(scope, id, props);
    this.cluster = this.newCluster(props.settings.containers);
    const { api, processors } = props.settings;
    if (api.runsOn === 'containers') this.observedApi = this.runApi();
    if (processors.runsOn === 'containers') this.observedProcessors = this.runProcessors();
  }

  /** The zones from the settings, or two that CloudFormation chooses: with a known account the CDK would look them up. */
  override get availabilityZones(): string[] {
    return (
      this.props?.settings.containers.zones?.slice() ?? [0, 1].map((index) => Fn.select(index, Fn.getAzs()))
    );
  }

  /** Who runs several tasks outlives the loss of a zone: then the way out of the network must, too. */
  private newCluster({ apiTasks }: ContainerSettings): Cluster {
    const vpc = new Vpc(this, 'Network', {
      ipAddresses: IpAddresses.cidr('10.20.0.0/16'),
      maxAzs: MAX_ZONES,
      // Otherwise one in each zone.
      ...(apiTasks.min === 1 && { natGateways: 1 }),
    });
    Validations.of(vpc).acknowledge({
      id: 'CloudFormation-Validate::W3010',
      reason: 'The zones named by the settings, if any.',
    });
    // Table calls stay inside, and cost nothing at the NAT gateway.
    vpc.addGatewayEndpoint('Table', { service: GatewayVpcEndpointAwsService.DYNAMODB });
    const logs = new LogGroup(this, 'FlowLogs', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    vpc.addFlowLog('Flow', { destination: FlowLogDestination.toCloudWatchLogs(logs) });
    return new Cluster(this, 'Cluster', { vpc, containerInsightsV2: ContainerInsights.ENABLED });
  }

  private task(
    name: string,
    command: string[],
    environment: Record<string, string>,
    grants: readonly TableGrant[],
    secrets: Record<string, Secret> = {},
  ) {
    const { data, settings, tableName, image } = this.props;
    const task = new FargateTaskDefinition(this, `${name}Task`, {
      cpu: settings.containers.cpu,
      memoryLimitMiB: settings.containers.memoryMb,
      runtimePlatform: { cpuArchitecture: cpuOf(settings.architecture) },
    });
    const logGroup = new LogGroup(this, `${name}Logs`, {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const container: ContainerDefinition = task.addContainer(name, {
      image,
      command,
      environment: { AWS_REGION: this.region, ...environment },
      secrets,
      logging: LogDriver.awsLogs({ logGroup, streamPrefix: name }),
      stopTimeout: SHUTDOWN,
      readonlyRootFilesystem: true,
    });
    countKeyErrors(logGroup, tableName);
    const role = task.taskRole;
    for (const statement of tableStatements(this, tableName, grants)) role.addToPrincipalPolicy(statement);
    if (data.tableKey) allowKeyUse(data.tableKey, role);
    allowErasure(data.erasureKey, role);
    Validations.of(task).acknowledge({
      id: 'AwsSolutions-ECS2',
      reason: 'The variables are names and addresses; the secrets come from Secrets Manager.',
    });
    Validations.of(task).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'Fetching the image needs a token of the registry, which is not a resource.',
    });
    return { task, container, logGroup };
  }

  /** ECS reads it when a task starts: a value resolved in the template would be visible in the task definition. */
  private traceSecrets(): Record<string, Secret> {
    const arn = this.props.settings.traces?.headersSecretArn;
    if (arn === undefined) return {};
    this.traceHeaders ??= SecretsManagerSecret.fromSecretCompleteArn(this, 'TraceHeaders', arn);
    return { [TRACE_HEADERS]: Secret.fromSecretsManager(this.traceHeaders) };
  }

  private signInSecrets(): Record<string, Secret> {
    const secrets = Object.entries(signInSecretArns(this.props.settings)).map(([name, arn]) => {
      const secret = SecretsManagerSecret.fromSecretCompleteArn(this, `SignIn${name}`, arn);
      return [name, Secret.fromSecretsManager(secret)] as const;
    });
    return Object.fromEntries(secrets);
  }

  private runApi(): ObservedApi {
    const { settings, tableName, data, grants } = this.props;
    const { api, containers, active = true } = settings;
    const secret = new ProcessSecret(this, 'CursorSecret');
    const { task, container, logGroup } = this.task(
      'Api',
      ['dist/programs/api.js'],
      {
        ...apiEnvironment(tableName, settings, data.erasureKey.keyArn),
        ...data.log?.environment,
        HOST: '0.0.0.0',
        PORT: String(API_PORT),
        ROLLBOOK_TRUSTED_PROXIES: '1',
      },
      grants.api,
      {
        ROLLBOOK_CURSOR_SECRET: Secret.fromSecretsManager(secret.secret),
        ROLLBOOK_INVITATION_SECRET: Secret.fromSecretsManager(data.invitationSecret),
        ...this.traceSecrets(),
        ...this.signInSecrets(),
      },
    );
    countServerErrors(logGroup, tableName);
    if (settings.table.contributorInsights) rankAccounts(this, logGroup, tableName);
    container.addPortMappings({ containerPort: API_PORT });
    data.log?.allowSigning(task.taskRole);
    const service = new FargateService(this, 'ApiService', {
      cluster: this.cluster,
      taskDefinition: task,
      desiredCount: active ? containers.apiTasks.min : 0,
      minHealthyPercent: 100,
      circuitBreaker: { rollback: true },
    });
    const scaling = service.autoScaleTaskCount({
      minCapacity: active ? containers.apiTasks.min : 0,
      maxCapacity: active ? containers.apiTasks.max : 0,
    });
    scaling.scaleOnCpuUtilization('Cpu', { targetUtilizationPercent: 60 });
    const observed = this.balance(service, api);
    return { ...observed, serverErrors: unexpected(observed.serverErrors, tableName) };
  }

  private balance(service: FargateService, { domain, firewall }: Environment['api']): ObservedApi {
    const balancer = new ApplicationLoadBalancer(this, 'Balancer', {
      vpc: this.cluster.vpc,
      internetFacing: true,
      dropInvalidHeaderFields: true,
      deletionProtection: true,
    });
    for (const [id, reason] of [
      [
        'AwsSolutions-ELB2',
        'Each request is logged by the API itself, without the addresses and queries a balancer would log.',
      ],
      ['AwsSolutions-EC23', 'The API is public: it listens to everybody, but only on 443.'],
    ] as const)
      Validations.of(balancer).acknowledge({ id, reason });
    const listener = balancer.addListener('Https', {
      port: 443,
      protocol: ApplicationProtocol.HTTPS,
      sslPolicy: SslPolicy.TLS13_RES,
      certificates: [Certificate.fromCertificateArn(this, 'Certificate', domain?.certificateArn ?? '')],
    });
    const targets = listener.addTargets('Api', {
      port: API_PORT,
      protocol: ApplicationProtocol.HTTP,
      targets: [service],
      deregistrationDelay: SHUTDOWN,
      // A task whose event loop is stuck is replaced after half a minute.
      healthCheck: {
        path: '/health/live',
        interval: Duration.seconds(10),
        timeout: Duration.seconds(5),
        unhealthyThresholdCount: 3,
      },
    });
    if (firewall)
      new CfnWebACLAssociation(this, 'FirewallAssociation', {
        resourceArn: balancer.loadBalancerArn,
        webAclArn: webAcl(this, 'REGIONAL', firewall).attrArn,
      });
    if (domain) addressAtLoadBalancer(this, domain, balancer);
    new CfnOutput(this, 'Url', { value: `https://${domain?.name ?? balancer.loadBalancerDnsName}` });
    new CfnOutput(this, 'TokenIssuer', { value: this.props.settings.tokens.issuer });
    new CfnOutput(this, 'TokenAudience', { value: this.props.settings.tokens.audience });
    return {
      requests: targets.metrics.requestCount({ statistic: Stats.SUM }),
      // Errors of the API, and of the balancer when no API task can be reached.
      serverErrors: new MathExpression({
        expression: 'FILL(answered, 0) + FILL(unanswered, 0)',
        usingMetrics: {
          answered: targets.metrics.httpCodeTarget(HttpCodeTarget.TARGET_5XX_COUNT, { statistic: Stats.SUM }),
          unanswered: balancer.metrics.httpCodeElb(HttpCodeElb.ELB_5XX_COUNT, { statistic: Stats.SUM }),
        },
        label: 'server errors',
      }),
      p99: milliseconds(targets.metrics.targetResponseTime({ statistic: 'p99' })),
      percentWithin: (limit) =>
        targets.metrics.targetResponseTime({ statistic: Stats.percentileRank(0, limit / 1_000) }),
    };
  }

  private runProcessors(): ObservedProcessor[] {
    const { settings, tableName, data, events, grants } = this.props;
    const { active = true } = settings;
    const { task, logGroup } = this.task(
      'StreamProcessor',
      ['dist/programs/stream-processor.js'],
      {
        ...processorEnvironment(tableName, events.bus.eventBusName, data.erasureKey.keyArn, settings),
        ...data.log?.environment,
        ...objectsEnvironment(settings),
      },
      grants.streamProcessor,
      this.traceSecrets(),
    );
    for (const statement of [
      new PolicyStatement({ actions: ['events:PutEvents'], resources: [events.bus.eventBusArn] }),
      new PolicyStatement({
        actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
        resources: [data.tableStreamArn],
      }),
    ])
      task.addToTaskRolePolicy(statement);
    data.log?.allowAppending(task.taskRole);
    const { logObjects } = settings;
    if (logObjects) allowStoringObjects(task.taskRole, logObjects.bucket);
    new FargateService(this, 'StreamProcessorService', {
      cluster: this.cluster,
      taskDefinition: task,
      desiredCount: active ? settings.containers.processorTasks : 0,
      minHealthyPercent: 50,
      circuitBreaker: { rollback: true },
    });
    measureDueWork(logGroup, tableName);
    measureFeeds(logGroup, tableName);
    if (data.log) measureLog(logGroup, tableName);
    return (['publisher', 'feeder', 'projector'] as const).map((name) => ({
      name,
      iteratorAge: loggedAge(this, logGroup, tableName, name),
      reportsItself: active,
      ...(name !== 'feeder' && { deadLetters: loggedDeadLetters(this, logGroup, tableName, name) }),
    }));
  }
}

function cpuOf(architecture: Environment['architecture']): CpuArchitecture {
  return architecture === 'x64' ? CpuArchitecture.X86_64 : CpuArchitecture.ARM64;
}

/** The balancer reports seconds. */
function milliseconds(seconds: IMetric): MathExpression {
  return new MathExpression({ expression: '1000 * seconds', usingMetrics: { seconds }, label: 'p99, ms' });
}
