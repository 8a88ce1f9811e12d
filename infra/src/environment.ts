/** What one deployment is made of. `infra/environments.ts` has one for each environment. */
export interface Environment {
  /** The AWS account, 12 digits. Absent: that of the credentials at deploy time (`CDK_DEFAULT_ACCOUNT`). */
  account?: string;
  region: string;
  table: TableSettings;
  /** The organisation whose accounts may subscribe to the bus (`o-…`). Absent: only this account. */
  organizationId?: string;
  events: EventSettings;
  tokens: TokenSettings;
  api: ApiSettings;
  processors: ProcessorSettings;
  subscribers: SubscriberSettings;
  /** Used by what runs in containers. */
  containers?: ContainerSettings;
  alarms: AlarmSettings;
  /** Absent: no spans are sent. */
  traces?: TraceSettings;
}

export interface TableSettings {
  /** The most request units a second the table takes, so that a mistake cannot cost without bound. */
  maxReadUnits: number;
  maxWriteUnits: number;
  /** Encrypted with a key of this account's own, instead of the one DynamoDB owns. */
  ownKey: boolean;
  /** Shows the most used keys in CloudWatch, for a price per event. */
  contributorInsights: boolean;
  /** Other regions the table is copied to. With `ownKey`, each needs a key of its own region. */
  replicas: readonly { region: string; keyArn?: string }[];
}

export interface EventSettings {
  archiveDays: number;
  /** Rules that show how each pattern of `libs/event-contracts` is subscribed to; each feeds a queue. */
  exampleSubscribers: boolean;
}

export interface TokenSettings {
  issuer: string;
  audience: string;
  jwksUrl: string;
  /** Further identity providers, as ROLLBOOK_ISSUERS describes them. */
  further?: readonly Record<string, unknown>[];
}

export interface ApiSettings {
  runsOn: 'lambda' | 'containers';
  memoryMb: number;
  /** Requests a second, and at once, that the gateway lets in. */
  throttle: { perSecond: number; burst: number };
  /** Of each credential and each account, in each process. */
  rateLimit: { perSecond: number; burst: number };
  /** Origins whose web pages may call the API: `https://admin.example.com`. */
  origins?: readonly string[];
  /** Lambda instances kept ready. */
  provisionedConcurrency?: number;
  /** The certificate is one of this region; with a firewall before Lambda, one of us-east-1. */
  domain?: { name: string; certificateArn: string; hostedZone?: { id: string; name: string } };
  /** A web application firewall in front: on Lambda through CloudFront, on containers at the load balancer. */
  firewall?: { requestsPerFiveMinutesAndAddress: number };
}

export interface ProcessorSettings {
  runsOn: 'lambda' | 'containers';
  publisherMemoryMb: number;
  projectorMemoryMb: number;
  batchSize: number;
  /** Batches of one shard handled at once, by item, 1 to 10. */
  parallelization: number;
  /** Chunks a second of each account's jobs: removals, closing, erasure, imports. 50 without. */
  jobChunksPerSecond?: number;
}

/** Where the API and the stream processors send their spans (OTLP over HTTP, as JSON). */
export interface TraceSettings {
  /** The collector, without `/v1/traces`. */
  collector: string;
  /** Which part of the traces that begin here is sampled, 0 to 1. All without. */
  sampledShare?: number;
  /** A secret of Secrets Manager that holds the headers the collector asks for, as `key=value,key=value`. */
  headersSecretArn?: string;
}

/** Rollbook's own subscribers. They are functions, wherever the API runs. */
export interface SubscriberSettings {
  webhooksMemoryMb: number;
  /** Absent: `user.invited` is published, and nobody here sends a mail. */
  invitations?: InvitationSettings;
}

export interface InvitationSettings {
  /** The page of the product that takes the token of an invitation, as its query parameter `token`. */
  acceptUrl: string;
  /** An address of a domain that is a verified identity of SES. */
  mailFrom: string;
}

export interface ContainerSettings {
  cpu: 256 | 512 | 1024 | 2048 | 4096;
  memoryMb: number;
  apiTasks: { min: number; max: number };
  processorTasks: number;
}

export interface AlarmSettings {
  /** Who is told. Absent: alarms are raised and nobody is told. */
  email?: string;
  /** An unexpected cost above this, in US dollars, is reported. */
  costAnomalyUsd: number;
  /** Where the pages of docs/runbook are read. */
  runbookUrl: string;
}

/** Every mistake in the settings of an environment, one line each. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
  constructor(readonly mistakes: readonly string[]) {
    super(mistakes.join('\n'));
  }
}

/** @throws EnvironmentError that names those there are */
export function findEnvironment(
  environments: Readonly<Record<string, Environment>>,
  name: string,
): Environment {
  if (Object.hasOwn(environments, name)) return environments[name] as Environment;
  const names = Object.keys(environments).join(', ');
  throw new EnvironmentError([
    `There is no environment "${name}" in infra/environments.ts; there are ${names}.`,
  ]);
}

/**
 * @param deploying then values that are still the examples are wrong too
 * @throws EnvironmentError that names every wrong value
 */
export function checkEnvironment(
  name: string,
  environment: Environment,
  { deploying = false } = {},
): Environment {
  const mistakes = [
    ...accountMistakes(environment),
    ...tableMistakes(environment),
    ...tokenMistakes(environment.tokens, deploying),
    ...processMistakes(environment),
    ...invitationMistakes(environment.subscribers.invitations),
    ...traceMistakes(environment.traces),
  ];
  if (mistakes.length > 0)
    throw new EnvironmentError(mistakes.map((mistake) => `infra/environments.ts: ${name}.${mistake}`));
  return environment;
}

/** The mistakes whose condition holds. */
function those(...rules: readonly (readonly [boolean, string])[]): string[] {
  return rules.filter(([wrong]) => wrong).map(([, mistake]) => mistake);
}

function accountMistakes({ account, region, organizationId, events }: Environment): string[] {
  return those(
    [account !== undefined && !/^\d{12}$/.test(account), 'account must have 12 digits.'],
    [!/^[a-z]{2}(-[a-z]+)+-\d$/.test(region), `region must be an AWS region, not "${region}".`],
    [
      organizationId !== undefined && !/^o-[a-z0-9]{10,32}$/.test(organizationId),
      'organizationId must be like o-a1b2c3d4e5.',
    ],
    [!(events.archiveDays >= 0), 'events.archiveDays must not be negative.'],
  );
}

function tableMistakes({ table, region }: Environment): string[] {
  const replicas = table.replicas.flatMap((replica) =>
    those(
      [replica.region === region, `table.replicas names ${region}, where the table itself is.`],
      [
        table.ownKey && replica.keyArn === undefined,
        `table.replicas: ${replica.region} needs a keyArn, because the table has a key of its own.`,
      ],
    ),
  );
  const maxima = those([
    !(table.maxReadUnits > 0 && table.maxWriteUnits > 0),
    'table.maxReadUnits and table.maxWriteUnits must be above 0.',
  ]);
  return [...maxima, ...replicas];
}

function tokenMistakes(tokens: TokenSettings, deploying: boolean): string[] {
  const urls = (['issuer', 'jwksUrl'] as const).flatMap((key) => {
    const url = tokens[key];
    const provider = 'of your identity provider';
    return those(
      [
        !url.startsWith('https://') || !URL.canParse(url),
        `tokens.${key} must be an https URL ${provider}, not "${url}".`,
      ],
      [
        deploying && url.includes('.example'),
        `tokens.${key} still is the example "${url}": set that ${provider}.`,
      ],
    );
  });
  return [...urls, ...those([tokens.audience === '', 'tokens.audience must not be empty.'])];
}

function invitationMistakes(invitations: InvitationSettings | undefined): string[] {
  if (!invitations) return [];
  const { acceptUrl, mailFrom } = invitations;
  return those(
    [
      !acceptUrl.startsWith('https://') || !URL.canParse(acceptUrl),
      `subscribers.invitations.acceptUrl must be an https URL, not "${acceptUrl}".`,
    ],
    [
      !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(mailFrom),
      `subscribers.invitations.mailFrom must be an email address, not "${mailFrom}".`,
    ],
  );
}

function traceMistakes(traces: TraceSettings | undefined): string[] {
  if (!traces) return [];
  const { collector, sampledShare = 1, headersSecretArn } = traces;
  return those(
    [
      !collector.startsWith('https://') || !URL.canParse(collector),
      `traces.collector must be an https URL, not "${collector}".`,
    ],
    [!(sampledShare >= 0 && sampledShare <= 1), 'traces.sampledShare must be 0 to 1.'],
    [
      headersSecretArn !== undefined && !headersSecretArn.startsWith('arn:aws:secretsmanager:'),
      'traces.headersSecretArn must be the ARN of a secret.',
    ],
  );
}

function processMistakes({ api, processors, containers, region }: Environment): string[] {
  const { jobChunksPerSecond = 1 } = processors;
  const within = (value: number, most: number) => Number.isInteger(value) && value >= 1 && value <= most;
  return those(
    [!within(processors.parallelization, 10), 'processors.parallelization must be 1 to 10.'],
    [!within(processors.batchSize, 1000), 'processors.batchSize must be 1 to 1000.'],
    [!(jobChunksPerSecond > 0), 'processors.jobChunksPerSecond must be above 0.'],
    [
      containers === undefined && (api.runsOn === 'containers' || processors.runsOn === 'containers'),
      'containers must say how large they are.',
    ],
    [
      api.runsOn === 'containers' && api.domain === undefined,
      'api.domain is needed in containers: the load balancer needs a certificate.',
    ],
    [
      api.firewall !== undefined &&
        api.runsOn === 'lambda' &&
        (api.domain === undefined || region !== 'us-east-1'),
      'api.firewall before Lambda is a CloudFront distribution: it needs api.domain, and the region us-east-1.',
    ],
  );
}
