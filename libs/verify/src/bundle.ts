import {
  check,
  concat,
  fromBase64,
  hashFromBase64,
  isSame,
  sha256,
  uint64,
  utf8,
  VerificationError,
  wholeNumber,
} from './bytes.js';
import { openCheckpoint, type Checkpoint, type Policy } from './policy.js';
import { leafHash, rootOfPath } from './tree.js';

/** What is downloaded at an event. Hashes and the entry are base64. */
export interface Bundle {
  /** The event as it is stored, without what an erasure removes. */
  entry: string;
  /** Where it is in the log of its account. */
  account: { accountId: string; index: number; size: number; path: string[] };
  /** Where the account's tree is in a batch. */
  batch: { index: number; path: string[] };
  /** That the log of all accounts has the batch: C2SP's tlog-proof. */
  proof: string;
}

export interface VerifiedEvent {
  /** Its stored attributes; personal ones are encrypted. */
  event: Record<string, unknown>;
  accountId: string;
  /** The event is number `index` (from 0) of an account's log with `size` events. */
  index: number;
  size: number;
  checkpoint: Checkpoint;
}

const VERSION = 1;
const MAX_PATH = 63;

/** That an event is in the log of a checkpoint that the policy accepts. Throws a `VerificationError` if not. */
export async function verifyBundle(
  { entry, account, batch, proof }: Bundle,
  policy: Policy,
): Promise<VerifiedEvent> {
  const bytes = fromBase64(entry);
  check(bytes[0] === VERSION, 'The entry is of a version that this program does not know');
  const { accountId, index, size } = account;
  const root = await rootOfPath(await leafHash(bytes), index, size, account.path.map(hashFromBase64));
  const line = concat(await sha256(utf8(accountId)), uint64(size), root);
  const { path } = batch;
  check(path.length <= MAX_PATH, 'The path is too long');
  const lines = path.map(hashFromBase64);
  const batchRoot = await rootOfPath(await leafHash(line), batch.index, 2 ** path.length, lines);

  const read = readProof(proof);
  const checkpoint = await openCheckpoint(read.checkpoint, policy);
  const leaf = await leafHash(concat(Uint8Array.of(VERSION), batchRoot));
  const found = await rootOfPath(leaf, read.index, checkpoint.size, read.path);
  check(isSame(found, checkpoint.root), 'The checkpoint is not of a log with this event');
  const event = eventOf(bytes);
  check(event['accountId'] === accountId, 'The event is of another account');
  return { event, accountId, index, size, checkpoint };
}

function eventOf(entry: Uint8Array): VerifiedEvent['event'] {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(entry.subarray(1));
    return JSON.parse(text) as VerifiedEvent['event'];
  } catch {
    throw new VerificationError('The entry is not an event');
  }
}

function readProof(text: string) {
  const end = text.indexOf('\n\n');
  const [header, ...lines] = text.slice(0, end).split('\n');
  check(end !== -1 && header === 'c2sp.org/tlog-proof@v1', 'Not a tlog-proof');
  if (lines[0]?.startsWith('extra ')) fromBase64(lines.shift()!.slice('extra '.length));
  const [position = '', ...path] = lines;
  check(position.startsWith('index ') && path.length <= MAX_PATH, 'Not a tlog-proof');
  return {
    index: wholeNumber(position.slice('index '.length)),
    path: path.map(hashFromBase64),
    checkpoint: text.slice(end + 2),
  };
}
