import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp } from './checked-app.js';
import type { AppOptions } from './app.js';

/** Run by `infra/cdk.mjs`, compiled. Its argument is a JSON object. */
async function main({ outdir, ...options }: AppOptions & { outdir: string }): Promise<void> {
  const { stacks } = (await buildApp({ ...options, outdir })).synth();
  const messages = stacks.flatMap((stack) => stack.messages.map(({ entry }) => entry.data as string));
  const own = messages.flatMap((message) => message.split(/ \[ack: rollbook:.*\]$/).slice(0, -1));
  for (const message of new Set(own)) process.stdout.write(`${options.name}: ${message}\n`);
  writeFileSync(join(outdir, 'stacks.json'), JSON.stringify(stacks.map(({ stackName }) => stackName)));
}

main(JSON.parse(process.argv[2] ?? '{}') as AppOptions & { outdir: string }).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
