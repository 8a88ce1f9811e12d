import { readdirSync, readFileSync } from 'node:fs';
import { checkConsistency, rootOfPath } from './tree.js';
import { VerificationError } from './index.js';

// The rest is tested with logs, in test/transparency-log.

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));
const base64 = (hash: Uint8Array): string => Buffer.from(hash).toString('base64');
const accepts = (checking: Promise<unknown>): Promise<boolean> =>
  checking.then(
    () => true,
    (error: unknown) => {
      expect(error).toBeInstanceOf(VerificationError);
      return false;
    },
  );

interface Vectors {
  inclusion: {
    leafIdx: number;
    treeSize: number;
    root: string;
    leafHash: string;
    proof: string[];
    wantErr: boolean;
  }[];
  consistency: {
    size1: number;
    size2: number;
    root1: string;
    root2: string;
    proof: string[];
    wantErr: boolean;
  }[];
}
/** SHA-256 of nothing. */
const EMPTY_ROOT = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';
const vectors = JSON.parse(
  readFileSync(new URL('../../transparency-log/src/vectors/merkle.json', import.meta.url), 'utf8'),
) as Vectors;

test.each(vectors.inclusion)(
  'inclusion $desc',
  async ({ leafIdx, treeSize, root, leafHash: leaf, proof, wantErr }) => {
    const found = rootOfPath(bytes(leaf), leafIdx, treeSize, proof.map(bytes));
    expect((await accepts(found)) && base64(await found) === root).toBe(!wantErr);
  },
);

test.each(vectors.consistency)(
  'consistency $desc',
  async ({ size1, size2, root1, root2, proof, wantErr }) => {
    const [older, newer] = [
      { size: size1, root: bytes(root1) },
      { size: size2, root: bytes(root2) },
    ] as const;
    const isAccepted = await accepts(checkConsistency(older, newer, proof.map(bytes)));
    // There the empty tree is consistent with none, and a root has any length: a checkpoint has one of 32 bytes.
    const isOfEmpty = size1 === 0 && (root1 === EMPTY_ROOT || size2 === 0);
    expect(isAccepted).toBe(!wantErr || (isOfEmpty && proof.length === 0 && (size2 > 0 || root1 === root2)));
  },
);

test('the library has at most 400 lines of code, and imports nothing', () => {
  const folder = new URL('./', import.meta.url);
  const files = readdirSync(folder).filter((file) => !file.endsWith('.spec.ts') && file !== 'command.ts');
  const lines = files.flatMap((file) => readFileSync(new URL(file, folder), 'utf8').split('\n'));
  expect(lines.filter((line) => !/^\s*($|\/\/|\/?\*)/.test(line)).length).toBeLessThanOrEqual(400);
  expect(lines.filter((line) => / from '(?!\.\/)/.test(line))).toEqual([]);
});
