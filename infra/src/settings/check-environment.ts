import { hasDistribution, type ContainerSettings, type Environment } from './environment.js';
import {
  above,
  anArn,
  anEmailAddress,
  anHttpsOrigin,
  anHttpsUrl,
  aDomainName,
  aRegion,
  either,
  issuers,
  list,
  numberFrom,
  numberOf,
  oneOf,
  optional,
  origins,
  plans,
  signInProviders,
  text,
  textLike,
  whole,
  yesOrNo,
  type Rule,
} from './setting-rules.js';

const memory = whole(128, 10_240);
/** In percent: with a lower one the fastest burn would be over 100 %, and no alarm. */
const objective = numberFrom(95, 99.999);

/** Every setting, by its path. TypeScript tells an editor the same, but a deployment must not depend on an editor. */
const RULES: Readonly<Record<string, Rule>> = {
  account: optional(textLike(/^\d{12}$/, 'the 12 digits of an AWS account')),
  region: aRegion,
  architecture: optional(oneOf('arm64', 'x64')),
  active: optional(yesOrNo),
  'standbyOf.environment': text,
  'standbyOf.tableStreamArn': anArn('dynamodb', 'table/'),
  'standbyOf.tableKeyArn': optional(anArn('kms', 'key/')),
  'standbyOf.erasureKeyArn': anArn('kms', 'key/mrk-'),
  'standbyOf.invitationSecretArn': anArn('secretsmanager', 'secret:'),
  organizationId: optional(textLike(/^o-[a-z0-9]{10,32}$/, 'like o-a1b2c3d4e5')),
  'deployFrom.repository': textLike(/^[\w.-]+\/[\w.-]+$/, 'a repository of GitHub, like acme/rollbook'),
  'deployFrom.environment': textLike(/^[\w.-]+$/, 'the name of an environment of GitHub'),
  'deployFrom.providerArn': optional(
    textLike(/^arn:aws[a-z-]*:iam::\d{12}:oidc-provider\/\S+$/, 'the ARN of an OpenID Connect provider'),
  ),
  'table.name': optional(textLike(/^[\w.-]{3,255}$/, 'the name of a table, like rollbook-prod-restored')),
  'table.maxReadUnits': whole(1),
  'table.maxWriteUnits': whole(1),
  'table.provisioned.minReadUnits': whole(1),
  'table.provisioned.minWriteUnits': whole(1),
  // What DynamoDB's auto scaling allows.
  'table.provisioned.targetPercent': whole(20, 90),
  'table.ownKey': yesOrNo,
  'table.contributorInsights': yesOrNo,
  'table.replicas': list,
  // Erased names stay in the archive so long (ADR 6). 0 would be for ever, in EventBridge's words.
  'events.archiveDays': whole(1, 90),
  'events.exampleSubscribers': yesOrNo,
  'tokens.issuer': anHttpsUrl,
  'tokens.audience': text,
  'tokens.jwksUrl': anHttpsUrl,
  'tokens.further': optional(issuers),
  'signIn.publicUrl': anHttpsOrigin,
  'signIn.providers': signInProviders,
  'api.runsOn': oneOf('lambda', 'containers'),
  'api.memoryMb': memory,
  // Zero refuses all requests: the runbook uses it to stop a region.
  'api.throttle.perSecond': numberFrom(0),
  'api.throttle.burst': whole(0),
  'api.rateLimit.perSecond': whole(1),
  'api.rateLimit.burst': whole(1),
  'api.plans': optional(plans),
  'api.origins': optional(origins),
  'api.problemBaseUrl': optional(anHttpsUrl),
  'api.provisionedConcurrency': optional(whole(1)),
  'api.reservedConcurrency': optional(whole(1)),
  'api.pages': optional(yesOrNo),
  'api.domain.name': aDomainName,
  'api.domain.certificateArn': anArn('acm', 'certificate/'),
  'api.domain.hostedZone.id': textLike(/^Z[A-Z0-9]+$/, 'the id of a hosted zone, like Z0123456789'),
  'api.domain.hostedZone.name': aDomainName,
  'api.firewall.requestsPerFiveMinutesAndAddress': whole(10, 2_000_000_000),
  'processors.runsOn': oneOf('lambda', 'containers'),
  'processors.publisherMemoryMb': memory,
  'processors.projectorMemoryMb': memory,
  'processors.batchSize': whole(1, 1_000),
  'processors.parallelization': whole(1, 10),
  'processors.reservedConcurrency': optional(whole(1)),
  'processors.jobChunksPerSecond': optional(above(0)),
  'subscribers.webhooksMemoryMb': memory,
  'subscribers.invitations.acceptUrl': anHttpsUrl,
  'subscribers.invitations.mailFrom': anEmailAddress,
  'containers.cpu': numberOf(256, 512, 1024, 2048, 4096),
  'containers.memoryMb': whole(512),
  'containers.apiTasks.min': whole(1),
  'containers.apiTasks.max': whole(1),
  'containers.processorTasks': whole(1),
  'containers.zones': optional(list),
  'alarms.email': either(anEmailAddress, oneOf('none')),
  'alarms.costAnomalyUsd': above(0),
  'alarms.costMonitorArn': optional(
    textLike(/^arn:aws[a-z-]*:ce::\d{12}:anomalymonitor\/\S+$/, 'the ARN of an anomaly monitor'),
  ),
  'alarms.runbookUrl': anHttpsUrl,
  'alarms.objectives.availabilityPercent': optional(objective),
  'alarms.objectives.latencyPercent': optional(objective),
  'alarms.objectives.latencyMs': optional(above(0)),
  'alarms.objectives.publishedPercent': optional(objective),
  'alarms.objectives.publishedWithinSeconds': optional(above(0)),
  'log.origin': textLike(/^[^\s+/]+(\/[\w.-]+)*$/, 'a name such as rollbook.example.com/log'),
  'logObjects.bucket': textLike(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket'),
  'logObjects.personalData': optional(yesOrNo),
  'traces.collector': anHttpsUrl,
  'traces.sampledShare': optional(numberFrom(0, 1)),
  'traces.headersSecretArn': optional(anArn('secretsmanager', 'secret:')),
};

/** By their paths. */
export const SETTINGS = Object.keys(RULES);

/** Groups of settings that may be absent as a whole. */
const OPTIONAL_GROUPS = [
  'standbyOf',
  'signIn',
  'table.provisioned',
  'api.domain',
  'api.domain.hostedZone',
  'api.firewall',
  'subscribers.invitations',
  'containers',
  'deployFrom',
  'traces',
  'log',
  'logObjects',
  'alarms.objectives',
];

export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
  constructor(readonly mistakes: readonly string[]) {
    super(mistakes.join('\n'));
  }
}

/**
 * @param options `deploying`: whether examples are wrong values too; `file`: where the settings come from
 * @throws EnvironmentError that names every wrong value
 */
export function checkEnvironment(
  name: string,
  environment: Environment,
  { deploying = false, file = 'settings' } = {},
): Environment {
  const given = leavesOf(environment);
  const alone = [...missing(environment), ...wrong(given)];
  const mistakes = [
    ...alone,
    // These look at several settings, and could fail if one is missing.
    ...(alone.length === 0 ? contradictions(environment) : []),
    ...(deploying ? examples(given) : []),
  ];
  if (mistakes.length > 0)
    throw new EnvironmentError(mistakes.map((mistake) => `${file}: ${name}.${mistake}`));
  return environment;
}

type Leaf = readonly [path: string, value: unknown];

function leavesOf(group: object, parent = ''): Leaf[] {
  return Object.entries(group).flatMap(([key, value]: [string, unknown]): Leaf[] => {
    const path = `${parent}${key}`;
    const isGroup = Object.keys(RULES).some((rule) => rule.startsWith(`${path}.`));
    if (isGroup && typeof value === 'object' && value !== null) return leavesOf(value, `${path}.`);
    return value === undefined ? [] : [[path, value]];
  });
}

function valueAt(environment: Environment, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((group, key) => (group as Record<string, unknown> | undefined)?.[key], environment);
}

function missing(environment: Environment): string[] {
  const absent = OPTIONAL_GROUPS.filter((group) => valueAt(environment, group) === undefined);
  return Object.entries(RULES)
    .filter(([path, { mayBeAbsent }]) => !mayBeAbsent && valueAt(environment, path) === undefined)
    .filter(([path]) => !absent.some((group) => path.startsWith(`${group}.`)))
    .map(([path, { must }]) => `${path} is missing: it must be ${must}.`);
}

function wrong(given: readonly Leaf[]): string[] {
  return given.flatMap(([path, value]) => {
    const rule = RULES[path];
    if (!rule) return [`${path} is not a setting.`];
    return rule.holds(value) ? [] : [`${path} must be ${rule.must}, not ${JSON.stringify(value)}.`];
  });
}

/** `.example` is a top-level domain that nobody can own (RFC 2606). */
function examples(given: readonly Leaf[]): string[] {
  return given.flatMap(([path, value]) =>
    [value]
      .flat()
      .filter((each): each is string => typeof each === 'string' && /\.example(?![\w.-])/.test(each))
      .map((each) => `${path} is still the example "${each}": set your own.`),
  );
}

function contradictions(environment: Environment): string[] {
  return [
    ...replicaMistakes(environment),
    ...domainMistakes(environment),
    ...concurrencyMistakes(environment),
    ...standbyMistakes(environment),
    ...containerMistakes(environment),
  ];
}

/** The mistakes whose condition holds. */
function those(...rules: readonly (readonly [boolean, string])[]): string[] {
  return rules.filter(([isWrong]) => isWrong).map(([, mistake]) => mistake);
}

function replicaMistakes({ table, region: home }: Environment): string[] {
  const regions = table.replicas.map((replica) => replica.region);
  return table.replicas.flatMap(({ region: at, keyArn }, index) =>
    those(
      [!aRegion.holds(at), `table.replicas: region must be ${aRegion.must}, not ${JSON.stringify(at)}.`],
      [at === home, `table.replicas must not name ${home}, the region of the table itself.`],
      [regions.indexOf(at) < index, `table.replicas names ${at} twice.`],
      [
        table.ownKey && keyArn === undefined,
        `table.replicas: ${at} needs a keyArn, because the table has its own key.`,
      ],
      [
        keyArn !== undefined && !(anArn('kms', 'key/').holds(keyArn) && regionOf(keyArn) === at),
        `table.replicas: the keyArn of ${at} must be the ARN of a KMS key there, not ${JSON.stringify(keyArn)}.`,
      ],
      [
        !table.ownKey && keyArn !== undefined,
        `table.replicas: ${at} has a keyArn, but table.ownKey is false.`,
      ],
    ),
  );
}

const regionOf = (arn: string) => arn.split(':')[3];

function domainMistakes({ api, standbyOf, region: home }: Environment): string[] {
  const { runsOn, domain, firewall, pages } = api;
  const certified = hasDistribution(api) ? 'us-east-1' : home;
  return those(
    [
      domain !== undefined && regionOf(domain.certificateArn) !== certified,
      `api.domain.certificateArn must be a certificate in ${certified}, the region of ${hasDistribution(api) ? 'CloudFront' : 'the API'}.`,
    ],
    [
      domain?.hostedZone !== undefined && !`.${domain.name}`.endsWith(`.${domain.hostedZone.name}`),
      `api.domain.name must be in the hosted zone ${domain?.hostedZone?.name}.`,
    ],
    [
      firewall !== undefined && runsOn === 'lambda' && home !== 'us-east-1',
      'api.firewall with Lambda is attached to a CloudFront distribution: it needs the region us-east-1.',
    ],
    [
      pages !== undefined && runsOn === 'containers',
      'api.pages is for Lambda: in containers the API serves the pages itself.',
    ],
    [
      standbyOf !== undefined && domain !== undefined && hasDistribution(api),
      'api.pages must be false in a second region with a domain: only one distribution can have its name.',
    ],
  );
}

function standbyMistakes({ standbyOf, region, table, alarms }: Environment): string[] {
  if (!standbyOf) return [];
  const { tableStreamArn, tableKeyArn, invitationSecretArn, erasureKeyArn } = standbyOf;
  const elsewhere = Object.entries({ tableStreamArn, tableKeyArn, invitationSecretArn }).flatMap(
    ([name, arn]) =>
      those([arn !== undefined && regionOf(arn) !== region, `standbyOf.${name} must be in ${region}.`]),
  );
  return [
    ...elsewhere,
    ...those(
      [regionOf(erasureKeyArn) === region, 'standbyOf.erasureKeyArn must be a key in the first region.'],
      [table.replicas.length > 0, 'table.replicas must be empty: the first region creates the replicas.'],
      [
        table.ownKey !== (tableKeyArn !== undefined),
        'standbyOf.tableKeyArn must be set if, and only if, table.ownKey is true.',
      ],
      [
        alarms.costMonitorArn === undefined,
        'alarms.costMonitorArn must be set: an account can have only one monitor, that of the first region.',
      ],
    ),
  ];
}

function concurrencyMistakes({ api }: Environment): string[] {
  const { provisionedConcurrency: ready = 0, reservedConcurrency: most = Infinity } = api;
  return those([
    ready > most,
    `api.provisionedConcurrency must be at most api.reservedConcurrency, ${most}, not ${ready}.`,
  ]);
}

/** The memory sizes that Fargate offers for each CPU size, in GB: from, to, in steps of. */
const FARGATE_GB: Readonly<Record<ContainerSettings['cpu'], readonly [number, number, number]>> = {
  256: [0.5, 2, 0.5],
  512: [1, 4, 1],
  1024: [2, 8, 1],
  2048: [4, 16, 1],
  4096: [8, 30, 1],
};

function areZones(zones: readonly string[], region: string): boolean {
  const valid = zones.filter((zone) => zone.startsWith(region) && /^[a-z]$/.test(zone.slice(region.length)));
  return new Set(valid).size === zones.length && zones.length >= 2 && zones.length <= 6;
}

function containerMistakes({ api, processors, containers, region: home }: Environment): string[] {
  const wanted = api.runsOn === 'containers' || processors.runsOn === 'containers';
  if (!containers)
    return those([wanted, 'containers must be set, because the API or the processors run on them.']);
  const { cpu, memoryMb, apiTasks, zones } = containers;
  const [least, most, step] = FARGATE_GB[cpu];
  const gb = memoryMb / 1024;
  return those(
    [
      // 256 has 512, 1,024 and 2,048 MB, but nothing between the last two.
      gb < least || gb > most || gb % step !== 0 || gb === 1.5,
      `containers.memoryMb must be a size that Fargate offers with ${cpu} CPU units, ${least * 1024} to ${most * 1024}, not ${memoryMb}.`,
    ],
    [
      zones !== undefined && !areZones(zones, home),
      `containers.zones must be two to six different zones of ${home}, like ${home}a.`,
    ],
    [apiTasks.max < apiTasks.min, 'containers.apiTasks.max must be at least containers.apiTasks.min.'],
    [
      api.runsOn === 'containers' && api.domain === undefined,
      'api.domain is needed in containers: the load balancer needs a certificate.',
    ],
  );
}
