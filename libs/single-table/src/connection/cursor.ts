import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto';
import { refuseRequest, SingleTableError } from '../wire/errors.js';

/** The key attributes of the last item returned, `null` before the first, `done` after the last; one for each shard. */
export type Position = readonly string[] | null | 'done';

const SEALED = 2;
/** The previous format, whose contents could be read but not changed. Such cursors are still accepted. */
const SIGNED = 1;
const MAC_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

function invalid(): never {
  throw new SingleTableError('InvalidCursor', 'The cursor does not belong to this query.', {});
}

interface CursorKeys {
  secret: string;
  sealing: KeyObject;
  nonces: KeyObject;
}

/** Those of the last secret: a program has one, and to derive them takes longer than to use them. */
let lastKeys: CursorKeys | undefined;

function keysOf(secret: string): CursorKeys {
  if (lastKeys?.secret === secret) return lastKeys;
  const keys = Buffer.from(hkdfSync('sha256', secret, '', 'single-table cursor', 64));
  const [sealing, nonces] = [createSecretKey(keys.subarray(0, 32)), createSecretKey(keys.subarray(32))];
  return (lastKeys = { secret, sealing, nonces });
}

/** What is authenticated in addition to the positions: the version, and the query they belong to. */
function contextOf(binding: string): Buffer {
  return Buffer.from(String.fromCharCode(SEALED) + binding);
}

export function checkCursorSecret(secret: string | undefined): void {
  if (secret !== undefined && secret.length >= 32) return;
  return refuseRequest('connect', 'A table needs a cursorSecret of at least 32 characters.');
}

/**
 * An opaque cursor: the positions, sealed with AES-256-GCM for the query they belong to. The nonce is derived from the
 * contents, so that a page that is read again has the same cursor, and no two texts have the same nonce.
 */
export function writeCursor(secret: string, binding: string, positions: readonly Position[]): string {
  const { sealing, nonces } = keysOf(secret);
  const text = Buffer.from(JSON.stringify(positions));
  const context = contextOf(binding);
  const nonce = createHmac('sha256', nonces)
    .update(`${context.length}:`)
    .update(context)
    .update(text)
    .digest()
    .subarray(0, NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(context);
  const sealed = [Buffer.of(SEALED), nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(sealed).toString('base64url');
}

/** Reads a cursor. Throws InvalidCursor if any byte was changed, or if it belongs to another query. */
export function readCursor(secret: string, binding: string, cursor: string, partitions: number): Position[] {
  const bytes = Buffer.from(cursor, 'base64url');
  // Base64 has several spellings of the same bytes; only the canonical one is accepted.
  if (bytes.toString('base64url') !== cursor) return invalid();
  const text = bytes[0] === SEALED ? unseal(secret, binding, bytes) : readSigned(secret, binding, bytes);
  const positions = JSON.parse(text.toString()) as Position[];
  return positions.length === partitions ? positions : invalid();
}

function unseal(secret: string, binding: string, bytes: Buffer): Buffer {
  if (bytes.length <= 1 + NONCE_BYTES + TAG_BYTES) return invalid();
  const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
  const { sealing } = keysOf(secret);
  const decipher = createDecipheriv('aes-256-gcm', sealing, nonce, { authTagLength: TAG_BYTES })
    .setAAD(contextOf(binding))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(1 + NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return invalid();
  }
}

function readSigned(secret: string, binding: string, bytes: Buffer): Buffer {
  if (bytes.length <= MAC_BYTES) return invalid();
  const payload = bytes.subarray(0, -MAC_BYTES);
  const mac = createHmac('sha256', secret).update(binding).update('\0').update(payload).digest();
  if (!timingSafeEqual(bytes.subarray(-MAC_BYTES), mac) || payload[0] !== SIGNED) return invalid();
  return payload.subarray(1);
}
