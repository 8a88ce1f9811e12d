import { join } from 'node:path';
import { Tags, type App, type Stack, type StackProps } from 'aws-cdk-lib';
import { Platform } from 'aws-cdk-lib/aws-ecr-assets';
import { ContainerImage } from 'aws-cdk-lib/aws-ecs';
import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { DYNAMODB_TABLEV2_RESOURCE_POLICY_PER_REPLICA } from 'aws-cdk-lib/cx-api';
import type { Environment } from './settings/environment.js';
import { catalogueGrants, type Caller } from './iam/catalogue.js';
import { unexpected } from './monitoring/log-metrics.js';
import type { TableGrant } from './iam/grants.js';
import { namesOf } from './settings/names.js';
import { ApiStack } from './stacks/api-stack.js';
import { ContainersStack } from './stacks/containers-stack.js';
import { DataStack, type Data } from './stacks/data-stack.js';
import { StandbyDataStack } from './stacks/standby-data-stack.js';
import { DeploymentStack } from './stacks/deployment-stack.js';
import { EventsStack } from './stacks/events-stack.js';
import {
  ObservabilityStack,
  type ObservedApi,
  type ObservedProcessor,
} from './stacks/observability-stack.js';
import { ProcessorsStack } from './stacks/processors-stack.js';
import { SubscribersStack, type Subscriber } from './stacks/subscribers-stack.js';

export interface AppOptions {
  name: string;
  environment: Environment;
  bundles: string;
  /** Where the image is built. */
  root: string;
}

const FEATURES = {
  // A replica does not inherit the policy of the table, which names another region's ARNs.
  [DYNAMODB_TABLEV2_RESOURCE_POLICY_PER_REPLICA]: true,
  // Whatever CloudFormation would refuse fails `synth`, not the deployment.
  '@aws-cdk/core:validateAgainstDefaultRules': true,
};

/** @throws an error if the app already has stacks and other settings of the CDK than these need */
export async function addStacks(app: App, { name, environment, bundles, root }: AppOptions): Promise<void> {
  for (const [feature, isOn] of Object.entries(FEATURES))
    if (app.node.tryGetContext(feature) !== isOn) app.node.setContext(feature, isOn);
  const grants = await catalogueGrants();
  const names = namesOf(environment.standbyOf?.environment ?? name, environment.table.name);
  const at: StackProps = {
    env: { region: environment.region, ...(environment.account && { account: environment.account }) },
    terminationProtection: [name, environment.standbyOf?.environment].includes('prod'),
  };
  const id = (part: string) => `rollbook-${name}-${part}`;
  const tableName = names.table;
  const { administration } = grants;
  const data = environment.standbyOf
    ? new StandbyDataStack(app, id('data'), {
        ...at,
        names,
        settings: environment.standbyOf,
        administration,
      })
    : new DataStack(app, id('data'), {
        ...at,
        names,
        settings: environment.table,
        log: environment.log,
        administration,
      });
  const { events: settings, organizationId } = environment;
  const events = new EventsStack(app, id('events'), {
    ...at,
    names,
    settings,
    organizationId,
    administration: data.administration,
  });
  const parts: Parts = { app, at, id, environment, data, events, tableName, grants };
  const containers = inContainers(parts, root);
  const onLambda =
    environment.processors.runsOn === 'lambda' ? processorsOnLambda(parts, bundles) : undefined;
  const processors = onLambda?.observed ?? containers?.observedProcessors ?? [];
  const api =
    environment.api.runsOn === 'lambda'
      ? apiOnLambda(parts, { bundles, root }, onLambda?.stack ?? containers)
      : containers?.observedApi;
  const subscribers = ownSubscribers(parts, bundles);
  if (api)
    new ObservabilityStack(app, id('observability'), {
      ...at,
      tableName,
      table: environment.table,
      api,
      processors,
      subscribers,
      isActive: environment.active ?? true,
      isLogged: data.log !== undefined,
      settings: environment.alarms,
    });
  if (environment.deployFrom)
    new DeploymentStack(app, id('deployment'), {
      ...at,
      prefix: `rollbook-${name}`,
      source: environment.deployFrom,
    });
  Tags.of(app).add('application', 'rollbook');
  Tags.of(app).add('environment', name);
}

interface Parts {
  app: App;
  at: StackProps;
  id: (part: string) => string;
  environment: Environment;
  data: Data;
  events: EventsStack;
  tableName: string;
  grants: Record<Caller, readonly TableGrant[]>;
}

function apiOnLambda(
  { app, at, id, environment, data, tableName, grants }: Parts,
  { bundles, root }: Pick<AppOptions, 'bundles' | 'root'>,
  readers: Stack | undefined,
): ObservedApi {
  const stack = new ApiStack(app, id('api'), {
    ...at,
    data,
    settings: environment,
    tableName,
    grants: grants.api,
    bundle: join(bundles, 'api'),
    pages: join(root, 'dist', 'dashboard'),
  });
  // What a new version writes, only readers as new as it may know.
  if (readers) stack.addStackDependency(readers);
  const { api, function: lambda } = stack;
  return {
    requests: api.metricCount({ statistic: Stats.SUM }),
    serverErrors: unexpected(api.metricServerError({ statistic: Stats.SUM }), tableName),
    p99: api.metricLatency({ statistic: 'p99' }),
    percentWithin: (milliseconds) => api.metricLatency({ statistic: Stats.percentileRank(0, milliseconds) }),
    throttles: lambda.metricThrottles({ statistic: Stats.SUM }),
  };
}

function processorsOnLambda(
  { app, at, id, environment, data, events, tableName, grants }: Parts,
  bundles: string,
): { stack: Stack; observed: ObservedProcessor[] } {
  const stack = new ProcessorsStack(app, id('processors'), {
    ...at,
    data,
    events,
    settings: environment,
    tableName,
    grants,
    bundles: {
      publisher: join(bundles, 'publisher'),
      feeder: join(bundles, 'feeder'),
      projector: join(bundles, 'projector'),
    },
  });
  const observed = stack.processors.map(({ name, function: lambda, failures, deadLetters }) => ({
    name,
    failures,
    ...(deadLetters && { deadLetters }),
    iteratorAge: lambda.metric('IteratorAge', { statistic: Stats.MAXIMUM }),
    throttles: lambda.metricThrottles({ statistic: Stats.SUM }),
  }));
  return { stack, observed };
}

function ownSubscribers(
  { app, at, id, environment, data, events, tableName, grants }: Parts,
  bundles: string,
): Subscriber[] {
  const { subscribers } = new SubscribersStack(app, id('subscribers'), {
    ...at,
    data,
    events,
    active: environment.active ?? true,
    settings: environment.subscribers,
    architecture: environment.architecture,
    tableName,
    grants: grants.webhooks,
    bundles: { webhooks: join(bundles, 'webhooks'), mailer: join(bundles, 'mailer') },
  });
  return subscribers;
}

function inContainers(
  { app, at, id, environment, data, events, tableName, grants }: Parts,
  root: string,
): ContainersStack | undefined {
  const { api, processors, containers } = environment;
  if (containers === undefined || (api.runsOn === 'lambda' && processors.runsOn === 'lambda'))
    return undefined;
  return new ContainersStack(app, id('containers'), {
    ...at,
    data,
    events,
    settings: { ...environment, containers },
    tableName,
    grants,
    image: ContainerImage.fromAsset(root, {
      platform: environment.architecture === 'x64' ? Platform.LINUX_AMD64 : Platform.LINUX_ARM64,
    }),
  });
}
