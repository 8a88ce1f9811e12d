import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../src/environment.js';
import { buildApp } from '../src/app.js';

/** A resource as a template has it. */
export interface Resource {
  Type: string;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
  // Tests look into resources of many shapes.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  Properties: any;
}

export interface Synthesized {
  templates: Record<string, Record<string, Resource>>;
  /** Every resource of a type, in all stacks. */
  all(type: string): Resource[];
  /** The only resource of a type, in all stacks. */
  one(type: string): Resource;
}

// cdk-nag reads properties that the CDK calls deprecated: nothing that is ours to change.
process.env['JSII_DEPRECATED'] ??= 'quiet';

/** Synthesizes an environment as `npm run synth` does, checks included, with stand-ins for the bundles and the image. */
export async function synthesize(name: string, environment: Environment): Promise<Synthesized> {
  const folder = mkdtempSync(join(tmpdir(), 'rollbook-infra-'));
  try {
    for (const bundle of ['api', 'publisher', 'projector', 'webhooks', 'invitation-mailer']) {
      mkdirSync(join(folder, 'bundles', bundle), { recursive: true });
      writeFileSync(join(folder, 'bundles', bundle, 'index.mjs'), `// ${bundle}\n`);
    }
    mkdirSync(join(folder, 'root'));
    writeFileSync(join(folder, 'root', 'Dockerfile'), 'FROM scratch\n');
    const app = await buildApp({
      name,
      environment,
      bundles: join(folder, 'bundles'),
      root: join(folder, 'root'),
      outdir: join(folder, 'out'),
    });
    const assembly = app.synth();
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
    return {
      templates,
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
