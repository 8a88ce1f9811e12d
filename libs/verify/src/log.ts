import { check, hashFromBase64, isSame, type Bytes } from './bytes.js';
import { openCheckpoint, type Checkpoint, type Policy } from './policy.js';
import { checkConsistency, EMPTY_ROOT, leafHash, nodeHash } from './tree.js';

/** Signed notes of one log, and the consistency proof between them (base64). */
export interface Growth {
  older: string;
  newer: string;
  proof: readonly string[];
  /** For the log of an account; without it, the log of all accounts. */
  accountId?: string | undefined;
}

/** That a log has only grown since a checkpoint that you kept. Throws a `VerificationError` if not. */
export async function verifyGrowth(
  { older, newer, proof, accountId }: Growth,
  policy: Policy,
): Promise<Checkpoint> {
  const [before, after] = (await Promise.all(
    [older, newer].map((note) => openCheckpoint(note, policy, accountId)),
  )) as [Checkpoint, Checkpoint];
  check(before.origin === after.origin, 'The checkpoints are of two logs');
  await checkConsistency(before, after, proof.map(hashFromBase64));
  return after;
}

export interface DownloadedLog {
  checkpoint: string;
  /** Entry bundles, in order: the bytes of `tile/entries/000`, `001`, … The last may have more entries than the checkpoint. */
  bundles: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Checkpoints that were kept. The log has to begin with each. */
  older?: readonly string[] | undefined;
  accountId?: string | undefined;
}

/** That downloaded entries are the log of a checkpoint, and of older ones. Throws a `VerificationError` if not. */
export async function verifyLog(
  { checkpoint, bundles, older = [], accountId }: DownloadedLog,
  policy: Policy,
): Promise<Checkpoint> {
  const newest = await openCheckpoint(checkpoint, policy, accountId);
  const kept = await Promise.all(older.map((note) => openCheckpoint(note, policy, accountId)));
  check(
    kept.every(({ origin, size }) => origin === newest.origin && size <= newest.size),
    'An older checkpoint is of another log, or newer',
  );
  const edge: { hash: Bytes; width: number }[] = [];
  let size = 0;
  const compare = async () => {
    for (const each of [...kept, newest].filter((one) => one.size === size))
      check(
        isSame(await rootOf(edge), each.root),
        `These entries are not the log of the checkpoint with ${size} of them`,
      );
  };
  await compare();
  for await (const bundle of bundles) {
    for (const entry of entriesOf(bundle)) {
      if (size === newest.size) break;
      let node = { hash: await leafHash(entry), width: 1 };
      while (edge.at(-1)?.width === node.width)
        node = { hash: await nodeHash(edge.pop()!.hash, node.hash), width: node.width * 2 };
      edge.push(node);
      size += 1;
      await compare();
    }
  }
  check(size === newest.size, `There are ${size} entries of ${newest.size}`);
  return newest;
}

async function rootOf(edge: readonly { hash: Bytes }[]): Promise<Bytes> {
  const [last, ...rest] = [...edge].reverse();
  if (last === undefined) return EMPTY_ROOT();
  let root = last.hash;
  for (const { hash } of rest) root = await nodeHash(hash, root);
  return root;
}

function* entriesOf(bundle: Uint8Array): Generator<Uint8Array> {
  const view = new DataView(bundle.buffer, bundle.byteOffset, bundle.length);
  for (let at = 0; at < bundle.length;) {
    check(at + 2 <= bundle.length, 'A bundle of entries is cut off');
    const end = at + 2 + view.getUint16(at);
    check(end <= bundle.length, 'A bundle of entries is cut off');
    yield bundle.subarray(at + 2, end);
    at = end;
  }
}
