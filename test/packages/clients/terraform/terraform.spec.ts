import { randomBytes } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { packCommand } from '../../../../tools/pack-command.mjs';
import { ROOT } from '../../../support/documented-commands.js';
import { eventually } from '../../../support/eventually.js';
import { ForeignProject } from '../../../support/foreign-project.js';
import { describeWith, STATICCHECK } from '../../../support/processes/languages.js';
import { startPacked, type PackedRollbook } from '../../../support/processes/packed-rollbook.js';
import { startWebhookReceiver } from '../../../support/streams/webhook-receiver.js';
import {
  endpointOf,
  inAccountOf,
  kindsOf,
  memberOf,
  requestsTo,
  STREAM_SECRETS,
  streamOf,
  type Attributes,
  type Company,
  type Kind,
} from './resources.js';
import { blocksOf, installProvider, resource, run, TerraformFolder } from './terraform-folder.js';

// The Terraform provider (clients/terraform) against the package `rollbook`, by Terraform itself, which goes to no registry: the provider is built here.
// With ROLLBOOK_NIGHTLY only, as the clients: its modules come from the proxy.

const MINUTES = 60_000;
const SECRETS = [24, 64].map((length) => `whsec_${randomBytes(length).toString('base64')}`);

let project: ForeignProject;
let started: PackedRollbook;
let request: Company['request'];
let account: string;
let people: Record<string, string>;
let groups: Record<string, string>;
let kinds: Record<string, Kind>;
/** Of each resource. */
let all: TerraformFolder;
/** Those that the plan of a change has. */
let changeable: string[];

/** Users or service groups, their ids by name. */
async function createEach(path: string, bodies: { name: string; email?: string; externalId?: string }[]) {
  const made = bodies.map(async (body) => [
    body.name,
    (await request('POST', `/${account}/${path}`, body)).id,
  ]);
  return Object.fromEntries(await Promise.all(made)) as Record<string, string>;
}

const folder = (name: string) =>
  new TerraformFolder(project.folder, name, { ROLLBOOK_URL: started.url, ROLLBOOK_KEY: started.token });

const inAccount = (body: string) => inAccountOf(account, body);

const configuration = (version: 'first' | 'second') =>
  Object.entries(kinds)
    .map(([type, kind]) => resource(type, kind[version]))
    .join('');

/** Each resource with an action, as a plan shows it. */
const each = (action: string, types = Object.keys(kinds)) =>
  Object.fromEntries(types.map((type) => [`rollbook_${type}.it`, action]));

async function forEachKind<Result>(
  act: (kind: Kind, attributes: Attributes) => Promise<Result> | Result,
): Promise<Record<string, Result>> {
  const at = all.stored();
  const results: Record<string, Result> = {};
  for (const [type, kind] of Object.entries(kinds)) results[type] = await act(kind, at[type]!);
  return results;
}

const changedElsewhere = (output: string) => output.match(/Error: Changed elsewhere since the plan/g);

/** Without the version and the count, which follow memberships. */
const listPeople = async () =>
  (await request('GET', `/${account}/users`)).data.map(
    ({ id, name, email, status, role }: Record<string, string>) => ({ id, name, email, status, role }),
  );

describeWith(['go', 'terraform'], 'the Terraform provider', () => {
  beforeAll(async () => {
    project = new ForeignProject();
    project.install(await packCommand(project.folder));
    [started] = await Promise.all([startPacked(project, ['--memory']), installProvider(project.folder)]);
    request = requestsTo(started);
    account = (await request('POST', '', { name: 'Analytical Engines', externalId: 'engines' })).id;
    const named = (name: string) => ({ name, email: `${name}@example.com`, externalId: `hr-${name}` });
    people = await createEach('users', ['ada', 'charles', 'mary', 'grace'].map(named));
    groups = await createEach('service-groups', [
      { name: 'dev', externalId: 'dev' },
      { name: 'all', externalId: 'all' },
      { name: 'taken', externalId: 'taken' },
    ]);
    kinds = kindsOf({ account, people, groups, request });
    changeable = Object.keys(kinds).filter((type) => kinds[type]!.first !== kinds[type]!.second);
    all = folder('all');
  }, 10 * MINUTES);
  afterAll(async () => {
    await started.stop();
    project.close();
  });

  test(
    'creates each resource, and has nothing to plan then',
    async () => {
      all.write(configuration('first'));
      await all.apply();
      expect(await all.planned()).toEqual({});
      all.write(configuration('second'));
      expect(await all.planned()).toEqual(each('update', changeable));
      await all.apply();
      expect(await all.planned()).toEqual({});
    },
    5 * MINUTES,
  );

  test(
    'finds what was changed elsewhere, and changes it back',
    async () => {
      const before = all.stored();
      await forEachKind((kind, at) => kind.changeElsewhere(at, 1));
      expect(await all.planned()).toEqual({
        ...each('update'),
        ...each('create', ['service_group_manager']),
      });
      await all.apply();
      expect(await all.planned()).toEqual({});
      expect(all.stored()).toEqual(before);
    },
    5 * MINUTES,
  );

  test(
    'imports each resource, and has nothing to plan then',
    async () => {
      const ids = await forEachKind((kind, at) => kind.importId(at));
      const imports = Object.entries(ids).map(
        ([type, id]) => `import {\n  to = rollbook_${type}.it\n  id = "${id}"\n}\n`,
      );
      const imported = folder('imported');
      imported.write(configuration('second') + imports.join(''));
      expect(await imported.planned()).toEqual(each('import'));
      await imported.apply();
      expect(await imported.planned()).toEqual({});
      expect(imported.stored()).toEqual(all.stored());
    },
    5 * MINUTES,
  );

  test('does not take what another key cannot see for gone', async () => {
    const { id } = await request('POST', '', { name: 'Difference Engines' });
    const scopes = ['account:read', 'service-groups:read', 'memberships:read', 'users:read'];
    const { key } = await request('POST', `/${id}/api-keys`, { name: 'other', scopes });
    const others = Object.assign(folder('others'), { path: all.path });
    others.env['ROLLBOOK_KEY'] = key;
    const { code, output } = await others.terraform('plan', '-no-color');
    expect([code, output.match(/Error: There is no such account/g)?.length]).toEqual([1, expect.any(Number)]);
    expect(await all.planned()).toEqual({});
  });

  test(
    'refuses what was planned before a change elsewhere',
    async () => {
      all.write(configuration('first'));
      await all.expectDone('plan', '-out', 'saved');
      await forEachKind((kind, at) => kind.changeElsewhere(at, 2));
      const changed = await forEachKind((kind, at) => kind.read(at));
      const { code, output } = await all.terraform('apply', '-no-color', 'saved');
      expect(code).toBe(1);
      const sentence = (type: string) =>
        `The rollbook_${type} is no longer as it was`.replaceAll(' ', '\\s+');
      for (const type of changeable) expect(output).toMatch(new RegExp(sentence(type)));
      expect(changedElsewhere(output)).toHaveLength(changeable.length);
      expect(await forEachKind((kind, at) => kind.read(at))).toEqual(changed);
      await all.apply();
      expect(await all.planned()).toEqual({});
    },
    5 * MINUTES,
  );

  test(
    'destroys each resource, unless it was changed elsewhere since the plan; people stay',
    async () => {
      const before = await listPeople();
      await all.expectDone('plan', '-destroy', '-out', 'saved');
      const at = all.stored();
      await forEachKind((kind, it) => kind.changeElsewhere(it, 3));
      const { output } = await all.terraform('apply', '-no-color', 'saved');
      const kept = changeable.filter((type) => !kinds[type]!.isForgotten);
      expect(Object.keys(all.stored()).toSorted()).toEqual(kept.toSorted());
      expect(changedElsewhere(output)).toHaveLength(kept.length);
      await all.expectDone('destroy', '-auto-approve');
      expect(all.stored()).toEqual({});
      for (const [type, { read, left = 'not found' }] of Object.entries(kinds)) {
        const isGone = ({ message }: Error) => (message.includes('_not_found') ? 'not found' : message);
        expect([type, await read(at[type]!).catch(isGone)]).toEqual([type, left]);
      }
      expect(await listPeople()).toEqual(before);
    },
    5 * MINUTES,
  );

  test('says what was refused where it is configured', async () => {
    const refused = folder('refused');
    const refusals = async (type: string, body: string): Promise<unknown[]> => {
      refused.write(resource(type, inAccount(body)));
      const lines = await refused.lines('apply', '-auto-approve');
      return lines
        .filter(({ diagnostic }) => diagnostic?.severity === 'error')
        .map(({ diagnostic: { summary, snippet } }) => [summary, snippet.code.trim()]);
    };
    expect(await refusals('service_group', '  name = "Taken"')).toEqual([
      ['The name is taken', 'name = "Taken"'],
    ]);
    const tooShort = 'membership_rules = { max_length_seconds = 1 }';
    expect(await refusals('service_group', `  name = "x"\n  ${tooShort}`)).toEqual([
      ['A value is out of range', tooShort],
    ]);
    const [inTaken, ada] = [`  service_group_id = "${groups['taken']}"`, people['ada']!];
    const ghost = `user_ids = ["${ada}", "user_01JZ3YQ7Q6W8F0V3H4N5P6R7S8"]`;
    expect(await refusals('service_group_members', `${inTaken}\n  ${ghost}`)).toEqual([
      ['A member was refused', ghost],
    ]);
    const membership = { account_id: account, service_group_id: groups['taken']!, user_id: ada };
    // Nobody was added whom the state does not have.
    await expect(request('GET', memberOf(membership))).rejects.toThrow('membership_not_found');

    await request('PUT', memberOf(membership));
    expect(await refusals('membership', `${inTaken}\n  user_id = "${ada}"`)).toEqual([
      ['The user is a member already', `user_id = "${ada}"`],
    ]);
    expect(await refusals('service_group_members', `${inTaken}\n  user_ids = []`)).toEqual([
      ['The service group has members already', inTaken.trim()],
    ]);
    const signInRules = [{ issuer: 'https://login.example', domains: ['acme.example'] }];
    await request('PATCH', `/${account}`, { signInRules });
    const rules = '  rules = [{ issuer = "https://x.example", domains = ["x.example"] }]';
    expect(await refusals('sign_in_rules', rules)).toEqual([
      ['The account has sign-in rules already', inAccount('').trim()],
    ]);
  });

  test('has people, accounts and service groups as data, read with a key that is revoked after the run', async () => {
    const data = folder('data');
    cpSync(join(import.meta.dirname, 'data.tf'), join(data.path, 'data.tf'));
    const { ada } = people;
    Object.assign(data.env, { TF_VAR_account: account, TF_VAR_ada: ada, TF_VAR_group: groups['dev'] });
    await data.apply();
    expect(JSON.parse(await data.expectDone('output', '-json', 'found'))).toEqual([
      Array(3).fill(ada),
      'Analytical Engines',
      'dev',
      ...[true, true],
    ]);
    const events = await request('GET', `/${account}/events?type=api_key.created,api_key.revoked`);
    const keysOf = (type: string) =>
      events.data
        .filter((event: { type: string }) => event.type === type)
        .map((event: { data: { apiKeyId: string } }) => event.data.apiKeyId)
        .toSorted();
    expect(keysOf('api_key.created')).not.toEqual([]);
    expect(keysOf('api_key.revoked')).toEqual(keysOf('api_key.created'));
  });

  test('gives a webhook endpoint a secret of one’s own, and rotates it', async () => {
    const receiver = await startWebhookReceiver();
    const given = ['-var', `secrets=${JSON.stringify(SECRETS)}`];
    const secret = folder('secret');
    /** Which of the secrets a request is signed with. */
    const signedAfterApply = async (version: number): Promise<boolean[]> => {
      const body = `  url = "${receiver.url}"\n  secret_wo = var.secrets[${version - 1}]\n  secret_wo_version = ${version}`;
      secret.write(
        `variable "secrets" {\n  type = list(string)\n  ephemeral = true\n}\n${resource('webhook_endpoint', inAccount(body))}`,
      );
      await secret.expectDone('plan', '-out', 'saved', ...given);
      await secret.expectDone('apply', ...given, 'saved');
      const before = receiver.received.length;
      await request('POST', `${endpointOf(secret.stored()['webhook_endpoint']!)}/test`);
      await eventually('it is received', () => receiver.received.length > before);
      const { body: received, headers } = receiver.received.at(-1)!;
      return SECRETS.map((each) => {
        try {
          return Boolean(new Webhook(each).verify(received, headers as Record<string, string>));
        } catch {
          return false;
        }
      });
    };
    try {
      expect(await signedAfterApply(1)).toEqual([true, false]);
      // For a day with both.
      expect(await signedAfterApply(2)).toEqual([true, true]);
    } finally {
      await receiver.stop();
    }
  });

  test('replaces the token of a log stream when its version is another', async () => {
    const stream = folder('stream');
    const versionAfterApply = async (version: number): Promise<number> => {
      const secret = `  secret_wo = "${STREAM_SECRETS[version - 1]}"\n  secret_wo_version = ${version}`;
      const body = `  url = "https://logs.acme.example/"\n  form = "ocsf"\n${secret}`;
      stream.write(resource('log_stream', inAccount(body)));
      await stream.apply();
      return (await request('GET', streamOf(stream.stored()['log_stream']!))).secretVersion;
    };
    expect([await versionAfterApply(1), await versionAfterApply(1)]).toEqual([1, 1]);
    expect(await versionAfterApply(2)).toBe(2);
  });

  test('does what its page says', async () => {
    const before = await listPeople();
    const example = folder('example');
    writeFileSync(join(example.path, 'main.tf'), blocksOf('hcl').join('\n'));
    const [, commands = ''] = blocksOf('sh');
    await run(commands.replace('acct_…', account), example.path, {
      ...example.env,
      TF_CLI_ARGS_apply: '-auto-approve',
    });
    expect(Object.keys(example.stored())).toEqual(expect.arrayContaining(['membership', 'webhook_endpoint']));
    Object.assign(example.env, { TF_VAR_account: account, TF_VAR_webhook_secret: SECRETS[0] });
    expect(await example.planned()).toEqual({});
    await example.expectDone('destroy', '-auto-approve');
    expect(example.stored()).toEqual({});
    expect(await listPeople()).toEqual(before);
  });

  test('keeps no secret', async () => {
    const folders = ['all', 'imported', 'data', 'secret', 'stream', 'example'].map((name) =>
      join(project.folder, name),
    );
    const plan = await run('terraform show -json saved', join(project.folder, 'secret'), all.env);
    const filesOf = (path: string) => readdirSync(path).map((name) => join(path, name));
    const read = (path: string) => readFileSync(path, 'latin1');
    const kept = folders.flatMap(filesOf).map(read);
    for (const state of folders
      .flatMap(filesOf)
      .filter((path) => !path.endsWith('.tf'))
      .map(read))
      for (const secret of STREAM_SECRETS) expect(state).not.toContain(secret);
    expect(kept.length).toBeGreaterThan(10);
    expect(plan).toContain('secret_wo_version');
    for (const text of [...kept, plan])
      for (const secret of [started.token, 'rbk_', 'whsec_', ...SECRETS.map((each) => each.slice(6))])
        expect(text).not.toContain(secret);
  });

  test(
    'go vet and staticcheck find nothing',
    async () => {
      const checks = `gofmt -l .; go vet ./...; go run ${STATICCHECK} ./...`;
      expect(await run(checks, join(ROOT, 'clients/terraform'))).toBe('');
    },
    5 * MINUTES,
  );
});
