#!/usr/bin/env node
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  parsePolicy,
  VerificationError,
  verifyBundle,
  verifyGrowth,
  verifyLog,
  type Bundle,
  type Checkpoint,
} from './index.js';

const USAGE = `Checks proofs of Rollbook's log offline. Exits with 1 if something does not hold.

  rollbook-verify bundle.json --policy policy.txt
      that the log has an event
  rollbook-verify --log FOLDER --policy policy.txt [--since old.txt …] [--account ID]
      that downloaded entries are the log of FOLDER/checkpoint, and begin with that of older checkpoints
  rollbook-verify --checkpoint new.txt --since old.txt --proof proof.txt --policy policy.txt [--account ID]
      that a log has only grown (one hash in base64 on each line of proof.txt)
`;

const print = (text: string): boolean => process.stdout.write(`${text}\n`);
const read = (file: string): Promise<string> => readFile(file, 'utf8');

/** The bundles of entries of a folder, in order: full ones, and the widest partial one. */
async function* bundlesIn(folder: string): AsyncGenerator<Uint8Array> {
  const files = await readdir(join(folder, 'tile/entries'), { recursive: true });
  const numbered = files.flatMap((file) => {
    const [, path, width = '256'] = /^((?:x\d{3}[/\\])*\d{3})(?:\.p[/\\](\d+))?$/.exec(file) ?? [];
    return path === undefined
      ? []
      : [{ file, index: Number(path.replaceAll(/\D/g, '')), width: Number(width) }];
  });
  const widest = new Map<number, (typeof numbered)[number]>();
  for (const each of numbered.filter(({ file }) => !file.endsWith('.p')))
    if (each.width > (widest.get(each.index)?.width ?? 0)) widest.set(each.index, each);
  for (let index = 0; widest.has(index); index += 1)
    yield new Uint8Array(await readFile(join(folder, 'tile/entries', widest.get(index)!.file)));
}

const sentence = ({ origin, size, witnesses }: Checkpoint): string =>
  `${origin}, ${size} entries; ${witnesses.map(({ name, at }) => `${name} (${at.toISOString()})`).join(', ') || 'no witness'}`;

async function main(): Promise<void> {
  const multiple = { type: 'string', multiple: true } as const;
  const one = { type: 'string' } as const;
  const options = { policy: one, log: one, checkpoint: one, proof: one, account: one, since: multiple };
  const { values, positionals } = parseArgs({
    options: { ...options, help: { type: 'boolean' } },
    allowPositionals: true,
  });
  const { account: accountId, since = [] } = values;
  const [file] = positionals;
  if (values.help || values.policy === undefined || !(file ?? values.log ?? values.proof)) {
    (values.help ? process.stdout : process.stderr).write(USAGE);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const policy = await parsePolicy(await read(values.policy));
  const older = await Promise.all(since.map(read));
  if (file !== undefined) {
    const { event, index, size, checkpoint } = await verifyBundle(
      JSON.parse(await read(file)) as Bundle,
      policy,
    );
    print(
      `Logged: event ${index + 1} of ${size} of account ${String(event['accountId'])}\n${JSON.stringify(event, undefined, 2)}`,
    );
    print(sentence(checkpoint));
  } else if (values.log !== undefined) {
    const checkpoint = await read(values.checkpoint ?? join(values.log, 'checkpoint'));
    print(
      `Whole: ${sentence(await verifyLog({ checkpoint, bundles: bundlesIn(values.log), older, accountId }, policy))}`,
    );
  } else {
    const proof = (await read(values.proof!)).split('\n').filter((line) => line !== '');
    const growth = { older: older[0] ?? '', newer: await read(values.checkpoint ?? ''), proof, accountId };
    print(`Only grown: ${sentence(await verifyGrowth(growth, policy))}`);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(
    error instanceof VerificationError ? `NOT VERIFIED: ${error.message}\n` : `${String(error)}\n`,
  );
  process.exitCode = 1;
});
