import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../src/settings/environment.js';
import { buildApp } from '../src/checked-app.js';

/** A resource in a template. */
export interface Resource {
  Type: string;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
  DependsOn?: string[];
  // Tests look into resources of many shapes.
  // oxlint-disable-next-line typescript/no-explicit-any
  Properties: any;
}

export interface Synthesized {
  templates: Record<string, Record<string, Resource>>;
  /** What the CDK prints of the stacks: `warning: …`. */
  messages: string[];
  /** The number of functions that are shipped with a code cache. */
  withCodeCache: number;
  /** Every resource of a type, in all stacks. */
  all(type: string): Resource[];
  /** The only resource of a type, in all stacks. */
  one(type: string): Resource;
}

// cdk-nag reads properties that the CDK calls deprecated, which we cannot change.
process.env['JSII_DEPRECATED'] ??= 'quiet';

/** The files a template refers to: the bundles, the dashboard, and the source of the image. */
export function writeStandIns(folder: string, codeCache: { architecture: string; nodeMajor: number }): void {
  for (const bundle of ['api', 'publisher', 'feeder', 'projector', 'webhooks', 'mailer']) {
    const at = join(folder, 'bundles', bundle);
    mkdirSync(at, { recursive: true });
    writeFileSync(join(at, 'index.mjs'), `// ${bundle}\n`);
    writeFileSync(join(at, 'program.cache'), bundle);
    writeFileSync(join(at, 'manifest.json'), JSON.stringify({ codeCache }));
  }
  const pages = join(folder, 'root', 'dist', 'dashboard');
  mkdirSync(join(pages, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'root', 'Dockerfile'), 'FROM scratch\n');
  for (const file of [
    'index.html',
    'third-party.md',
    '.source-stamp',
    'assets/index-1.js',
    'assets/index-1.js.br',
  ])
    writeFileSync(join(pages, file), file);
}

/** What was synthesized in this worker, which takes seconds: for all specs that need the same. Not to be changed. */
const synthesized = new Map<string, Promise<Synthesized>>();

/** Synthesizes an environment as `npm run synth` does, including checks, with stand-ins for the bundles and the image. */
export function synthesize(
  name: string,
  environment: Environment,
  codeCache = { architecture: 'arm64', nodeMajor: 24 },
): Promise<Synthesized> {
  const key = JSON.stringify([name, environment, codeCache]);
  const known = synthesized.get(key) ?? synthesizeAnew(name, environment, codeCache);
  synthesized.set(key, known);
  return known;
}

async function synthesizeAnew(
  name: string,
  environment: Environment,
  codeCache: { architecture: string; nodeMajor: number },
): Promise<Synthesized> {
  const folder = mkdtempSync(join(tmpdir(), 'rollbook-infra-'));
  try {
    writeStandIns(folder, codeCache);
    const app = await buildApp({
      name,
      environment,
      bundles: join(folder, 'bundles'),
      root: join(folder, 'root'),
      outdir: join(folder, 'out'),
    });
    const assembly = app.synth();
    if (assembly.manifest.missing?.length)
      throw new Error(`Something is to be looked up: ${JSON.stringify(assembly.manifest.missing)}`);
    const templates = Object.fromEntries(
      assembly.stacks.map((stack) => [
        stack.stackName.replace(`rollbook-${name}-`, ''),
        (stack.template as { Resources: Record<string, Resource> }).Resources,
      ]),
    );
    const all = (type: string) =>
      Object.values(templates).flatMap((resources) =>
        Object.values(resources).filter((resource) => resource.Type === type),
      );
    const shipped = readdirSync(join(folder, 'out')).filter((asset) =>
      existsSync(join(folder, 'out', asset, 'index.mjs')),
    );
    return {
      templates,
      messages: assembly.stacks.flatMap(({ messages }) =>
        messages.map(
          ({ level, entry }) => `${level}: ${(entry.data as string).replace(/ \[ack: .*\]$/, '')}`,
        ),
      ),
      withCodeCache: shipped.filter((asset) => existsSync(join(folder, 'out', asset, 'program.cache')))
        .length,
      all,
      one(type) {
        const [found, ...more] = all(type);
        if (!found || more.length > 0)
          throw new Error(`There are ${more.length + (found ? 1 : 0)} of ${type}.`);
        return found;
      },
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
