import { fromBase64 } from './notes.js';

/** C2SP's tlog-proof: that a log with this checkpoint has an entry. */
export interface LogProof {
  readonly index: number;
  readonly path: readonly Uint8Array[];
  /** The signed note. */
  readonly checkpoint: string;
}

const HEADER = 'c2sp.org/tlog-proof@v1';
/** Of a tree of 2^63 leaves. */
const MAX_PATH = 63;

export const proofText = ({ index, path, checkpoint }: LogProof): string =>
  [
    HEADER,
    `index ${index}`,
    ...path.map((hash) => Buffer.from(hash).toString('base64')),
    '',
    checkpoint,
  ].join('\n');

/** Throws if it is malformed. What may stand in `extra` is not authenticated, and left out. */
export function parseProof(text: string): LogProof {
  const end = text.indexOf('\n\n');
  const [header, ...lines] = text.slice(0, end).split('\n');
  const extra = lines[0]?.startsWith('extra ') ? lines.shift()!.slice('extra '.length) : '';
  const [position = '', ...encoded] = lines;
  const index = /^index (0|[1-9]\d*)$/.exec(position)?.[1];
  const path = encoded.map(fromBase64);
  const isPath = path.length <= MAX_PATH && path.every((hash) => hash?.length === 32);
  if (
    end === -1 ||
    header !== HEADER ||
    index === undefined ||
    fromBase64(extra) === undefined ||
    !Number.isSafeInteger(Number(index)) ||
    !isPath
  )
    throw new Error('Not a proof of a log');
  return { index: Number(index), path: path as Uint8Array[], checkpoint: text.slice(end + 2) };
}
