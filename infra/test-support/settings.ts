import { environments } from '../environments.js';
import type { Environment } from '../src/settings/environment.js';

/** The smallest environment, with an account, so that names are complete. */
export const small: Environment = { ...(environments['dev'] as Environment), account: '111122223333' };

const CERTIFICATE = 'arn:aws:acm:us-east-1:111122223333:certificate/00000000-0000-4000-8000-000000000000';
const domain = {
  name: 'api.rollbook.test',
  certificateArn: CERTIFICATE,
  hostedZone: { id: 'Z0000000000000000000', name: 'rollbook.test' },
};

/** Every option of Lambda. */
export const large: Environment = {
  ...(environments['prod'] as Environment),
  account: '111122223333',
  region: 'us-east-1',
  organizationId: 'o-a1b2c3d4e5',
  deployFrom: { repository: 'acme/rollbook', environment: 'prod' },
  log: { origin: 'api.rollbook.test/log' },
  logObjects: { bucket: 'acme-logs', personalData: true },
  table: {
    maxReadUnits: 40_000,
    maxWriteUnits: 20_000,
    ownKey: true,
    contributorInsights: true,
    replicas: [
      { region: 'eu-central-1', keyArn: 'arn:aws:kms:eu-central-1:111122223333:key/0000', guarded: true },
    ],
  },
  api: {
    ...(environments['prod'] as Environment).api,
    domain,
    plans: { free: { limits: { users: 10 }, rateLimit: { perSecond: 10, burst: 50 } } },
    reservedConcurrency: 500,
    firewall: { requestsPerFiveMinutesAndAddress: 10_000 },
  },
  processors: {
    ...(environments['prod'] as Environment).processors,
    jobChunksPerSecond: 20,
    reservedConcurrency: 40,
  },
  signIn: {
    publicUrl: 'https://api.rollbook.test',
    providers: [
      {
        name: 'key-cloak',
        title: 'Acme',
        issuer: 'https://login.rollbook.test/realms/acme',
        clientId: 'rollbook',
        clientSecretArn: 'arn:aws:secretsmanager:us-east-1:111122223333:secret:keycloak-AbCdEf',
      },
    ],
  },
  traces: {
    collector: 'https://otlp.rollbook.test',
    sampledShare: 0.1,
    headersSecretArn: 'arn:aws:secretsmanager:us-east-1:111122223333:secret:otlp-AbCdEf',
  },
  subscribers: {
    webhooksMemoryMb: 512,
    invitations: { acceptUrl: 'https://app.rollbook.test/accept', mailFrom: 'people@rollbook.test' },
  },
  alarms: {
    email: 'on-call@rollbook.test',
    costAnomalyUsd: 100,
    costMonitorArn: 'arn:aws:ce::111122223333:anomalymonitor/00000000-0000-4000-8000-000000000000',
    runbookUrl: 'https://git.rollbook.test/docs/runbook',
  },
};

/** Everything in containers. */
export const inContainers: Environment = {
  ...large,
  region: 'eu-central-1',
  table: { ...large.table, replicas: [], ownKey: false },
  api: {
    ...large.api,
    runsOn: 'containers',
    domain: { ...domain, certificateArn: CERTIFICATE.replace('us-east-1', 'eu-central-1') },
  },
  processors: { ...large.processors, runsOn: 'containers' },
  containers: { cpu: 512, memoryMb: 1024, apiTasks: { min: 2, max: 10 }, processorTasks: 2 },
};

const { firewall: _firewall, ...apiWithoutFirewall } = inContainers.api;
const { traces: _traces, ...untraced } = large;

/** The second region of the large one, standing by on the replica of its table. */
export const standby: Environment = {
  ...untraced,
  region: 'eu-central-1',
  active: false,
  standbyOf: {
    environment: 'prod',
    tableStreamArn:
      'arn:aws:dynamodb:eu-central-1:111122223333:table/rollbook-prod/stream/2026-01-01T00:00:00.000',
    tableKeyArn: 'arn:aws:kms:eu-central-1:111122223333:key/0000',
    erasureKeyArn: 'arn:aws:kms:us-east-1:111122223333:key/mrk-0000',
    invitationSecretArn: 'arn:aws:secretsmanager:eu-central-1:111122223333:secret:Invitation-AbCdEf',
  },
  table: { ...large.table, replicas: [] },
  api: { ...apiWithoutFirewall, runsOn: 'lambda', pages: false },
};
