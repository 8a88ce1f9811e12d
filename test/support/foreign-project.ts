import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { ROOT } from './documented-commands.js';

/** What TypeScript is told in a strict project that checks declarations too. */
export const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  module: 'nodenext',
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: ['node'],
};

/** A project of its own, outside the repository, as a user of the packages has one. */
export class ForeignProject {
  readonly folder = mkdtempSync(join(tmpdir(), 'foreign-'));

  constructor() {
    this.write('package.json', JSON.stringify({ name: 'foreign', private: true, type: 'module' }));
  }

  /** Packages that are compiled with are the repository's. */
  install(...tarballs: string[]): void {
    this.run('npm', ['install', '--offline', '--legacy-peer-deps', '--no-audit', '--no-fund', ...tarballs]);
    for (const name of ['@types/node', 'undici-types']) this.link(name);
  }

  /** From the registry, by its own way there. */
  add(...wanted: string[]): void {
    const way = Object.entries(process.env).filter(([name]) =>
      /^(NODE_EXTRA_CA_CERTS|\w+_proxy)$/i.test(name),
    );
    this.run('npm', ['install', '--no-audit', '--no-fund', ...wanted], Object.fromEntries(way));
  }

  write(name: string, text: string): string {
    const path = join(this.folder, name);
    writeFileSync(path, text);
    return path;
  }

  link(name: string): void {
    const path = join(this.folder, 'node_modules', name);
    mkdirSync(join(path, '..'), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), path, 'dir');
  }

  run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): string {
    try {
      return execFileSync(command, args, {
        cwd: this.folder,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
        env: this.environment(env),
      });
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${command} failed:\n${stdout}${stderr}`, { cause: error });
    }
  }

  /** Without the conditions and loaders of the tests. What the first program has compiled, the others need not. */
  environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
    const { PATH, HOME } = process.env;
    return { PATH, HOME, NODE_COMPILE_CACHE: join(this.folder, 'compiled'), ...more };
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** What publint says of a tarball. */
export async function publintMessages(tarball: string): Promise<unknown[]> {
  const { buffer } = Uint8Array.from(readFileSync(tarball));
  return (await publint({ pack: { tarball: buffer }, strict: true })).messages;
}

/** The packages have ES modules only: what their users' compilers and bundlers resolve, and `require` since Node 22.12. */
const ES_MODULES_ONLY = ['node10', 'node16-cjs'];

/** What arethetypeswrong says of a tarball, and of how many entry points. */
export async function typesOf(tarball: string): Promise<{ problems: unknown[]; entrypoints: number }> {
  const checked = await checkPackage(createPackageFromTarballData(Uint8Array.from(readFileSync(tarball))));
  if (!checked.types) throw new Error('The package has no types.');
  const problems = checked.problems.filter(
    (problem) => !('resolutionKind' in problem && ES_MODULES_ONLY.includes(problem.resolutionKind)),
  );
  return { problems, entrypoints: Object.keys(checked.entrypoints).length };
}
