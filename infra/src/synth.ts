import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stack } from 'aws-cdk-lib';
import { environments } from '../environments.js';
import { buildApp } from './app.js';
import { checkEnvironment, EnvironmentError, findEnvironment } from './settings/check-environment.js';

/** Run by `infra/cdk.mjs`, compiled. Arguments: a JSON object { name, deploying, bundles, root, outdir }. */
interface Request {
  name: string;
  deploying: boolean;
  bundles: string;
  root: string;
  outdir: string;
}

async function main(): Promise<void> {
  const { name, deploying, ...paths } = JSON.parse(process.argv[2] ?? '{}') as Request;
  const environment = checkEnvironment(name, findEnvironment(environments, name), { deploying });
  const app = await buildApp({ name, environment, ...paths });
  app.synth();
  writeFileSync(
    join(paths.outdir, 'stacks.json'),
    JSON.stringify(app.node.children.filter(Stack.isStack).map((stack) => stack.stackName)),
  );
}

main().catch((error: unknown) => {
  const lines =
    error instanceof EnvironmentError
      ? error.mistakes
      : [error instanceof Error ? (error.stack ?? error.message) : String(error)];
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exitCode = 1;
});
