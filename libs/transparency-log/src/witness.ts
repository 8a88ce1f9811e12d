import { parseCheckpoint, type Checkpoint } from './checkpoints.js';
import { fromBase64, openNote, parseNote, signedNote, type Verifier } from './notes.js';
import { EMPTY_ROOT, verifyConsistency } from './tree.js';

/** The newest that a witness has cosigned of a log. */
export interface KnownCheckpoint {
  readonly size: number;
  readonly root: Uint8Array;
  /** With the signatures that were checked, and its own. */
  readonly note: string;
}

export interface WitnessAnswer {
  readonly status: 200 | 400 | 403 | 404 | 409 | 422;
  readonly text: string;
  /** The checkpoint that was cosigned. */
  readonly cosigned?: KnownCheckpoint;
}

export interface WitnessLogs {
  /** The keys that are trusted, by the names of their logs. */
  readonly logs: readonly Verifier[];
  /** Decides on the newest checkpoint of a log, and stores what is cosigned, as one step: it is stored for good when this returns. */
  readonly decide: (
    origin: string,
    by: (known: KnownCheckpoint | undefined) => WitnessAnswer,
  ) => WitnessAnswer;
  /** The witness's line for a checkpoint's text. */
  readonly cosign: (text: string) => string;
}

interface AddCheckpoint {
  oldSize: number;
  proof: Uint8Array[];
  note: string;
  checkpoint: Checkpoint;
}

const MAX_PROOF = 63;

/** What a witness answers to `add-checkpoint` (C2SP's tlog-witness). */
export function addCheckpoint(body: string, { logs, decide, cosign }: WitnessLogs): WitnessAnswer {
  let request: AddCheckpoint;
  try {
    request = parseRequest(body);
  } catch (error) {
    return refusal(400, (error as Error).message);
  }
  const { oldSize, proof, note, checkpoint } = request;
  const { origin, size, root } = checkpoint;
  const trusted = logs.filter(({ name }) => name === origin);
  if (trusted.length === 0) return refusal(404, `The log ${origin} is unknown`);
  let opened: ReturnType<typeof openNote>;
  try {
    opened = openNote(note, trusted);
  } catch (error) {
    return refusal(403, (error as Error).message);
  }
  if (oldSize > size) return refusal(400, 'The old size is larger than the checkpoint');
  return decide(origin, (known = { size: 0, root: EMPTY_ROOT, note: '' }) => {
    if (oldSize !== known.size) return { status: 409, text: `${known.size}\n` };
    if (!verifyConsistency(known.size, size, known.root, root, proof))
      return refusal(422, `The checkpoint does not continue the one of ${known.size}`);
    const line = cosign(opened.text);
    const lines = [...opened.signatures.map((signature) => signature.line), line];
    const cosigned = { size, root, note: signedNote(opened.text, lines) };
    return { status: 200, text: `${line}\n`, cosigned };
  });
}

const refusal = (status: 400 | 403 | 404 | 422, reason: string): WitnessAnswer => ({
  status,
  text: `${reason}\n`,
});

function parseRequest(body: string): AddCheckpoint {
  const end = body.indexOf('\n\n');
  const [first = '', ...lines] = body.slice(0, Math.max(end, 0)).split('\n');
  const [, old] = /^old (0|[1-9]\d*)$/.exec(first) ?? [];
  const proof = lines.map(fromBase64);
  const isProof = proof.length <= MAX_PROOF && proof.every((hash) => hash?.length === 32);
  if (!Number.isSafeInteger(Number(old)) || !isProof)
    throw new Error('Not an old size, a consistency proof and a checkpoint');
  const note = body.slice(end + 2);
  const checkpoint = parseCheckpoint(parseNote(note).text);
  return { oldSize: Number(old), proof: proof as Uint8Array[], note, checkpoint };
}
