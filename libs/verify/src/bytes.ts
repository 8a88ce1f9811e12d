/** What was checked does not hold, or is malformed: the message says which. */
export class VerificationError extends Error {
  override readonly name = 'VerificationError';
}

export function check(condition: boolean, message: string): asserts condition {
  if (!condition) throw new VerificationError(message);
}

export type Bytes = Uint8Array<ArrayBuffer>;

export const utf8 = (text: string): Bytes => new TextEncoder().encode(text);

export function concat(...parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

export const sha256 = async (...parts: readonly Uint8Array[]): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', concat(...parts)));

export const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);

/** Eight bytes, the highest first. */
export function uint64(value: number): Bytes {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}

export function fromBase64(text: string): Bytes {
  let binary: string | undefined;
  try {
    binary = atob(text);
  } catch {
    // Refused below.
  }
  check(binary !== undefined && btoa(binary) === text, `Not base64: ${text.slice(0, 60)}`);
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

export function hashFromBase64(text: string): Bytes {
  const hash = fromBase64(text);
  check(hash.length === 32, 'A hash has 32 bytes');
  return hash;
}

/** A whole number without leading zeros. */
export function wholeNumber(text: string | undefined): number {
  check(text !== undefined && /^(0|[1-9]\d*)$/.test(text), `Not a whole number: ${text}`);
  check(Number.isSafeInteger(Number(text)), `Too large: ${text}`);
  return Number(text);
}
