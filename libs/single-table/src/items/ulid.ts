import { drawHex } from './random-pool.js';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

let last = 0;
let random = 0n;

/** 48 bits of time, 80 of randomness; those of one process rise. Source: https://github.com/ulid/spec/ */
export function newUlid(now: number): string {
  if (now > last) {
    last = now;
    random = BigInt(`0x${drawHex(10)}`);
  } else random += 1n;
  let rest = (BigInt(last) << 80n) + random;
  let text = '';
  while (text.length < 26) {
    text = ALPHABET.charAt(Number(rest & 31n)) + text;
    rest >>= 5n;
  }
  return text;
}
