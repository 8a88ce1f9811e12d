import { hkdfSync } from 'node:crypto';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompress,
  brotliDecompressSync,
  constants,
} from 'node:zlib';
import { decrypt, encrypt } from '../../../core/cipher.js';
import type { KeyRing } from '../../../core/key-ring.js';
import { pack, unpack, type SearchChange } from '../../../search-index/entries.js';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);
/** Below these, another thread would cost more than it takes off this one. */
const SMALL_TEXT = 8_192;
const SMALL_PACKED = 2_048;
/** Four fifths of what the highest gives, in a twentieth of the time. */
const OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

export interface PackedEntries {
  sealed: Uint8Array;
  keyId: string;
}

/** Names and emails are personal data: the items are encrypted, for their account only. */
function keyOf(plain: Uint8Array, scope: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', plain, '', `search ${scope}`, 32));
}

export async function packEntries(
  keyRing: KeyRing,
  scope: string,
  entries: readonly SearchChange[],
): Promise<PackedEntries> {
  const { keyId, plain } = await keyRing.current();
  const text = JSON.stringify(entries.map(pack));
  const packed = text.length < SMALL_TEXT ? brotliCompressSync(text, OPTIONS) : await compress(text, OPTIONS);
  return { keyId, sealed: encrypt(keyRing.draw, keyOf(plain, scope), packed, scope) };
}

/** @throws Error when the key is not there, or the item was changed or is another account's */
export async function unpackEntries(
  keyRing: KeyRing,
  scope: string,
  { sealed, keyId }: PackedEntries,
): Promise<SearchChange[]> {
  const key = await keyRing.find(keyId);
  if (!key) throw new Error(`The wrapping key ${keyId} of the search entries of ${scope} is not there.`);
  const packed = decrypt(keyOf(key.plain, scope), sealed, scope);
  const text = packed.length < SMALL_PACKED ? brotliDecompressSync(packed) : await decompress(packed);
  return (JSON.parse(text.toString()) as Parameters<typeof unpack>[0][]).map(unpack);
}
