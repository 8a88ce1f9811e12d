import { createHmac, timingSafeEqual } from 'node:crypto';
import { SingleTableError } from './errors.js';

/**
 * Where one partition of a query stands: the key attributes of the last item taken, `null` before the first, `done`
 * after the last. A query over shards has one position for each.
 */
export type Position = readonly string[] | null | 'done';

const VERSION = 1;
const MAC_BYTES = 32;

function invalid(): never {
  throw new SingleTableError('InvalidCursor', 'The cursor is not one of this query.', {});
}

function macOf(secret: string, binding: string, payload: Buffer): Buffer {
  return createHmac('sha256', secret).update(binding).update('\0').update(payload).digest();
}

/** Refuses a secret that a cursor's signature would not be worth anything with. */
export function cursorSecretOf({ cursorSecret: secret }: { cursorSecret?: string | undefined }): string {
  if (secret === undefined || secret.length < 32) {
    throw new SingleTableError('InvalidRequest', 'Cursors need a cursorSecret of at least 32 characters.', {
      operation: 'cursor',
    });
  }
  return secret;
}

/** An opaque, signed cursor: version, positions and an HMAC that also covers the query it belongs to. */
export function writeCursor(secret: string, binding: string, positions: readonly Position[]): string {
  const payload = Buffer.concat([Buffer.from([VERSION]), Buffer.from(JSON.stringify(positions))]);
  return Buffer.concat([payload, macOf(secret, binding, payload)]).toString('base64url');
}

/** Reads a cursor back. Throws InvalidCursor when any byte was changed, or when it belongs to another query. */
export function readCursor(secret: string, binding: string, cursor: string, partitions: number): Position[] {
  const bytes = Buffer.from(cursor, 'base64url');
  // Base64 has several spellings of the same bytes; only the one written is accepted.
  if (bytes.length <= MAC_BYTES || bytes.toString('base64url') !== cursor) return invalid();
  const payload = bytes.subarray(0, -MAC_BYTES);
  if (!timingSafeEqual(bytes.subarray(-MAC_BYTES), macOf(secret, binding, payload))) return invalid();
  if (payload[0] !== VERSION) return invalid();
  const positions = JSON.parse(payload.subarray(1).toString()) as Position[];
  return positions.length === partitions ? positions : invalid();
}
