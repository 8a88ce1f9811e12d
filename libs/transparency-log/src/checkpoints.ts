import { fromBase64 } from './notes.js';

/** What a log signs: C2SP's tlog-checkpoint. */
export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
  readonly extensions?: readonly string[];
}

export function checkpointText({ origin, size, root, extensions = [] }: Checkpoint): string {
  const lines = [origin, String(size), Buffer.from(root).toString('base64'), ...extensions];
  if (lines.some((line) => line === '' || line.includes('\n')))
    throw new RangeError('A line of a checkpoint is empty or two');
  return lines.map((line) => `${line}\n`).join('');
}

/** Throws if a note's text is not a checkpoint. */
export function parseCheckpoint(text: string): Checkpoint {
  const lines = text.split('\n');
  const [origin, size = '', encoded = '', ...extensions] = lines.slice(0, -1);
  const root = fromBase64(encoded);
  const isWhole = lines.at(-1) === '' && !lines.slice(0, -1).includes('') && /^(0|[1-9]\d*)$/.test(size);
  if (!isWhole || origin === undefined || root?.length !== 32 || !Number.isSafeInteger(Number(size)))
    throw new Error('Not a checkpoint');
  return { origin, size: Number(size), root, extensions };
}
