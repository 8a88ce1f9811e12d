import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packCommand } from '../../../tools/pack-command.mjs';
import { ROOT } from '../../support/documented-commands.js';
import { ForeignProject } from '../../support/foreign-project.js';
import { describeWith } from '../../support/processes/languages.js';
import { startPacked, type PackedRollbook } from '../../support/processes/packed-rollbook.js';

// The Terraform provider (clients/terraform) against the package `rollbook`, by Terraform itself, which goes to no registry: the provider is built here.
// With ROLLBOOK_NIGHTLY only, as the clients: its modules come from the proxy.

const MINUTES = 60_000;

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
}

interface Run {
  code: number;
  output: string;
}

let project: ForeignProject;
let started: PackedRollbook;
let account: string;

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
const groupOf = ({ account_id, id }: Attributes) => `/${account_id}/service-groups/${id}`;

/** Of each resource. */
function kinds(): Record<string, Kind> {
  return {
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
      read: (at) => request('GET', groupOf(at)),
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
        cwd: join(ROOT, 'clients/terraform'),
      },
    );
    project.write(
      'dev.tfrc',
      `provider_installation {\n  dev_overrides { "rollbook.example/rollbook/rollbook" = "${provider}" }\n}\n`,
    );
    project.install(await packCommand(project.folder));
    [started] = await Promise.all([startPacked(project, ['--memory']), building]);
    account = (await request('POST', '', { name: 'Analytical Engines' })).id;
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
      expect(Object.keys(drift)).toEqual(Object.keys(each('')));
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
    'destroys each resource, unless it was changed elsewhere since the plan',
    async () => {
      await expectDone('all', 'plan', '-destroy', '-no-color', '-out', 'saved');
      await forEachKind((kind, at) => kind.changeElsewhere(at, 3));
      const { output } = await terraform('all', 'apply', '-no-color', 'saved');
      expect(output.match(/Error: Changed elsewhere since the plan/g)).toHaveLength(changeable().length);
      const at = stored('all');
      await expectDone('all', 'destroy', '-auto-approve', '-no-color');
      expect(stored('all')).toEqual({});
      for (const [type, kind] of Object.entries(kinds()))
        await expect(kind.read(at[type]!)).rejects.toThrow('_not_found');
    },
    5 * MINUTES,
  );

  test('keeps no secret', () => {
    const files = ['all', 'imported'].flatMap((folder) =>
      readdirSync(join(project.folder, folder)).map((name) => join(project.folder, folder, name)),
    );
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) expect(readFileSync(file, 'latin1')).not.toContain(started.token);
  });
});
