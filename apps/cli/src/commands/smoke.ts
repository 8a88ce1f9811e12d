import { InvalidArgumentError, type Command } from 'commander';
import { createClient } from '#libs/client';
import { addApiCommand } from '../api/api.js';
import type { CheckResult } from '../smoke/check.js';
import { smoke } from '../smoke/smoke.js';

export function addSmokeCommand(rollbook: Command): void {
  addApiCommand(rollbook, 'smoke', async (api) => {
    const { receiver, within, env } = api.options<{ receiver?: string; within: number; env?: string }>();
    const { url, client } = env === undefined ? { url: api.api, client: api.client } : await deployed(env);
    const results = await smoke({
      client,
      url,
      receiver: receiver ?? new URL('/health/live', url).href,
      withinMs: within * 1_000,
      onResult: print,
    });
    const failed = results.filter(({ failure }) => failure !== undefined).length;
    console.log(failed === 0 ? 'It works.' : `${failed} of ${results.length} checks failed.`);
    if (failed > 0) process.exitCode = 1;
  })
    .description(
      'Checks a deployment: loads its dashboard, creates an account, changes it, waits for its event to be delivered, and closes it.',
    )
    .option('--env <name>', 'an environment on AWS, whose stacks know its URL; default: the profile’s API')
    .option('--receiver <url>', 'where to send the check’s webhook; default: the API itself')
    .option('--within <seconds>', 'how long counts and events may take', seconds, 60);
}

/** The token is ROLLBOOK_API_TOKEN: a profile's is for the profile's API. */
async function deployed(name: string) {
  const token = process.env['ROLLBOOK_API_TOKEN']?.trim();
  if (!token) throw new Error('There is no token: with --env, set ROLLBOOK_API_TOKEN.');
  const { deployedEnvironment } = await import('../smoke/environment.js');
  const { url, issuer, audience } = await deployedEnvironment(name);
  console.log(`${name} is at ${url}, and accepts tokens of ${issuer} for ${audience}.`);
  return { url, client: createClient({ baseUrl: url, token: () => token }) };
}

function print({ name, failure, found, milliseconds }: CheckResult): void {
  const passed = found === undefined ? name : `${name}: ${found}`;
  console.log(failure === undefined ? `✓ ${passed} (${milliseconds} ms)` : `✗ ${name}: ${failure}`);
}

function seconds(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 600)) throw new InvalidArgumentError('It must be a number above 0, up to 600.');
  return value;
}
