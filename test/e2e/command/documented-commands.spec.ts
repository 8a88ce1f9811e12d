import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import * as dynamodb from '@aws-sdk/client-dynamodb';
import * as dynamodbstreams from '@aws-sdk/client-dynamodb-streams';
import * as events from '@aws-sdk/client-eventbridge';
import * as sqs from '@aws-sdk/client-sqs';
import { kmsClient } from '#libs/aws-clients';
import { commandUser, grantTenant } from '#libs/directory';
import { DeadLetters } from '#libs/event-publishing';
import { fileLogKey, kmsMasterKey } from '#libs/secrets';
import { checkpointText, noteSignature, signedNote } from '#libs/transparency-log';
import { environments } from '../../../infra/environments.js';
import { startCloudFormation } from '../../support/api/cloudformation.js';
import { startApi } from '../../support/api/api.js';
import { startBeside } from '../../support/processes/whole-system.js';
import { byOperator, openTestDirectory } from '../../support/directory/directory.js';
import { startKms } from '../../support/directory/kms.js';
import { documentedCommands, optionsOf, ROOT } from '../../support/documented-commands.js';
import { engineEndpoint, indexesSettled } from '../../support/engines/engine.js';
import { startAccount } from '../../support/streams/busy-directory.js';
import { startRecordedBus } from '../../support/streams/recorded-bus.js';

/**
 * Somebody types these in an emergency. What needs no AWS account runs here as it is written, `--aws` included: the
 * services are the engine of this run, a bus and a KMS, at the addresses that the AWS SDK reads from the environment.
 */

const documented = documentedCommands();
const matching = (pattern: RegExp) => documented.filter(({ command }) => pattern.test(command));

const RUN = /^npm run (rollbook|plan) -- |^ROLLBOOK_.* npm run (smoke|rollbook)\b/;
const KINDS = {
  run: RUN,
  exported: /^export /,
  /** `.ci/run` runs them, or `.ci/nightly` does. */
  checks: /^npm run (synth|infra:lint|image:check|compose:check)\b/,
  mentioned: /^(npm (ci|install|run [\w:]+)|npx rollbook)$/,
  deployments: /^npm run (deploy|diff) -- /,
  cdk: /^npx cdk /,
  aws: /^aws /,
};

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

const unique = (commands: readonly { command: string }[]) => [
  ...new Set(commands.map(({ command }) => command)),
];

describe('each documented command', () => {
  test('is of a kind that is checked here', () => {
    const known = Object.values(KINDS);
    expect(unique(documented).filter((command) => !known.some((kind) => kind.test(command)))).toEqual([]);
  });

  test('that npm runs is a script', () => {
    const names = matching(/npm run/).map(({ command }) => /npm run ([\w:]+)/.exec(command)?.[1]);
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(names));
  });

  test('that checks what would be deployed is run by .ci', async () => {
    const read = (name: string) => readFile(join(ROOT, '.ci', name), 'utf8');
    const ci = (await read('run')) + (await read('nightly'));
    for (const { command } of matching(KINDS.checks))
      expect(ci).toContain(`npm run --silent ${/run ([\w:]+)/.exec(command)?.[1]}`);
  });

  test.each(unique(matching(KINDS.deployments)))('%s names one environment', (command) => {
    const [, name = ''] = /^npm run \w+ -- --env (\w+)( -- --require-approval never)?$/.exec(command) ?? [];
    // The standby region's is added by the page that deploys it.
    expect([...Object.keys(environments), 'prodStandby']).toContain(name);
  });

  const subcommands = unique(matching(KINDS.cdk)).map((command) => command.split(' ')[2] ?? '');
  test.each([...new Set(subcommands)])('npx cdk %s has the options it is given', async (name) => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      join(ROOT, 'node_modules/aws-cdk/bin/cdk'),
      name,
      '--help',
    ]);
    for (const { command } of matching(new RegExp(`^npx cdk ${name}`)))
      for (const option of optionsOf(command)) expect(stdout).toContain(option);
  });

  const CLIENTS: Record<string, object> = { dynamodb, dynamodbstreams, events, sqs };
  test.each(unique(matching(KINDS.aws)))('%s is an operation with these options', (command) => {
    const [, service = '', ...words] = command.split(' ');
    expect(service).toMatch(/^[a-z]+$/);
    const client = CLIENTS[service];
    if (!client || words.length === 0) return;
    const [operation = '', waited = ''] = words;
    const plain = (name: string) => name.replace(/^--|-/g, '').toLowerCase();
    const names = new Map(Object.entries(client).map(([name, value]) => [plain(name), value as unknown]));
    if (operation === 'wait') return expect(names.has(`waituntil${plain(waited)}`)).toBe(true);
    expect([...names.keys()]).toContain(`${plain(operation)}command`);
    const schema = names.get(`${plain(operation)}input$`) ?? names.get(`${plain(operation)}request$`);
    const members = (schema as unknown[])[4] as string[];
    expect(members.map(plain)).toEqual(expect.arrayContaining(optionsOf(command).map(plain)));
  });
});

/** Of the log before a restore. */
async function lastCheckpoint(keyFile: string): Promise<string> {
  const key = fileLogKey(keyFile);
  const text = checkpointText({ origin: key.origin, size: 1, root: new Uint8Array(32) });
  const verifier = { name: key.origin, publicKey: await key.publicKey(), type: 'note' } as const;
  return signedNote(text, [noteSignature(verifier, await key.sign(Buffer.from(text)))]);
}

describe('on the run’s engine', () => {
  const KEY = 'arn:aws:kms:eu-central-1:111122223333:key/of-the-spec';
  const LETTER_VERSION = 7;
  let folder: string;
  let environment: NodeJS.ProcessEnv;
  let letters: DeadLetters;
  let letter: Parameters<DeadLetters['park']>[0];
  /** What the pages leave open, or name as an example. */
  let actual: [string, string][];
  let published: () => number;
  const stops: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rollbook-documented-'));
    stops.push(() => rm(folder, { recursive: true, force: true }));
    for (const name of await readdir(ROOT)) await symlink(join(ROOT, name), join(folder, name));
    const api = await startApi({ allowLocalWebhooks: true });
    stops.push(api.close, (await startBeside(api, folder)).stop);
    const stacks = await startCloudFormation({ 'rollbook-dev-api': { Url: api.url } });
    stops.push(stacks.stop);
    const [kms, bus] = [await startKms([KEY]), await startRecordedBus()];
    stops.push(kms.stop, bus.stop);
    published = () => bus.received.length;
    const services = {
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'of-the-spec',
      AWS_SECRET_ACCESS_KEY: 'of-the-spec',
      AWS_ENDPOINT_URL_DYNAMODB: engineEndpoint(),
      AWS_ENDPOINT_URL_EVENTBRIDGE: bus.url,
      AWS_ENDPOINT_URL_KMS: kms.url,
      AWS_ENDPOINT_URL_CLOUDFORMATION: stacks.url,
    };
    const live = await openTestDirectory({
      masterKey: kmsMasterKey(kmsClient({ endpoint: kms.url }), KEY, { tableName: 'live' }),
      // In the period that is published again.
      now: () => Date.parse('2026-03-03T12:00:00Z'),
    });
    const empty = await openTestDirectory();
    stops.push(live.close, empty.close);
    const { tenant, accountId, ownerId } = await startAccount(live.directory);
    const change = (version: number) => ({ type: 'change_user', name: `Olga ${version}` }) as const;
    for (let version = 2; version <= LETTER_VERSION; version += 1)
      await commandUser(grantTenant(live.directory, tenant.accountId), ownerId, change(version), byOperator);
    letters = new DeadLetters(live.client, live.tableName);
    letter = {
      aggregateId: ownerId,
      accountId,
      version: LETTER_VERSION,
      events: 1,
      reason: 'refused',
      parkedAt: new Date().toISOString(),
    };
    actual = [
      ['rollbook-staging-restored', live.tableName],
      ['rollbook-prod', live.tableName],
      ['rollbook-dev', live.tableName],
      ['rollbook-staging', empty.tableName],
      ['acct_…', accountId],
      ['user_…', ownerId],
      ['arn:aws:kms:eu-central-1:…', KEY],
      ['ROLLBOOK_ERASURE_KEY_ARN=…', `ROLLBOOK_ERASURE_KEY_ARN=${KEY}`],
    ];
    const profiles =
      '[rollbook-administration]\naws_access_key_id=of-the-spec\naws_secret_access_key=of-the-spec\n';
    await writeFile(join(folder, 'credentials'), profiles);
    await writeFile(join(folder, 'old.txt'), await lastCheckpoint(join(folder, 'old.key')));
    environment = {
      ...services,
      PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
      HOME: folder,
      AWS_SHARED_CREDENTIALS_FILE: join(folder, 'credentials'),
      URL: api.url,
      TOKEN: await api.issuer.signOperatorToken({ subject: 'tester' }),
    };
  });
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
  });

  const startedByNpm = new Set<string>();
  /** npm takes as long as what it starts: it starts each script once, and from then on a function of the shell. */
  function npmOf(command: string): string {
    const [, script = ''] = /npm run (\w+)/.exec(command) ?? [];
    if (startedByNpm.has(script)) return `npm() { shift 3; ${scripts[script]} "$@"; }`;
    startedByNpm.add(script);
    return '';
  }

  const inPlace = (command: string) =>
    actual.reduce((text, [written, meant]) => text.replaceAll(written, meant), command);

  async function run(page: string, command: string) {
    // Those of the first page are for all.
    const exported = matching(KINDS.exported).filter((each) =>
      [page, 'docs/runbook/README.md'].includes(each.page),
    );
    const nextLog = command.includes('begin-log')
      ? [`export ROLLBOOK_LOG_KEY_FILE=${join(folder, 'next.key')}`]
      : [];
    const script = [
      npmOf(command),
      ...nextLog,
      ...[...exported.map((each) => each.command), command].map(inPlace),
    ].join('\n');
    return promisify(execFile)('bash', ['-ec', script], { cwd: folder, env: environment }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
  }

  test.each(matching(RUN).map(({ page, command }) => [page, command]))('%s: %s', async (page, command) => {
    if (command.includes('dead-letters')) await letters.park(letter, true);
    await indexesSettled();
    const before = published();
    const { code, stdout, stderr } = await run(page, command);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout, stderr });
    expect(stdout).not.toMatch(/WRONG|0 events republished/);
    if (/republish|redrive/.test(command)) expect(published()).toBeGreaterThan(before);
  });
});
