import { createHash } from 'node:crypto';
import { openLogs } from '#libs/directory';
import { append, emptyTree, leafHash, openNote, parseCheckpoint, rootOf } from '#libs/transparency-log';
import type { LoggedDirectory } from './logged.js';

interface SignedTree {
  size: number;
  root: Uint8Array;
}

/** What an auditor keeps where nobody who has the table can change it. */
export interface Kept {
  all: SignedTree;
  trees: (SignedTree & { accountId: string })[];
}

export async function keepLogs(system: LoggedDirectory, accountIds: readonly string[]): Promise<Kept> {
  const logs = openLogs(system.directory, system.signing.key);
  const trees = [];
  for (const accountId of accountIds) trees.push({ accountId, ...(await logs.accounts.head(accountId))! });
  return { all: await signedHead(system), trees };
}

async function signedHead(system: LoggedDirectory): Promise<SignedTree> {
  const { key } = system.signing;
  const verifier = { name: key.origin, publicKey: await key.publicKey(), type: 'note' } as const;
  const note = await openLogs(system.directory, key).installation.checkpoint();
  return parseCheckpoint(openNote(note!, [verifier]).text);
}

const rootAt = (entries: readonly Uint8Array[], size: number) =>
  Buffer.from(rootOf(append(emptyTree, entries.slice(0, size).map(leafHash))));

type ReadBundle = (bundle: number, width: number) => Promise<Uint8Array[] | undefined>;

async function entriesUpTo(size: number, read: ReadBundle): Promise<Uint8Array[]> {
  const entries = [];
  for (let bundle = 0; bundle * 256 < size; bundle += 1)
    entries.push(...(await read(bundle, Math.min(256, size - bundle * 256)))!);
  return entries;
}

/**
 * What an auditor finds with what was kept, and a monitor with the lines of batches; undefined if nothing is wrong.
 * @param firstBatch from which on the monitor looks
 */
export async function auditLogs(
  system: LoggedDirectory,
  kept: readonly Kept[],
  firstBatch = 0,
): Promise<string | undefined> {
  const { accounts: logs, installation } = openLogs(system.directory, system.signing.key);
  const all = await signedHead(system);
  const batches = await entriesUpTo(all.size, installation.entries);
  if (!rootAt(batches, all.size).equals(all.root)) return 'the log is not what is signed';
  for (const { size, root } of kept.map(({ all: each }) => each))
    if (all.size < size || !rootAt(batches, size).equals(root)) return 'the log is another';
  const lines: Buffer[] = [];
  for (let batch = firstBatch; batch < all.size; batch += 1)
    lines.push(...(await installation.lines(batch))!.map((line) => Buffer.from(line)));
  for (const [accountId, trees] of Map.groupBy(
    kept.flatMap((each) => each.trees),
    (tree) => tree.accountId,
  )) {
    const head = await logs.head(accountId);
    if (!head || trees.some(({ size }) => head.size < size)) return 'the account is behind';
    const entries = await entriesUpTo(head.size, (...tile) => logs.entries(accountId, ...tile));
    const isAt = (size: number, root: Uint8Array) => rootAt(entries, size).equals(root);
    if (!trees.every(({ size, root }) => isAt(size, root))) return 'the account is another';
    if (!isAt(head.size, head.root)) return 'the account is not what is signed';
    const key = createHash('sha256').update(accountId).digest();
    for (const line of lines.filter((each) => each.subarray(0, 32).equals(key))) {
      const said = Number(line.readBigUInt64BE(32));
      if (said > head.size || !isAt(said, line.subarray(40))) return 'two lines';
    }
  }
  return undefined;
}
