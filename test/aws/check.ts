import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDevelopmentIssuer } from '#libs/dev-issuer';
import { startEngine } from '#libs/embedded-engine';
import { startFunction } from '../support/streams/lambda-function.js';
import { startWebhookReceiver } from '../support/streams/webhook-receiver.js';
import { startAwsFront, type AwsFront } from './aws-front.js';
import { openCredentialSources, type CredentialSource } from './credential-sources.js';
import { startContainers, startFunctions, type Deployment } from './deployments.js';
import { firstDay } from './first-day.js';
import { startMoto } from './moto.js';
import { seePages, uploadPages } from './pages.js';
import { makeResources, type BusEvent, type Resources } from './resources.js';

/**
 * A first day on AWS: every program in its production form, with none of our settings of endpoints, keys or regions, only
 * `AWS_ENDPOINT_URL` and what the AWS SDK finds by itself. The services are moto's, but for the table and its stream: see
 * `startAwsFront`, which checks each signature. The pages of functions are in its S3, uploaded as a deployment does it. What AWS
 * itself does (permissions, CloudFront, the HTTP API, event source mappings, targets of a rule) is played by the check; `infra` has
 * tests of its own for how they are set up.
 */

const REGION = 'eu-central-1';

interface Place {
  folder: string;
  front: AwsFront;
  token: string;
  settings: NodeJS.ProcessEnv;
}

async function check(motoServer: string, python: string): Promise<boolean> {
  const undo: (() => Promise<unknown>)[] = [];
  const opened = <T extends { stop(): Promise<unknown> }>(started: T): T => {
    undo.push(() => started.stop());
    return started;
  };
  try {
    const folder = await mkdtemp(join(tmpdir(), 'rollbook-aws-'));
    undo.push(() => rm(folder, { recursive: true }));
    const moto = opened(await startMoto(motoServer));
    const engine = opened(await startEngine());
    // For what the check plays of AWS itself, which reads the stream behind the front.
    process.env['ROLLBOOK_DYNAMODB_ENDPOINT'] = engine.endpoint;
    const targets = { region: REGION, engine: engine.endpoint, moto: moto.endpoint };
    const front = opened(await startAwsFront(targets));
    const sources = opened(await openCredentialSources(folder, REGION));
    for (const { credentials } of [sources.environment, sources.profile, sources.container])
      front.keys.set(credentials.accessKeyId, credentials);
    const issuer = await openDevelopmentIssuer(folder);
    const token = await issuer.signOperatorToken({ subject: 'tester' });
    const settings = {
      AWS_ENDPOINT_URL: front.endpoint,
      HOME: folder,
      ROLLBOOK_CURSOR_SECRET: 'only for the check, only for the check',
      ROLLBOOK_JWT_ISSUER: issuer.issuer,
      ROLLBOOK_JWT_AUDIENCE: issuer.audience,
      ROLLBOOK_JWKS_URL: issuer.jwksUrl.href,
      ROLLBOOK_LOG_LEVEL: 'silent',
      // The receiver of the webhooks is on this machine.
      ROLLBOOK_WEBHOOKS_ALLOW_LOCAL: 'true',
    };
    const place = { folder, front, token, settings };
    Object.assign(process.env, sources.environment.environment, { AWS_ENDPOINT_URL: front.endpoint });
    const { environment, profile, container } = sources;
    const pages = await uploadPages(python, moto.endpoint, folder);
    const functions: typeof startContainers = (...given) => startFunctions(...given, pages);
    const results = [
      await run('containers', startContainers, environment, place, environment),
      await run('containers', startContainers, profile, place, environment),
      await run('containers', startContainers, container, place, environment),
      await run('functions', functions, environment, place, environment),
    ];
    return results.every(Boolean);
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

/** @returns whether the day went well */
async function run(
  kind: 'containers' | 'functions',
  start: (environment: NodeJS.ProcessEnv, token: string) => Promise<Deployment>,
  source: CredentialSource,
  { front, token, settings }: Place,
  ofFunctions: CredentialSource,
): Promise<boolean> {
  const title = `${kind}, with the ${source.title}`;
  const started = Date.now();
  const resources = await makeResources(`rollbook-${kind}-${source.credentials.accessKeyId.toLowerCase()}`);
  const own = { ...settings, ...settingsOf(resources) };
  const environment = { ...own, ...source.environment };
  const undo: (() => Promise<unknown>)[] = [];
  front.passed.length = front.refused.length = 0;
  try {
    const receiver = await startWebhookReceiver();
    undo.push(() => receiver.stop());
    const mailer = await startFunction<BusEvent, void>('mailer', {
      ...own,
      ...ofFunctions.environment,
    });
    undo.push(() => mailer.stop());
    const deployment = await start(environment, token);
    undo.push(() => deployment.stop());
    const { accessKeyId } = source.credentials;
    await seePages(deployment.url);
    await firstDay({
      deployment,
      resources,
      front,
      receiver,
      environment,
      mail: (event) => mailer.invoke(event),
    });
    assert.deepEqual(front.refused, [], 'AWS would have refused requests');
    const services = new Set(
      front.passed.filter((each) => each.accessKeyId === accessKeyId).map(({ service }) => service),
    );
    for (const service of ['dynamodb', 'events', 'kms'])
      assert.ok(services.has(service), `No request to ${service} was signed with ${source.title}.`);
    console.log(`✓ ${title} (${Math.round((Date.now() - started) / 1000)} s)`);
    return true;
  } catch (error) {
    console.log(`✗ ${title}: ${error instanceof Error ? error.message : String(error)}`);
    for (const refused of new Set(front.refused)) console.log(`    refused ${refused}`);
    return false;
  } finally {
    for (const step of undo.reverse()) await step();
    resources.close();
  }
}

function settingsOf({ table, eventBus, keyArn, mailFrom }: Resources): NodeJS.ProcessEnv {
  return {
    ROLLBOOK_TABLE: table,
    ROLLBOOK_EVENT_BUS: eventBus,
    ROLLBOOK_ERASURE_KEY_ARN: keyArn,
    ROLLBOOK_ACCEPT_URL: 'https://app.acme.example/accept',
    ROLLBOOK_MAIL_FROM: mailFrom,
  };
}

process.exit((await check(process.argv[2] ?? 'moto_server', process.argv[3] ?? 'python3')) ? 0 : 1);
