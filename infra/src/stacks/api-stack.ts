import { CfnOutput, Duration, RemovalPolicy, Stack, Validations, type StackProps } from 'aws-cdk-lib';
import {
  DomainName,
  HttpApi,
  HttpMethod,
  LogGroupLogDestination,
  type IDomainName,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Alias, type IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { BundledFunction } from '../parts/bundled-function.js';
import { Canary } from '../parts/canary.js';
import { ProcessSecret } from '../parts/process-secret.js';
import { addressAtGateway } from '../parts/addresses.js';
import { rankAccounts } from '../monitoring/contributors.js';
import { countKeyErrors, countServerErrors, loggedFaults } from '../monitoring/log-metrics.js';
import { hasDistribution, type Environment } from '../settings/environment.js';
import { Edge } from '../parts/edge.js';
import { tableStatements, type TableGrant } from '../iam/grants.js';
import { apiEnvironment, signInSecrets, traceHeaders } from '../settings/process-environments.js';
import { allowErasure, allowKeyUse, type Data } from './data-stack.js';

export interface ApiStackProps extends StackProps {
  data: Data;
  settings: Environment;
  tableName: string;
  grants: readonly TableGrant[];
  bundle: string;
  /** The built dashboard. */
  pages: string;
}

export class ApiStack extends Stack {
  readonly function: IFunction;
  readonly api: HttpApi;

  constructor(scope: Construct, id: string, props: ApiStackProps) {
    super(scope, id, props);
    const { data, settings, tableName, grants } = props;
    const edgeSecret = hasDistribution(settings.api) ? new ProcessSecret(this, 'EdgeSecret') : undefined;
    const key = new Key(this, 'EnvironmentKey', {
      description: "Encrypts the API function's environment, which holds its secrets",
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const {
      function: lambda,
      role,
      logGroup,
    } = new BundledFunction(this, 'Api', {
      folder: props.bundle,
      description: 'The HTTP API of Rollbook',
      memoryMb: settings.api.memoryMb,
      // Longer than a request may wait for changes, and than the API's own limit on table calls; shorter than the gateway's 30 seconds.
      timeout: Duration.seconds(28),
      environmentKey: key,
      architecture: settings.architecture,
      reservedConcurrency: settings.api.reservedConcurrency,
      environment: {
        ...apiEnvironment(tableName, settings, data.erasureKey.keyArn),
        ...data.log?.environment,
        ...traceHeaders(settings),
        ...signInSecrets(settings),
        ROLLBOOK_CURSOR_SECRET: new ProcessSecret(this, 'CursorSecret').value.unsafeUnwrap(),
        ROLLBOOK_INVITATION_SECRET: data.invitationSecret.secretValue.unsafeUnwrap(),
        ...(edgeSecret && {
          ROLLBOOK_EDGE_SECRET: edgeSecret.value.unsafeUnwrap(),
          // The distribution, which is the gateway's client, and which the gateway names in the header once more.
          ROLLBOOK_TRUSTED_PROXIES: '2',
        }),
      },
    });
    countKeyErrors(logGroup, tableName);
    countServerErrors(logGroup, tableName);
    if (settings.table.contributorInsights) rankAccounts(this, logGroup, tableName);
    for (const statement of tableStatements(this, tableName, grants)) role.addToPrincipalPolicy(statement);
    if (data.tableKey) allowKeyUse(data.tableKey, role);
    allowErasure(data.erasureKey, role);
    data.log?.allowSigning(role);
    const alias = this.alias(lambda, settings);
    this.function = alias;
    this.api = this.gateway(settings);
    new Canary(this, 'Canary', { alias, serverErrors: loggedFaults(tableName) });
    const { domain, firewall, pages = true } = settings.api;
    const edge =
      edgeSecret &&
      new Edge(this, 'Edge', {
        api: this.api,
        secret: edgeSecret.value,
        domain,
        firewall,
        // Its page calls what the new version of the API has.
        pages: pages ? { folder: props.pages, after: alias } : undefined,
      });
    const host = domain?.name ?? edge?.domainName;
    new CfnOutput(this, 'Url', { value: host === undefined ? this.api.apiEndpoint : `https://${host}` });
    new CfnOutput(this, 'TokenIssuer', { value: settings.tokens.issuer });
    new CfnOutput(this, 'TokenAudience', { value: settings.tokens.audience });
  }

  /** What the gateway calls: the version that is live, and during a deployment the next one too. */
  private alias(lambda: BundledFunction['function'], { api }: Environment): Alias {
    return new Alias(this, 'Live', {
      aliasName: 'live',
      version: lambda.currentVersion,
      ...(api.provisionedConcurrency !== undefined && {
        provisionedConcurrentExecutions: api.provisionedConcurrency,
      }),
    });
  }

  private gateway({ active = true, api: settings }: Environment): HttpApi {
    const { throttle, domain } = settings;
    const domainName = domain && !hasDistribution(settings) ? this.domainName(domain) : undefined;
    const api = new HttpApi(this, 'Gateway', {
      description: 'Rollbook',
      createDefaultStage: false,
      disableExecuteApiEndpoint: domainName !== undefined,
    });
    api.addRoutes({
      path: '/{proxy+}',
      methods: [HttpMethod.ANY],
      integration: new HttpLambdaIntegration('Function', this.function),
    });
    const logs = new LogGroup(this, 'AccessLogs', {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    api.addStage('Stage', {
      stageName: '$default',
      autoDeploy: true,
      throttle: active
        ? { rateLimit: throttle.perSecond, burstLimit: throttle.burst }
        : { rateLimit: 0, burstLimit: 0 },
      detailedMetricsEnabled: true,
      accessLogSettings: {
        destination: new LogGroupLogDestination(logs),
        // No path, because it may contain an email. The API's own log has the route.
        format: AccessLogFormat.custom(
          JSON.stringify({
            requestId: '$context.requestId',
            ip: '$context.identity.sourceIp',
            at: '$context.requestTime',
            method: '$context.httpMethod',
            status: '$context.status',
            bytes: '$context.responseLength',
            milliseconds: '$context.responseLatency',
            functionError: '$context.integrationErrorMessage',
          }),
        ),
      },
      ...(domainName && { domainMapping: { domainName } }),
    });
    Validations.of(api).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason:
        'The API verifies tokens itself, on every route but health and documentation: its errors are problem documents, and it knows which tokens were revoked.',
    });
    return api;
  }

  private domainName(domain: NonNullable<Environment['api']['domain']>): IDomainName {
    const domainName = new DomainName(this, 'DomainName', {
      domainName: domain.name,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
    });
    addressAtGateway(this, domain, domainName);
    return domainName;
  }
}
