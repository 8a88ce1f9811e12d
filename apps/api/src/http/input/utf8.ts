import { isUtf8 } from 'node:buffer';
import { Problem } from '../../problems/problem.js';

const OTHER_ENCODINGS: readonly [name: string, RegExp][] = [
  ['UTF-32', /^(\xff\xfe\0\0|\0\0\xfe\xff|[^\0]\0\0\0|\0\0\0[^\0])/],
  ['UTF-16', /^(\xff\xfe|\xfe\xff|[^\0]\0|\0[^\0])/],
  ['gzip', /^\x1f\x8b/],
  ['ZIP, like an .xlsx file', /^PK\x03\x04/],
];

export function otherEncodingOf(bytes: Buffer): string | undefined {
  const start = bytes.toString('latin1', 0, 4);
  return OTHER_ENCODINGS.find(([, pattern]) => pattern.test(start))?.[0];
}

export function requireUtf8Charset(contentType: string | undefined): void {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(contentType ?? '') ?? [];
  if (/^(utf-?8|us-ascii)$/i.test(charset)) return;
  throw new Problem('unsupported_media_type', `A body must be UTF-8, not ${charset.slice(0, 40)}.`);
}

export function firstByteNotUtf8(bytes: Uint8Array): number | undefined {
  if (isUtf8(bytes)) return undefined;
  let [right, wrong] = [0, bytes.length];
  // The beginning of a text is valid while a decoder that expects more accepts it.
  const isRight = (length: number) => {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length), { stream: true });
      return true;
    } catch {
      return false;
    }
  };
  if (isRight(wrong)) return wrong - incompleteEnd(bytes);
  while (wrong - right > 1) {
    const middle = (right + wrong) >> 1;
    if (isRight(middle)) right = middle;
    else wrong = middle;
  }
  // A character that is broken off is wrong from its first byte on.
  return right - incompleteEnd(bytes.subarray(0, right));
}

/** How many bytes at the end begin a character that is not whole yet. */
export function incompleteEnd(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}

/** As in `0xFC, byte 57 of the body`. */
export function namedByte(byte: number, index: number): string {
  return `0x${byte.toString(16).toUpperCase().padStart(2, '0')}, byte ${index + 1} of the body`;
}
