import { randomFillSync } from 'node:crypto';

/** Drawn by the thousand, which costs as much as drawing one. Every byte is used once. */
const POOL_BYTES = 4096;
const pool = Buffer.alloc(POOL_BYTES);
let next = POOL_BYTES;

function take(bytes: number): number {
  if (next + bytes > POOL_BYTES) {
    randomFillSync(pool);
    next = 0;
  }
  const start = next;
  next += bytes;
  return start;
}

/** From 0 to below 1, in steps of 1/256: the random source for `ulid` and `monotonicFactory`. */
export function drawFraction(): number {
  return pool[take(1)]! / 256;
}

/** This many random bytes, at most 4,096, in hexadecimal. */
export function drawHex(bytes: number): string {
  const start = take(bytes);
  return pool.toString('hex', start, start + bytes);
}
