import type { Environment } from './src/settings/environment.js';

/**
 * Three sizes of environment, on which settings of one's own are based: docs/deploy.md. `.example` stands where only you know the value;
 * a deployment is refused while one is left.
 */
const dev: Environment = {
  region: 'eu-central-1',
  table: { maxReadUnits: 500, maxWriteUnits: 500, ownKey: false, contributorInsights: false, replicas: [] },
  events: { archiveDays: 7, exampleSubscribers: true },
  tokens: {
    issuer: 'https://issuer.dev.example',
    audience: 'rollbook',
    jwksUrl: 'https://issuer.dev.example/.well-known/jwks.json',
  },
  api: {
    runsOn: 'lambda',
    memoryMb: 1024,
    throttle: { perSecond: 100, burst: 200 },
    rateLimit: { perSecond: 100, burst: 200 },
  },
  processors: {
    runsOn: 'lambda',
    publisherMemoryMb: 512,
    projectorMemoryMb: 512,
    batchSize: 100,
    parallelization: 1,
  },
  subscribers: { webhooksMemoryMb: 512 },
  alarms: {
    email: 'on-call@rollbook.example',
    costAnomalyUsd: 20,
    runbookUrl: 'https://git.example/rollbook/blob/main/docs/runbook',
  },
};

const staging: Environment = {
  ...dev,
  table: { ...dev.table, maxReadUnits: 4_000, maxWriteUnits: 4_000, ownKey: true, contributorInsights: true },
  events: { archiveDays: 30, exampleSubscribers: false },
  tokens: {
    issuer: 'https://issuer.staging.example',
    audience: 'rollbook',
    jwksUrl: 'https://issuer.staging.example/.well-known/jwks.json',
  },
  api: {
    ...dev.api,
    throttle: { perSecond: 1_000, burst: 2_000 },
    rateLimit: { perSecond: 500, burst: 1_000 },
  },
  processors: { ...dev.processors, parallelization: 2 },
  alarms: { ...dev.alarms, costAnomalyUsd: 50 },
};

const prod: Environment = {
  ...staging,
  table: { ...staging.table, maxReadUnits: 40_000, maxWriteUnits: 20_000 },
  events: { archiveDays: 30, exampleSubscribers: false },
  tokens: {
    issuer: 'https://issuer.example',
    audience: 'rollbook',
    jwksUrl: 'https://issuer.example/.well-known/jwks.json',
  },
  api: {
    ...staging.api,
    memoryMb: 1769,
    provisionedConcurrency: 2,
    // Of an account's 1,000, so that the API cannot keep the other functions from running: 10,000 requests a second of 40 ms take 400.
    reservedConcurrency: 600,
    throttle: { perSecond: 10_000, burst: 5_000 },
    rateLimit: { perSecond: 1_000, burst: 5_000 },
  },
  processors: {
    ...staging.processors,
    // By the curve of `npm run bench -- lambda`; the projector also runs jobs and folds search entries.
    publisherMemoryMb: 512,
    projectorMemoryMb: 1024,
    parallelization: 10,
    // The API alone could use up the account's 1,000, and events would stand still.
    reservedConcurrency: 100,
  },
  alarms: { ...staging.alarms, costAnomalyUsd: 200 },
};

export const environments: Readonly<Record<string, Environment>> = { dev, staging, prod };
