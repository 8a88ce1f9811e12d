import type { Objectives } from '../monitoring/objectives.js';

/** The settings of one deployment. */
export interface Environment {
  /** The AWS account, 12 digits. Default: that of the credentials at deploy time (`CDK_DEFAULT_ACCOUNT`). */
  account?: string;
  region: string;
  /** The architecture of the functions and the containers' image. Default: arm64. */
  architecture?: 'arm64' | 'x64';
  /** `false`: no stream records are read, no schedules run, the API refuses all requests. */
  active?: boolean;
  standbyOf?: StandbySettings;
  table: TableSettings;
  /** The organisation whose accounts may subscribe to the bus (`o-…`). Default: only this account. */
  organizationId?: string;
  events: EventSettings;
  tokens: TokenSettings;
  signIn?: SignInSettings;
  api: ApiSettings;
  processors: ProcessorSettings;
  subscribers: SubscriberSettings;
  /** Only for containers. */
  containers?: ContainerSettings;
  alarms: AlarmSettings;
  deployFrom?: DeploymentSource;
  traces?: TraceSettings;
  log?: LogSettings;
  logObjects?: LogObjectsSettings;
}

/** The log of all accounts, which anybody can check (docs/adr/0063). */
export interface LogSettings {
  /** Its name for good, such as `rollbook.example.com/log`: with another it is another log. */
  origin: string;
}

/** Where the events of all accounts are stored (docs/log-streams.md). */
export interface LogObjectsSettings {
  /** An S3 bucket of your own, in this AWS account. */
  bucket: string;
  /** With names, emails and other personal data. Default: ids only. */
  personalData?: boolean;
}

/** A second region of another environment, on a replica of its table: docs/runbook/region-failover.md. */
export interface StandbySettings {
  environment: string;
  /** The stream of the replica, in this region. */
  tableStreamArn: string;
  /** A key in this region, if the table has its own key. */
  tableKeyArn?: string;
  /** The first region's key, as printed by its data stack: it is replicated to this region. */
  erasureKeyArn: string;
  /** As printed by the first region's data stack, but with this region: the secret is replicated here. */
  invitationSecretArn: string;
}

/** A GitHub repository whose workflow may deploy, without a key that could be lost. */
export interface DeploymentSource {
  /** `acme/rollbook`. */
  repository: string;
  /** The environment of GitHub that the job runs in, where reviewers can be required. */
  environment: string;
  providerArn?: string;
}

export interface TableSettings {
  /** Of a table that replaces the first: docs/runbook/backup-and-restore.md. Default: `rollbook-<environment>`. */
  name?: string;
  /** The maximum request units per second of the table, so that a mistake cannot cause unlimited cost. */
  maxReadUnits: number;
  maxWriteUnits: number;
  /** Instead of on demand: for an even load. Up to the maximum units, for the table and its index each. */
  provisioned?: ProvisionedSettings;
  /** Encrypted with a key of this account, instead of one owned by DynamoDB. */
  ownKey: boolean;
  /** Shows the most throttled keys and the accounts that use most in CloudWatch, at a price per event. */
  contributorInsights: boolean;
  /** Other regions to which the table is replicated. */
  replicas: readonly ReplicaSettings[];
}

export interface ProvisionedSettings {
  minReadUnits: number;
  minWriteUnits: number;
  /** How much of what is provisioned is to be used: a lower one leaves more room for a sudden load, and costs more. */
  targetPercent: number;
}

export interface ReplicaSettings {
  region: string;
  keyArn?: string;
  /** Set this once the replica exists: CloudFormation cannot attach the table's policy to a replica while creating it. */
  guarded?: boolean;
}

export interface EventSettings {
  /** 1 to 90: how long the bus's archive keeps events, and with them the names and emails of users who are erased meanwhile. */
  archiveDays: number;
  /** Rules that show how to subscribe to each pattern of `libs/event-contracts`; each feeds a queue. */
  exampleSubscribers: boolean;
}

export interface TokenSettings {
  issuer: string;
  audience: string;
  jwksUrl: string;
  /** Further identity providers, in the format of ROLLBOOK_ISSUERS. */
  further?: readonly Record<string, unknown>[];
}

/** Where people sign in with a browser: docs/sign-in.md. */
export interface SignInSettings {
  /** The origin at which browsers reach the API. Its callback is registered with each provider. */
  publicUrl: string;
  providers: readonly SignInProvider[];
}

/** In the format of ROLLBOOK_SIGN_IN_PROVIDERS, and its client secret in Secrets Manager, as plain text. */
export interface SignInProvider {
  name: string;
  title?: string;
  issuer: string;
  clientId: string;
  scope?: string;
  operators?: { claim: string; value: string };
  clientSecretArn?: string;
}

export interface ApiSettings {
  runsOn: 'lambda' | 'containers';
  memoryMb: number;
  /** The gateway's requests per second, and burst. */
  throttle: { perSecond: number; burst: number };
  /** For each credential and each account, in each process. */
  rateLimit: { perSecond: number; burst: number };
  /** In the format of ROLLBOOK_PLANS. */
  plans?: Readonly<Record<string, object>>;
  /** Origins whose web pages may call the API: `https://admin.example.com`. */
  origins?: readonly string[];
  /** ROLLBOOK_PROBLEM_BASE_URL. */
  problemBaseUrl?: string;
  /** Lambda instances kept ready. */
  provisionedConcurrency?: number;
  /** Lambda instances of the account reserved for the API, which is also its maximum. */
  reservedConcurrency?: number;
  /** `false`: functions serve no dashboard, and without a firewall no distribution is in front of the API. Default: true. Only for Lambda. */
  pages?: boolean;
  /** The certificate must be in us-east-1 for the distribution in front of functions, otherwise in this region. */
  domain?: { name: string; certificateArn: string; hostedZone?: { id: string; name: string } };
  /** A web application firewall: on Lambda through CloudFront, with containers at the load balancer. */
  firewall?: { requestsPerFiveMinutesAndAddress: number };
}

/** Whether CloudFront is in front of the API: for the pages, for the firewall, or for both. */
export function hasDistribution({ runsOn, pages = true, firewall }: ApiSettings): boolean {
  return runsOn === 'lambda' && (pages || firewall !== undefined);
}

export interface ProcessorSettings {
  runsOn: 'lambda' | 'containers';
  publisherMemoryMb: number;
  projectorMemoryMb: number;
  batchSize: number;
  /** Batches of one shard that the publisher processes concurrently, by item, 1 to 10. */
  parallelization: number;
  /** Lambda instances of the account reserved for each processor, which is also its maximum. */
  reservedConcurrency?: number;
  /** Chunks per second of each account's jobs: removals, closing, erasure, imports. Default: 50. */
  jobChunksPerSecond?: number;
}

/** Where the API and the stream processors send their spans (OTLP over HTTP, as JSON). */
export interface TraceSettings {
  /** The collector, without `/v1/traces`. */
  collector: string;
  /** The share of traces beginning here that is sampled, 0 to 1. Default: all. */
  sampledShare?: number;
  /** A secret in Secrets Manager with the headers the collector needs, as `key=value,key=value`. */
  headersSecretArn?: string;
}

/** Rollbook's own subscribers. They are functions, wherever the API runs. */
export interface SubscriberSettings {
  webhooksMemoryMb: number;
  invitations?: InvitationSettings;
}

export interface InvitationSettings {
  /** The product's page that receives the token of an invitation, as its query parameter `token`. */
  acceptUrl: string;
  /** An address in a domain that is a verified identity in SES. */
  mailFrom: string;
}

export interface ContainerSettings {
  cpu: 256 | 512 | 1024 | 2048 | 4096;
  memoryMb: number;
  apiTasks: { min: number; max: number };
  processorTasks: number;
  /** The availability zones: `eu-central-1a`. Default: two that CloudFormation chooses. */
  zones?: readonly string[];
}

export interface AlarmSettings {
  /** Who gets them. `none`: they are shown in CloudWatch, and reach nobody. */
  email: string;
  /** Unexpected costs above this, in US dollars, are reported. */
  costAnomalyUsd: number;
  /** An account can have only one, made by Cost Explorer or an environment. Absent: this environment creates it. */
  costMonitorArn?: string;
  /** The base URL of the pages in docs/runbook. */
  runbookUrl: string;
  /** Where the promise is another than in objectives.ts. */
  objectives?: Partial<Objectives>;
}
