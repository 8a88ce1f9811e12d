import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import {
  consistencyProof,
  hashesFromTiles,
  tileOf,
  tilePath,
  TILE_WIDTH,
  type Tile,
} from '#libs/transparency-log';
import { openCheckpoint, parsePolicy, VerificationError, verifyGrowth, verifyLog } from '#libs/verify';
import { addApiCommand, addRoute, printOne, type Api } from '../api/api.js';

const LOG = '/v1/accounts/{accountId}/log';
const OLDER = 'a checkpoint that you kept (repeatable)';

/** What is checked is checked here, by the package for auditors: the server is what is doubted. */
export function addLogCommands(rollbook: Command): void {
  const log = rollbook.command('log').description('The log of an account that nobody can rewrite.');
  addRoute(log, 'show', 'get', LOG).description(
    'Shows the name and key of the log. Compare the key with the published one.',
  );
  addApiCommand(log, 'checkpoint', async (api) => {
    process.stdout.write(await readCheckpoint(api));
  }).description('Prints the latest checkpoint of the log. Keep it elsewhere.');
  addRoute(log, 'proof <eventId>', 'get', '/v1/accounts/{accountId}/events/{eventId}/proof').description(
    'Prints the proof of an event, for `npx @rollbook/verify`.',
  );
  addApiCommand(log, 'verify', judged(verify))
    .description('Checks that the log has only grown since the checkpoints you kept.')
    .requiredOption('--policy <file>', 'the keys you trust (tlog-policy)')
    .requiredOption('--since <file...>', OLDER);
  addApiCommand(log, 'audit', judged(audit))
    .description('Downloads all entries, and checks them against the current checkpoint and those you kept.')
    .requiredOption('--policy <file>', 'the keys you trust (tlog-policy)')
    .option('--since <file...>', OLDER)
    .option('--save <folder>', 'keep what was downloaded, for `npx @rollbook/verify --log`');
}

interface CheckOptions {
  policy: string;
  since?: string[];
  save?: string;
}

/** Exits with 1 where something does not hold. */
const judged = (check: (api: Api) => Promise<void>) => async (api: Api) => {
  try {
    await check(api);
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    process.stderr.write(`NOT VERIFIED: ${error.message}\n`);
    process.exitCode = 1;
  }
};

const textOf = (file: string): Promise<string> => readFile(file, 'utf8');

async function readCheckpoint(api: Api): Promise<string> {
  const { body } = await api.client.download(`${LOG}/checkpoint`, { path: await api.pathOfOnly() });
  return new Response(body).text();
}

async function readTile(api: Api, tile: Tile): Promise<Uint8Array> {
  const [, level = '', ...rest] = tilePath(tile).split('/');
  const path = { ...(await api.pathOfOnly()), level, path: rest.join('/') };
  const { body } = await api.client.download(`${LOG}/tile/{level}/{path}`, { path });
  return new Uint8Array(await new Response(body).arrayBuffer());
}

async function verify(api: Api): Promise<void> {
  const options = api.options<CheckOptions>();
  const policy = await parsePolicy(await textOf(options.policy));
  const [{ accountId }, newer] = [await api.pathOfOnly(), await readCheckpoint(api)];
  const { size } = await openCheckpoint(newer, policy, accountId);
  const hashAt = hashesFromTiles(size, (tile) => readTile(api, tile));
  for (const file of options.since ?? []) {
    const older = await textOf(file);
    const before = await openCheckpoint(older, policy, accountId);
    const hashes = before.size > size ? [] : await consistencyProof(before.size, size, hashAt);
    const proof = hashes.map((hash) => Buffer.from(hash).toString('base64'));
    const { origin } = await verifyGrowth({ older, newer, proof, accountId }, policy);
    printOne(api, { log: origin, since: file, from: before.size, size });
  }
}

async function audit(api: Api): Promise<void> {
  const { save, ...options } = api.options<CheckOptions>();
  const policy = await parsePolicy(await textOf(options.policy));
  const older = await Promise.all((options.since ?? []).map(textOf));
  const [{ accountId }, checkpoint] = [await api.pathOfOnly(), await readCheckpoint(api)];
  const { size } = await openCheckpoint(checkpoint, policy, accountId);
  const keep = async (name: string, bytes: Uint8Array | string) => {
    if (save === undefined) return;
    await mkdir(dirname(join(save, name)), { recursive: true });
    await writeFile(join(save, name), bytes);
  };
  await keep('checkpoint', checkpoint);
  async function* bundles(): AsyncGenerator<Uint8Array> {
    for (let index = 0; index * TILE_WIDTH < size; index += 1) {
      const tile = tileOf(size, 'entries', index);
      const bundle = await readTile(api, tile);
      await keep(tilePath(tile), bundle);
      yield bundle;
    }
  }
  const { origin } = await verifyLog({ checkpoint, bundles: bundles(), older, accountId }, policy);
  printOne(api, { log: origin, size, since: older.length });
}
