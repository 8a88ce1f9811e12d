import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../../support/documented-commands.js';
import type { Attributes } from './resources.js';

const PAGE = readFileSync(join(ROOT, 'docs/terraform.md'), 'utf8');

/** Of docs/terraform.md. */
export const blocksOf = (language: string) =>
  Array.from(
    PAGE.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm')),
    ([, block = '']) => block,
  );

export async function run(
  script: string,
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  return (await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd, env })).stdout;
}

/** Builds the provider as the page says. What Go keeps stays where it is. */
export async function installProvider(home: string): Promise<void> {
  const names = ['GOPATH', 'GOCACHE', 'GOMODCACHE'];
  const kept = (await run(`go env ${names.join(' ')}`, ROOT)).trim().split('\n');
  const [install = ''] = blocksOf('sh');
  const folders = Object.fromEntries(names.map((name, at) => [name, kept[at]]));
  await run(install, ROOT, { ...process.env, ...folders, HOME: home });
}

export const resource = (type: string, body: string) => `resource "rollbook_${type}" "it" {\n${body}\n}\n`;

const PROVIDER = `terraform {
  required_providers {
    rollbook = { source = "rollbook.example/rollbook/rollbook" }
  }
}
`;

/** A folder that Terraform runs in, below the home that the provider is installed in. */
export class TerraformFolder {
  path: string;
  readonly env: NodeJS.ProcessEnv;

  constructor(home: string, name: string, env: NodeJS.ProcessEnv) {
    this.path = join(home, name);
    mkdirSync(this.path);
    const settings = { TF_CLI_CONFIG_FILE: join(home, '.rollbook/terraform.tfrc'), CHECKPOINT_DISABLE: '1' };
    this.env = { ...process.env, ...settings, ...env };
  }

  write(text: string): void {
    writeFileSync(join(this.path, 'main.tf'), PROVIDER + text);
  }

  /** Its exit code, and what it prints. */
  async terraform(...args: string[]): Promise<{ code: number; output: string }> {
    return promisify(execFile)('terraform', args, { cwd: this.path, env: this.env }).then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      ({ code, stdout, stderr }) => ({ code: Number(code), output: `${stdout}${stderr}` }),
    );
  }

  async expectDone(...args: string[]): Promise<string> {
    const { code, output } = await this.terraform(...args);
    if (code !== 0) throw new Error(output);
    return output;
  }

  async apply(): Promise<void> {
    await this.expectDone('apply', '-auto-approve', '-no-color');
  }

  /** What is printed by a command with `-json`. */
  async lines(...args: string[]) {
    const { output } = await this.terraform(...args, '-json');
    return output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  }

  /** What a plan would do, by address. */
  async planned(): Promise<Record<string, string>> {
    const lines = await this.lines('plan');
    expect(lines.filter(({ '@level': level }) => level === 'error')).toEqual([]);
    const changes = lines.filter(({ type }) => type === 'planned_change');
    return Object.fromEntries(changes.map(({ change }) => [change.resource.addr, change.action]));
  }

  /** What Terraform has stored of resources, by type. */
  stored(): Record<string, Attributes> {
    const { resources } = JSON.parse(readFileSync(join(this.path, 'terraform.tfstate'), 'utf8')) as {
      resources: { type: string; instances: { attributes: Attributes }[] }[];
    };
    return Object.fromEntries(
      resources.map(({ type, instances }) => [type.slice('rollbook_'.length), instances[0]!.attributes]),
    );
  }
}
