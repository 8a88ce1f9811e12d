import { createHash } from 'node:crypto';
import { verifierKey } from '#libs/transparency-log';
import type { Directory } from '../core/directory.js';
import { findKeyFingerprint, storeKeyFingerprint } from '../core/key-checks.js';
import { isPacked } from '../table/shape/stored-shape.js';
import {
  appendBatch,
  createInstallationLog,
  readInstallationHead,
  type InstallationHead,
} from './installation-log.js';
import { LogStoppedError } from './log-key.js';
import { publishHead, readCheckpoint, type Signing, type StoredCheckpoint } from './publish-log.js';

const KEY_NAME = 'log';

/** That a table has one log, with one name and one key, as other keys are checked. @throws LogStoppedError if it has another */
export async function requireLogKey(directory: Directory, key: Signing['key']): Promise<void> {
  const { verifier, fingerprint } = await fingerprintOf(key);
  const found = await findKeyFingerprint(directory, KEY_NAME);
  if (found === undefined) await storeLogKey(directory, key);
  else if (found !== fingerprint)
    throw new LogStoppedError(`The log of this table has another name or key than ${verifier}.`);
}

/** Only for a log that begins. */
export async function storeLogKey(directory: Directory, key: Signing['key']): Promise<void> {
  await storeKeyFingerprint(directory, KEY_NAME, (await fingerprintOf(key)).fingerprint);
}

async function fingerprintOf(key: Signing['key']) {
  const verifier = verifierKey({ name: key.origin, publicKey: await key.publicKey(), type: 'note' });
  return { verifier, fingerprint: createHash('sha256').update(verifier).digest('base64url') };
}

export interface RoundResult {
  checkpoint?: StoredCheckpoint | undefined;
  /** How many leaves the log of all accounts has now. */
  size: number;
  isBehind: boolean;
  /** How many accounts have a feed and a tree that contradict each other. */
  stopped: number;
}

/**
 * One round: signs what a process that was killed has left, appends what has changed, and signs that. Any process may do it at any time;
 * of two at once one finds that the other has.
 * @throws LogStoppedError
 */
export async function runLogRound(
  directory: Directory,
  signing: Signing,
  onNotice: (line: string) => void,
): Promise<RoundResult> {
  const head = await logHead(directory, signing);
  if (!head) return { size: 0, isBehind: false, stopped: 0 };
  const { origin, size } = head;
  const left =
    size > 0 && signing.last?.size !== size ? await publishHead(directory, head, signing) : undefined;
  const { head: next, isBehind, stopped } = await appendBatch(directory, head, onNotice);
  const isSame = next.size === size;
  const checkpoint = isSame
    ? (left ?? (await readCheckpoint(directory, origin)))
    : await publishHead(directory, next, signing);
  return { checkpoint, size: next.size, isBehind, stopped };
}

/** How many leaves the log of all accounts has: each process sees by it whether one works. */
export async function readLogSize(directory: Directory, { key }: Signing): Promise<number> {
  return (await readInstallationHead(directory, key.origin))?.size ?? 0;
}

/**
 * Created with the first round; never where a log of this name was signed, nor while the table's migration may write events again: a leaf
 * is of an event as it is stored.
 */
async function logHead(
  directory: Directory,
  { key, mark, last }: Signing,
): Promise<InstallationHead | undefined> {
  const { origin } = key;
  if (!last && !(await isPacked(directory.table))) return undefined;
  if (!last) await requireLogKey(directory, key);
  const head = await readInstallationHead(directory, origin);
  if (head) return head;
  if (await mark.read()) {
    // Another process may have begun it meanwhile.
    const begun = await readInstallationHead(directory, origin);
    if (begun) return begun;
    throw new LogStoppedError(`The table has no log ${origin}, which was signed before.`);
  }
  return createInstallationLog(directory, origin);
}
