import { InvalidArgumentError, type Command } from 'commander';
import { addApiCommand } from '../api.js';
import type { CheckResult } from '../smoke/check.js';
import { smoke } from '../smoke/smoke.js';

export function addSmokeCommand(rollbook: Command): void {
  addApiCommand(rollbook, 'smoke', async (api) => {
    const { receiver, within } = api.options<{ receiver?: string; within: number }>();
    const url = receiver ?? new URL('/health/live', api.api).href;
    const results = await smoke({
      client: api.client,
      receiver: url,
      withinMs: within * 1_000,
      onResult: print,
    });
    const failed = results.filter(({ failure }) => failure !== undefined).length;
    console.log(failed === 0 ? 'It works.' : `${failed} of ${results.length} checks failed.`);
    if (failed > 0) process.exitCode = 1;
  })
    .description(
      'Checks a deployment: creates an account, changes it, waits for its event to be delivered, and closes it.',
    )
    .option('--receiver <url>', 'where to send the check’s webhook; default: the API itself')
    .option('--within <seconds>', 'how long counts and events may take', seconds, 60);
}

function print({ name, failure, milliseconds }: CheckResult): void {
  console.log(failure === undefined ? `✓ ${name} (${milliseconds} ms)` : `✗ ${name}: ${failure}`);
}

function seconds(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 600)) throw new InvalidArgumentError('1 to 600 seconds.');
  return value;
}
