import { createHash, createPublicKey, verify } from 'node:crypto';

/** Of C2SP's signed-note: a log signs the text, a witness the text and a time. */
export const SIGNATURE_TYPES = { note: 0x01, cosignature: 0x04 } as const;
export type SignatureType = keyof typeof SIGNATURE_TYPES;

/** A key that is trusted: its name, and 32 bytes of Ed25519. */
export interface Verifier {
  readonly name: string;
  readonly publicKey: Uint8Array;
  readonly type: SignatureType;
}

export interface NoteSignature {
  readonly name: string;
  readonly keyId: string;
  /** What follows the key's id. */
  readonly raw: Uint8Array;
  /** As it stands in the note, without the newline. */
  readonly line: string;
}

export interface OpenedNote {
  readonly text: string;
  /** By trusted keys, each once. A cosignature has the time (in seconds) at which it was made. */
  readonly signatures: readonly (NoteSignature & { verifier: Verifier; timestamp?: number })[];
}

const NAME = /^[^\s+\p{White_Space}]+$/u;
const KEY_BYTES = 32;
const MAX_SIGNATURES = 64;

/** Eight hexadecimal digits, of the name, the type and the key. */
export const keyId = ({ name, publicKey, type }: Verifier): string =>
  createHash('sha256')
    .update(`${name}\n`)
    .update(Uint8Array.of(SIGNATURE_TYPES[type]))
    .update(publicKey)
    .digest('hex')
    .slice(0, 8);

/** `name+id+key`, by which a public key is handed on. */
export function verifierKey(verifier: Verifier): string {
  if (!NAME.test(verifier.name)) throw new RangeError(`Not a key's name: ${verifier.name}`);
  if (verifier.publicKey.length !== KEY_BYTES) throw new RangeError('Not a key of Ed25519');
  const bytes = Buffer.concat([Uint8Array.of(SIGNATURE_TYPES[verifier.type]), verifier.publicKey]);
  return `${verifier.name}+${keyId(verifier)}+${bytes.toString('base64')}`;
}

/** Throws for a key that is malformed, or of another kind than Ed25519. */
export function parseVerifierKey(text: string): Verifier {
  const [name = '', id, ...encoded] = text.split('+');
  const bytes = fromBase64(encoded.join('+'));
  const type = Object.entries(SIGNATURE_TYPES).find(([, byte]) => byte === bytes?.[0])?.[0];
  if (!NAME.test(name) || bytes?.length !== KEY_BYTES + 1 || type === undefined)
    throw new Error(`Not the public key of a log or witness: ${text}`);
  const verifier: Verifier = { name, publicKey: bytes.slice(1), type: type as SignatureType };
  if (keyId(verifier) !== id) throw new Error(`The id in this key is not its own: ${text}`);
  return verifier;
}

/** A note's signature line, without the newline; `raw` is what the key signed with, for a witness `cosignatureRaw`. */
export const noteSignature = (verifier: Verifier, raw: Uint8Array): string =>
  `— ${verifier.name} ${Buffer.concat([Buffer.from(keyId(verifier), 'hex'), raw]).toString('base64')}`;

export const signedNote = (text: string, signatures: readonly string[]): string =>
  `${text}\n${signatures.map((line) => `${line}\n`).join('')}`;

/** What a witness signs: the time in seconds, and the checkpoint's text. */
export const cosignatureMessage = (text: string, timestamp: number): Uint8Array =>
  Buffer.from(`cosignature/v1\ntime ${timestamp}\n${text}`);

/** What stands in a witness's line: the time in 8 bytes, and the signature. */
export function cosignatureRaw(timestamp: number, signature: Uint8Array): Uint8Array {
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(timestamp));
  return Buffer.concat([time, signature]);
}

/**
 * The text of a note, and who has signed it of those who are trusted. Throws if the note is malformed, if a trusted key's signature is
 * wrong, or if there is none.
 */
export function openNote(note: string, verifiers: readonly Verifier[]): OpenedNote {
  const { text, signatures } = parseNote(note);
  const opened: OpenedNote['signatures'][number][] = [];
  for (const signature of signatures) {
    const verifier = verifiers.find(
      (each) => each.name === signature.name && keyId(each) === signature.keyId,
    );
    if (verifier === undefined || opened.some((each) => each.verifier === verifier)) continue;
    opened.push({ ...signature, verifier, ...verified(text, verifier, signature.raw) });
  }
  if (opened.length === 0) throw new Error('The note has no signature of a known key');
  return { text, signatures: opened };
}

function verified(text: string, verifier: Verifier, raw: Uint8Array): { timestamp?: number } {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(verifier.publicKey).toString('base64url') };
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const isOf = (message: Uint8Array, signature: Uint8Array) => {
    if (signature.length !== 64 || !verify(null, message, key, signature))
      throw new Error(`The signature of ${verifier.name} is not of this text`);
  };
  if (verifier.type === 'note') {
    isOf(Buffer.from(text), raw);
    return {};
  }
  if (raw.length !== 72) throw new Error(`The signature of ${verifier.name} is not of this text`);
  const timestamp = Number(Buffer.from(raw).readBigUInt64BE());
  if (!Number.isSafeInteger(timestamp)) throw new Error(`The signature of ${verifier.name} has no time`);
  isOf(cosignatureMessage(text, timestamp), raw.slice(8));
  return { timestamp };
}

/** Throws if it is malformed. */
export function parseNote(note: string): { text: string; signatures: NoteSignature[] } {
  // eslint-disable-next-line no-control-regex -- what a note must not have
  if (/[\u0000-\u0009\u000b-\u001f]/.test(note) || !note.isWellFormed())
    throw new Error('The note has characters that no note has');
  const split = note.lastIndexOf('\n\n');
  const lines = note.slice(split + 2).split('\n');
  if (split === -1 || lines.pop() !== '' || lines.length === 0) throw new Error('Not a signed note');
  if (lines.length > MAX_SIGNATURES) throw new Error(`The note has more than ${MAX_SIGNATURES} signatures`);
  return { text: note.slice(0, split + 1), signatures: lines.map(parseSignature) };
}

function parseSignature(line: string): NoteSignature {
  const [dash, name = '', encoded = '', ...rest] = line.split(' ');
  const bytes = fromBase64(encoded);
  if (dash !== '—' || !NAME.test(name) || rest.length > 0 || bytes === undefined || bytes.length < 5)
    throw new Error('The note has a line that is not a signature');
  return { name, keyId: Buffer.from(bytes.subarray(0, 4)).toString('hex'), raw: bytes.slice(4), line };
}

/** Undefined unless it is how these bytes are written. */
export function fromBase64(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? new Uint8Array(bytes) : undefined;
}
