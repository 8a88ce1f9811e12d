/** What one deployment is made of. `infra/environments.ts` has one for each environment. */
export interface Environment {
  /** The AWS account, 12 digits. Absent: that of the credentials at deploy time (`CDK_DEFAULT_ACCOUNT`). */
  account?: string;
  region: string;
  /** Of the functions and of the containers' image. Absent: arm64. */
  architecture?: 'arm64' | 'x64';
  /** `false`: it stands by, or is fenced. No record of the stream is read, no schedule runs, the API lets nobody in. */
  active?: boolean;
  /** Absent: the environment has a table of its own. */
  standbyOf?: StandbySettings;
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
  /** Absent: people deploy it, with roles of their own. */
  deployFrom?: DeploymentSource;
  /** Absent: no spans are sent. */
  traces?: TraceSettings;
}

/** A second region of another environment, on a copy of its table: docs/runbook/region-failover.md. */
export interface StandbySettings {
  /** Whose table it is: `prod`. */
  environment: string;
  /** Of the copy, in this region. */
  tableStreamArn: string;
  /** Of this region, where the table has a key of its own. */
  tableKeyArn?: string;
  /** The first region's, as its data stack prints it: the key gets a replica here. */
  erasureKeyArn: string;
  /** As the first region's data stack prints it, with this region in it: the secret is copied here. */
  invitationSecretArn: string;
}

/** A GitHub repository whose workflow may deploy, without a key that could be lost. */
export interface DeploymentSource {
  /** `acme/rollbook`. */
  repository: string;
  /** The environment of GitHub that the job runs in, where reviewers can be asked for. */
  environment: string;
  /** GitHub's provider in IAM, of which an account has one. Absent: it is made with the role. */
  providerArn?: string;
}

export interface TableSettings {
  /** The most request units a second the table takes, so that a mistake cannot cost without bound. */
  maxReadUnits: number;
  maxWriteUnits: number;
  /** Encrypted with a key of this account's own, instead of the one DynamoDB owns. */
  ownKey: boolean;
  /** Shows the most used keys in CloudWatch, for a price per event. */
  contributorInsights: boolean;
  /** Other regions the table is copied to. */
  replicas: readonly ReplicaSettings[];
}

export interface ReplicaSettings {
  region: string;
  /** The key of the copy, where the table has a key of its own. */
  keyArn?: string;
  /** To be set once the copy is there: CloudFormation cannot attach the table's policy to a copy while it makes it. */
  guarded?: boolean;
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
  /** Lambda instances of the account that are the API's own, and all that it may have. */
  reservedConcurrency?: number;
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
  /** Batches of one shard that the publisher handles at once, by item, 1 to 10. */
  parallelization: number;
  /** Lambda instances of the account that are each processor's own, and all that it may have. */
  reservedConcurrency?: number;
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
  /** The availability zones: `eu-central-1a`. Absent: two that CloudFormation chooses. */
  zones?: readonly string[];
}

export interface AlarmSettings {
  /** Who is told. Absent: alarms are raised and nobody is told. */
  email?: string;
  /** An unexpected cost above this, in US dollars, is reported. */
  costAnomalyUsd: number;
  /**
   * The monitor of AWS services that the account has: an account has one, which Cost Explorer makes by itself, or the first
   * environment that was deployed. Absent: this environment makes it.
   */
  costMonitorArn?: string;
  /** Where the pages of docs/runbook are read. */
  runbookUrl: string;
}
