import { isSingleTableError, type Item } from '@rollbook/single-table';
import {
  append,
  batchEntry,
  batchTree,
  checkpointText,
  consistencyProof,
  leafHash,
  noteSignature,
  rootOf,
  signedNote,
  verifyConsistency,
  type Tree,
} from '#libs/transparency-log';
import type { Directory } from '../core/directory.js';
import { logCheckpointEntity } from '../table/items/logs.js';
import {
  fillingOf,
  readInstallationHead,
  settleBatch,
  treeOfAll,
  unpackLines,
  type InstallationHead,
} from './installation-log.js';
import { LogStoppedError, type LogKey, type LogMark, type MarkedTree } from './log-key.js';
import type { Witness } from './send-to-witnesses.js';
import { isSame, treeOf } from './stored-tree.js';

export type StoredCheckpoint = Item<typeof logCheckpointEntity>;

export interface Signing {
  key: LogKey;
  mark: LogMark;
  /** Whom each checkpoint is sent to. */
  witnesses?: readonly Witness[] | undefined;
  /** The tree that this process has last signed: then consistency takes no reads. */
  last?: Tree | undefined;
}

/** Strongly consistent. */
export function readCheckpoint({ table }: Directory, origin: string): Promise<StoredCheckpoint | undefined> {
  return table.get(logCheckpointEntity, { origin }, { consistent: true });
}

/** The note of a size, as each process that has the key writes it: Ed25519 signs the same text with the same bytes. */
export async function signNote(
  key: LogKey,
  { origin, size, root }: { origin: string; size: number; root: Uint8Array },
): Promise<string> {
  const text = checkpointText({ origin, size, root });
  const verifier = { name: origin, publicKey: await key.publicKey(), type: 'note' } as const;
  return signedNote(text, [noteSignature(verifier, await key.sign(Buffer.from(text)))]);
}

/**
 * Signs what the stored head says, if it is consistent with what was signed before. The mark comes first: what is signed is never ahead
 * of it, so that a table that was restored since is recognised.
 * @returns the checkpoint; undefined if another process has signed a newer one
 * @throws LogStoppedError if the table is behind the mark, or is not what was signed
 */
export async function publishHead(
  directory: Directory,
  known: InstallationHead,
  signing: Signing,
): Promise<StoredCheckpoint | undefined> {
  const { key, mark } = signing;
  // In this order: a checkpoint has a mark, and a mark has a head.
  const checkpoint = await readCheckpoint(directory, known.origin);
  const marked = await mark.read();
  // Another process may have got further since the head was read.
  const isPassed = marked !== undefined && marked.size > known.size;
  const head = (isPassed && (await readInstallationHead(directory, known.origin))) || known;
  const { origin, size, root } = head;
  if (!marked && checkpoint)
    throw new LogStoppedError(`What was signed last is not known: the mark of the log ${origin} is missing.`);
  await settleBatch(directory, head);
  await requireConsistency(directory, head, marked, signing.last);
  if (marked?.size !== size && !(await mark.replace(marked, { size, root }))) return undefined;
  const signed = checkpoint?.size === size ? checkpoint : await storeCheckpoint(directory, head, key);
  // Only now: what could not be signed is signed with the next round.
  if (signed) signing.last = treeOf(head);
  return signed;
}

async function storeCheckpoint(
  { table }: Directory,
  { origin, size, root, secret }: InstallationHead,
  key: LogKey,
): Promise<StoredCheckpoint | undefined> {
  const next = { origin, size, note: await signNote(key, { origin, size, root }), secret };
  try {
    return await table.put(logCheckpointEntity, next, {
      condition: (is) => is.or(is.notExists('size'), is.lt('size', size)),
    });
  } catch (error) {
    if (!isSingleTableError(error, 'ConditionFailed')) throw error;
    return undefined;
  }
}

async function requireConsistency(
  directory: Directory,
  { origin, size, root, batch, secret }: InstallationHead,
  marked: MarkedTree | undefined,
  last: Tree | undefined,
): Promise<void> {
  const isOf = (tree: Tree | undefined) =>
    tree !== undefined && tree.size === size && isSame(rootOf(tree), root);
  if (!marked) return;
  if (marked.size > size)
    throw new LogStoppedError(
      `The table is behind: the log ${origin} was signed at ${marked.size}, and it has ${size} leaves.`,
    );
  if (last && last.size === marked.size && isSame(rootOf(last), marked.root)) {
    if (isOf(last)) return;
    if (last.size === size - 1 && batch !== undefined) {
      const { root: leaf } = batchTree(unpackLines(batch), fillingOf({ secret }, size - 1));
      if (isOf(append(last, [leafHash(batchEntry(leaf))]))) return;
    }
  }
  const proof = await consistencyProof(marked.size, size, treeOfAll(directory, { origin, size }).hashAt);
  if (verifyConsistency(marked.size, size, marked.root, root, proof)) return;
  throw new LogStoppedError(
    `The log ${origin} was rewritten: it is not the one that was signed at ${marked.size}.`,
  );
}
