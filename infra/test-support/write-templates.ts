import { join } from 'node:path';
import { environments } from '../environments.js';
import type { Environment } from '../src/settings/environment.js';
import { buildApp } from '../src/checked-app.js';
import { inContainers, large, standby } from './settings.js';
import { writeStandIns } from './synthesize.js';

/** Those in a fresh clone, and three that together have every option. */
const WRITTEN: Readonly<Record<string, readonly [name: string, Environment]>> = {
  ...Object.fromEntries(
    Object.entries(environments).map(([name, environment]) => [name, [name, environment]]),
  ),
  'every-option': ['prod', large],
  containers: ['prod', inContainers],
  standby: ['prod-standby', standby],
};

/** Writes the templates of each environment into a separate folder, with stand-ins for the bundles and the image. */
async function main(folder: string): Promise<void> {
  const bundles = join(folder, 'bundles');
  const root = join(folder, 'root');
  writeStandIns(folder, { architecture: 'arm64', nodeMajor: 24 });
  for (const [title, [name, environment]] of Object.entries(WRITTEN)) {
    const app = await buildApp({
      name,
      environment,
      bundles,
      root,
      outdir: join(folder, 'templates', title),
    });
    app.synth();
  }
}

main(process.argv[2] ?? '').catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
