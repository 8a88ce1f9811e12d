import { consistencyProof, openNote, parseVerifierKey, type Verifier } from '#libs/transparency-log';
import { isSingleTableError, type Item } from '@rollbook/single-table';
import type { Directory } from '../core/directory.js';
import { logCheckpointEntity } from '../table/items/logs.js';
import { treeOfAll } from './installation-log.js';

/** @throws if there is no answer in time */
export type Post = (url: string, body: string) => Promise<{ status: number; text: string }>;

export interface Witness {
  verifier: Verifier;
  /** Where `add-checkpoint` is. */
  url: string;
}

const CONFLICT = 409;

/** `<verifier key> <url>`, separated by commas. @throws Error for one that is malformed */
export function parseWitnesses(text: string): Witness[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => {
      const [key = '', url = ''] = each.split(/\s+/);
      const verifier = parseVerifierKey(key);
      if (verifier.type !== 'cosignature' || !URL.parse(url))
        throw new Error(`Not a witness’s key and URL: ${each}`);
      return { verifier, url: url.replace(/\/$/, '') };
    });
}

/**
 * Sends a checkpoint to the witnesses, to all at once, and stores the cosignatures that come back beside the
 * log's own signature. A witness that is down is left out until the next (C2SP, tlog-witness).
 * @param known the size that each witness has, by its URL; kept up to date
 */
export async function sendToWitnesses(
  directory: Directory,
  checkpoint: Item<typeof logCheckpointEntity>,
  witnesses: readonly Witness[],
  { known, post, onNotice }: { known: Map<string, number>; post: Post; onNotice: (line: string) => void },
): Promise<void> {
  const lines = await Promise.all(
    witnesses.map(async (witness) => {
      try {
        return await cosign(directory, checkpoint, witness, { known, post });
      } catch (error) {
        onNotice(`The witness ${witness.verifier.name} has not signed: ${String(error)}`);
        return [];
      }
    }),
  );
  const { origin, size } = checkpoint;
  const cosigned = lines.flat();
  if (cosigned.length === 0) return;
  const note = `${checkpoint.note}${cosigned.map((line) => `${line}\n`).join('')}`;
  try {
    await directory.table.update(
      logCheckpointEntity,
      { origin },
      { set: { note }, condition: (is) => is.eq('size', size) },
    );
  } catch (error) {
    // There is a newer one, which is sent too.
    if (!isSingleTableError(error, 'ConditionFailed')) throw error;
  }
}

async function cosign(
  directory: Directory,
  { origin, size, note }: Item<typeof logCheckpointEntity>,
  { verifier, url }: Witness,
  { known, post }: { known: Map<string, number>; post: Post },
): Promise<string[]> {
  for (let attempt = 1; ; attempt += 1) {
    const old = Math.min(known.get(url) ?? 0, size);
    const proof = await consistencyProof(old, size, treeOfAll(directory, { origin, size }).hashAt);
    const lines = [`old ${old}`, ...proof.map((hash) => Buffer.from(hash).toString('base64')), '', note];
    const { status, text } = await post(`${url}/add-checkpoint`, lines.join('\n'));
    if (status === CONFLICT && attempt === 1 && /^\d+\n?$/.test(text)) {
      known.set(url, Number(text));
      continue;
    }
    if (status !== 200) throw new Error(`it answered ${status}: ${text.slice(0, 200)}`);
    const body = note.slice(0, note.indexOf('\n\n') + 2);
    const { signatures } = openNote(`${body}${text}`, [verifier]);
    known.set(url, size);
    return signatures.map(({ line }) => line);
  }
}
