import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packCommand } from '../../../tools/pack-command.mjs';
import { ROOT } from '../../support/documented-commands.js';
import { ForeignProject } from '../../support/foreign-project.js';
import { describeWith, STATICCHECK } from '../../support/processes/languages.js';
import { startPacked, type PackedRollbook } from '../../support/processes/packed-rollbook.js';

// The Terraform provider (clients/terraform) against the package `rollbook`, by Terraform itself, which goes to no registry: the provider is built here.
// With ROLLBOOK_NIGHTLY only, as the clients: its modules come from the proxy.

const MINUTES = 60_000;
const SOURCE = join(ROOT, 'clients/terraform');

type Attributes = Record<string, string>;

interface Kind {
  /** What is created, and what it is changed to; where both are one there is nothing to change. */
  first: string;
  second: string;
  importId(attributes: Attributes): string;
  /** Somebody else changes it, to another value each time. */
  changeElsewhere(attributes: Attributes, time: number): Promise<unknown>;
  /** What the API has of it. */
  read(attributes: Attributes): Promise<unknown>;
  /** What it has after it was destroyed. */
  left?: unknown;
  /** Destroying it leaves it in Rollbook. */
  isForgotten?: true;
}

interface Run {
  code: number;
  output: string;
}

let project: ForeignProject;
let started: PackedRollbook;
let account: string;
/** Ids by name. */
let people: Record<string, string>;
let groups: Record<string, string>;

async function request(method: string, path: string, body?: object): Promise<any> {
  const response = await fetch(`${started.url}/v1/accounts${path}`, {
    method,
    headers: { authorization: `Bearer ${started.token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

async function terraform(folder: string, ...args: string[]): Promise<Run> {
  const env = {
    ...process.env,
    TF_CLI_CONFIG_FILE: join(project.folder, 'dev.tfrc'),
    CHECKPOINT_DISABLE: '1',
    ROLLBOOK_URL: started.url,
    ROLLBOOK_KEY: started.token,
  };
  const cwd = join(project.folder, folder);
  return promisify(execFile)('terraform', args, { cwd, env }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stdout, stderr }) => ({ code: Number(code), output: `${stdout}${stderr}` }),
  );
}

async function expectDone(folder: string, ...args: string[]): Promise<string> {
  const { code, output } = await terraform(folder, ...args);
  if (code !== 0) throw new Error(output);
  return output;
}

/** What a plan would do, by address. */
async function planned(folder: string): Promise<Record<string, string>> {
  const output = await expectDone(folder, 'plan', '-json', '-no-color');
  const lines = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return Object.fromEntries(
    lines
      .filter(({ type }) => type === 'planned_change')
      .map(({ change }) => [change.resource.addr, change.action]),
  );
}

function write(folder: string, text: string): void {
  const at = join(project.folder, folder);
  mkdirSync(at, { recursive: true });
  writeFileSync(join(at, 'main.tf'), PROVIDER + text);
}

const PROVIDER = `terraform {
  required_providers {
    rollbook = { source = "rollbook.example/rollbook/rollbook" }
  }
}
`;

const resource = (type: string, body: string) => `resource "rollbook_${type}" "it" {\n${body}\n}\n`;

/** What Terraform has stored, by type. */
function stored(folder: string): Record<string, Attributes> {
  const { resources } = JSON.parse(
    readFileSync(join(project.folder, folder, 'terraform.tfstate'), 'utf8'),
  ) as {
    resources: { type: string; mode: string; instances: { attributes: Attributes }[] }[];
  };
  return Object.fromEntries(
    resources.map(({ type, instances }) => [type.slice('rollbook_'.length), instances[0]!.attributes]),
  );
}

const inAccount = (body: string) => `  account_id = "${account}"\n${body}`;
const accountOf = ({ id }: Attributes) => `/${id}`;
const groupOf = ({ account_id, id }: Attributes) => `/${account_id}/service-groups/${id}`;
const rulesOf = ({ account_id }: Attributes) => `/${account_id}`;
const partOf = (part: string) => (at: Attributes) =>
  `/${at['account_id']}/service-groups/${at['service_group_id']}/${part}${at['user_id'] ? `/${at['user_id']}` : ''}`;
const [managerOf, memberOf] = [partOf('managers'), partOf('members')];
const relation = ({ account_id, service_group_id, user_id }: Attributes) =>
  [account_id, service_group_id, user_id].filter(Boolean).join('/');
/** Without counts, which come late. */
const identity = ({ name, version }: { name: string; version: number }) => ({ name, version });
const personOf = ({ id, name, email, status, role }: Record<string, string>) => ({
  id,
  name,
  email,
  status,
  role,
});
const idsOf = ({ data }: { data: { userId: string }[] }) => data.map(({ userId }) => userId).sort();
const issuer = (name: string) => `{ issuer = "https://${name}.example", domains = ["acme.example"] }`;

/** Of each resource. */
function kinds(): Record<string, Kind> {
  const manages = inAccount(`  service_group_id = "${groups['dev']}"\n  user_id = "${people['ada']}"`);
  const member = (terms: string) => `${manages}\n${terms}`;
  const set = (...names: string[]) =>
    inAccount(
      `  service_group_id = "${groups['all']}"\n  user_ids = ${JSON.stringify(names.map((name) => people[name]))}`,
    );
  return {
    account: {
      first: `  name = "Acme"\n  external_id = "acme"\n  metadata = jsonencode({ region = "eu" })\n  limits = { users = 50 }`,
      second: `  name = "Acme Limited"\n  plan = "team"\n  limits = { users = 60, members = 1000 }`,
      importId: ({ id = '' }) => id,
      changeElsewhere: (at, time) => request('PATCH', accountOf(at), { name: `elsewhere ${time}` }),
      read: async (at) => identity(await request('GET', accountOf(at))),
      isForgotten: true,
    },
    sign_in_rules: {
      first: inAccount(`  rules = [${issuer('one')}]`),
      second: inAccount(`  rules = [
    ${issuer('two')},
    { issuer = "https://three.example", domains = [], external_id_claim = "oid" },
  ]`),
      importId: ({ account_id = '' }) => account_id,
      changeElsewhere: (at, time) =>
        request('PATCH', rulesOf(at), {
          signInRules: [{ issuer: `https://elsewhere${time}.example`, domains: ['a.example'] }],
        }),
      read: async (at) => (await request('GET', rulesOf(at))).signInRules,
      left: [],
    },
    service_group: {
      first: inAccount(`  name = "prod"
  external_id = "prod"
  metadata = jsonencode({ owner = "<platform>", tags = { tier = 1, old = true } })
  membership_rules = { max_length_seconds = 86400, members_may_ask = true, reason_required = false }`),
      second: inAccount(`  name = "production"
  metadata = jsonencode({ owner = "<platform>", tags = { tier = 2 } })
  membership_rules = { max_length_seconds = 3600, approvers = "admins" }`),
      importId: ({ account_id, id }) => `${account_id}/${id}`,
      changeElsewhere: (at, time) => request('PATCH', groupOf(at), { name: `elsewhere ${time}` }),
      read: async (at) => identity(await request('GET', groupOf(at))),
    },
    service_group_manager: {
      ...{ first: manages, second: manages },
      importId: relation,
      changeElsewhere: (at) => request('DELETE', managerOf(at)),
      read: async (at) => idsOf(await request('GET', partOf('managers')({ ...at, user_id: '' }))),
      left: [],
    },
    membership: {
      first: member(`  reason = "on call"\n  expires_at = "2100-06-01T02:00:00+02:00"`),
      second: member(`  reason = "on call again"\n  expires_at = "2100-06-01T00:00:00Z"`),
      importId: relation,
      changeElsewhere: (at, time) => request('PATCH', memberOf(at), { reason: `elsewhere ${time}` }),
      read: async (at) => request('GET', memberOf(at)),
    },
    service_group_members: {
      first: set('ada', 'charles'),
      second: set('ada', 'mary'),
      importId: relation,
      changeElsewhere: (at) => request('PUT', memberOf({ ...at, user_id: people['grace']! })),
      read: async (at) => idsOf(await request('GET', memberOf(at))),
      left: [],
    },
  };
}

describeWith(['go', 'terraform'], 'the Terraform provider', () => {
  beforeAll(async () => {
    project = new ForeignProject();
    const provider = join(project.folder, 'provider');
    const building = promisify(execFile)(
      'go',
      ['build', '-o', `${provider}/terraform-provider-rollbook`, '.'],
      {
        cwd: SOURCE,
      },
    );
    project.write(
      'dev.tfrc',
      `provider_installation {\n  dev_overrides { "rollbook.example/rollbook/rollbook" = "${provider}" }\n}\n`,
    );
    project.install(await packCommand(project.folder));
    [started] = await Promise.all([startPacked(project, ['--memory']), building]);
    account = (await request('POST', '', { name: 'Analytical Engines' })).id;
    const create = async (path: string, name: string, body: object) =>
      [name, (await request('POST', `/${account}/${path}`, body)).id] as const;
    const names = ['ada', 'charles', 'mary', 'grace'];
    people = Object.fromEntries(
      await Promise.all(
        names.map((name) =>
          create('users', name, { name, email: `${name}@example.com`, externalId: `hr-${name}` }),
        ),
      ),
    );
    groups = Object.fromEntries(
      await Promise.all(['dev', 'all', 'taken'].map((name) => create('service-groups', name, { name }))),
    );
  }, 10 * MINUTES);
  afterAll(async () => {
    await started.stop();
    project.close();
  });

  const all = (version: 'first' | 'second') =>
    Object.entries(kinds())
      .map(([type, kind]) => resource(type, kind[version]))
      .join('');
  const forEachKind = async <Result>(
    act: (kind: Kind, attributes: Attributes, type: string) => Promise<Result>,
  ): Promise<Record<string, Result>> => {
    const at = stored('all');
    const results: Record<string, Result> = {};
    for (const [type, kind] of Object.entries(kinds())) results[type] = await act(kind, at[type]!, type);
    return results;
  };
  /** Each resource with an action, as a plan shows it. */
  const each = (action: string, types = Object.keys(kinds())) =>
    Object.fromEntries(types.map((type) => [`rollbook_${type}.it`, action]));
  const changeable = () =>
    Object.entries(kinds()).flatMap(([type, { first, second }]) => (first === second ? [] : type));

  test(
    'creates each resource, and has nothing to plan then',
    async () => {
      write('all', all('first'));
      await expectDone('all', 'apply', '-auto-approve', '-no-color');
      expect(await planned('all')).toEqual({});
      write('all', all('second'));
      expect(await planned('all')).toEqual(each('update', changeable()));
      await expectDone('all', 'apply', '-auto-approve', '-no-color');
      expect(await planned('all')).toEqual({});
    },
    5 * MINUTES,
  );

  test(
    'finds what was changed elsewhere, and changes it back',
    async () => {
      const before = stored('all');
      await forEachKind((kind, at) => kind.changeElsewhere(at, 1));
      const drift = await planned('all');
      expect(drift).toEqual({ ...each('update'), ...each('create', ['service_group_manager']) });
      await expectDone('all', 'apply', '-auto-approve', '-no-color');
      expect(await planned('all')).toEqual({});
      expect(stored('all')).toEqual(before);
    },
    5 * MINUTES,
  );

  test(
    'imports each resource, and has nothing to plan then',
    async () => {
      const ids = await forEachKind(async (kind, at) => kind.importId(at));
      const imports = Object.entries(ids).map(
        ([type, id]) => `import {\n  to = rollbook_${type}.it\n  id = "${id}"\n}\n`,
      );
      write('imported', all('second') + imports.join(''));
      expect(await planned('imported')).toEqual(each('import'));
      await expectDone('imported', 'apply', '-auto-approve', '-no-color');
      expect(await planned('imported')).toEqual({});
      expect(stored('imported')).toEqual(stored('all'));
    },
    5 * MINUTES,
  );

  test(
    'refuses what was planned before a change elsewhere',
    async () => {
      write('all', all('first'));
      await expectDone('all', 'plan', '-no-color', '-out', 'saved');
      await forEachKind((kind, at) => kind.changeElsewhere(at, 2));
      const changed = await forEachKind((kind, at) => kind.read(at));
      const { code, output } = await terraform('all', 'apply', '-no-color', 'saved');
      expect(code).toBe(1);
      for (const type of changeable())
        expect(output).toMatch(
          new RegExp(`The\\s+rollbook_${type}\\s+is\\s+no\\s+longer\\s+as\\s+it\\s+was`),
        );
      expect(output.match(/Error: Changed elsewhere since the plan/g)).toHaveLength(changeable().length);
      expect(await forEachKind((kind, at) => kind.read(at))).toEqual(changed);
      await expectDone('all', 'apply', '-auto-approve', '-no-color');
      expect(await planned('all')).toEqual({});
    },
    5 * MINUTES,
  );

  test(
    'destroys each resource, unless it was changed elsewhere since the plan; people stay',
    async () => {
      const before = await request('GET', `/${account}/users`);
      await expectDone('all', 'plan', '-destroy', '-no-color', '-out', 'saved');
      const at = stored('all');
      await forEachKind((kind, it) => kind.changeElsewhere(it, 3));
      const { output } = await terraform('all', 'apply', '-no-color', 'saved');
      const kept = changeable().filter((type) => !kinds()[type]!.isForgotten);
      expect(Object.keys(stored('all')).toSorted()).toEqual(kept.toSorted());
      expect(output.match(/Error: Changed elsewhere since the plan/g)).toHaveLength(kept.length);
      await expectDone('all', 'destroy', '-auto-approve', '-no-color');
      expect(stored('all')).toEqual({});
      for (const [type, { read, isForgotten, left = 'not found' }] of Object.entries(kinds())) {
        const now = await read(at[type]!).catch(({ message }) =>
          /_not_found/.test(message) ? 'not found' : message,
        );
        expect([type, now]).toEqual([
          type,
          isForgotten ? { name: 'elsewhere 3', version: expect.any(Number) } : left,
        ]);
      }
      const after = await request('GET', `/${account}/users`);
      expect(after.data.map(personOf)).toEqual(before.data.map(personOf));
    },
    5 * MINUTES,
  );

  test('says what was refused where it is configured', async () => {
    const refusals = async (body: string): Promise<unknown[]> => {
      write('refused', body);
      const { output } = await terraform('refused', 'apply', '-auto-approve', '-json');
      const lines = output
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      return lines
        .filter(({ diagnostic }) => diagnostic?.severity === 'error')
        .map(({ diagnostic: { summary, snippet } }) => [summary, snippet.code.trim()]);
    };
    expect(await refusals(resource('service_group', inAccount(`  name = "Taken"`)))).toEqual([
      ['The name is taken', 'name = "Taken"'],
    ]);
    const rules = (length: string) => `membership_rules = { ${length} }`;
    const tooShort = rules('max_length_seconds = 1');
    expect(await refusals(resource('service_group', inAccount(`  name = "x"\n  ${tooShort}`)))).toEqual([
      [expect.anything(), tooShort],
    ]);
    const ghost = 'user_ids = ["user_01JZ3YQ7Q6W8F0V3H4N5P6R7S8"]';
    const withGhost = inAccount(`  service_group_id = "${groups['taken']}"\n  ${ghost}`);
    expect(await refusals(resource('service_group_members', withGhost))).toEqual([
      ['A member was refused', ghost],
    ]);
    const membership = { account_id: account, service_group_id: groups['taken']!, user_id: people['grace']! };
    await request('PUT', memberOf(membership));
    const grace = `  service_group_id = "${groups['taken']}"\n  user_id = "${people['grace']}"`;
    expect(await refusals(resource('membership', inAccount(grace)))).toEqual([
      ['The user is a member already', `user_id = "${people['grace']}"`],
    ]);
  });

  test('has people, accounts and service groups as data, read with a key that is revoked after the run', async () => {
    write(
      'data',
      `ephemeral "rollbook_api_key" "reader" {
  account_id = "${account}"
  name = "terraform"
  scopes = ["users:read", "account:read", "service-groups:read"]
}
provider "rollbook" {
  key = ephemeral.rollbook_api_key.reader.key
  alias = "reader"
}
locals {
  found = {
    id = { id = "${people['ada']}", email = null, external_id = null }
    email = { id = null, email = "ADA@example.com", external_id = null }
    external_id = { id = null, email = null, external_id = "hr-ada" }
  }
}
data "rollbook_user" "ada" {
  for_each = local.found
  provider = rollbook.reader
  account_id = "${account}"
  id = each.value.id
  email = each.value.email
  external_id = each.value.external_id
}
data "rollbook_account" "it" {
  provider = rollbook.reader
  id = "${account}"
}
data "rollbook_service_group" "dev" {
  provider = rollbook.reader
  account_id = "${account}"
  id = "${groups['dev']}"
}
output "found" {
  value = [[for by, user in data.rollbook_user.ada : user.id], data.rollbook_account.it.name, data.rollbook_service_group.dev.name]
}
`,
    );
    await expectDone('data', 'apply', '-auto-approve', '-no-color');
    const output = JSON.parse(await expectDone('data', 'output', '-json', 'found'));
    expect(output).toEqual([Array(3).fill(people['ada']), 'Analytical Engines', 'dev']);
    const { data } = await request('GET', `/${account}/events?type=api_key.created,api_key.revoked`);
    const types = data.map(({ type }: { type: string }) => type);
    expect(types.toSorted()).toEqual(
      types.map((_: string, at: number) => (at < types.length / 2 ? 'api_key.created' : 'api_key.revoked')),
    );
    expect(types.length).toBeGreaterThan(0);
  });

  test(
    'go vet and staticcheck find nothing',
    async () => {
      const script = `gofmt -l .; go vet ./...; go run ${STATICCHECK} ./...`;
      const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
        cwd: SOURCE,
      });
      expect(stdout).toBe('');
    },
    5 * MINUTES,
  );

  test('keeps no secret', () => {
    const files = ['all', 'imported', 'data'].flatMap((folder) =>
      readdirSync(join(project.folder, folder)).map((name) => join(project.folder, folder, name)),
    );
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      const text = readFileSync(file, 'latin1');
      expect(text).not.toContain(started.token);
      expect(text).not.toContain('rbk_');
    }
  });
});
