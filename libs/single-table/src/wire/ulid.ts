// oxlint-disable-next-line no-restricted-imports -- values are made without a connection
import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 48 bits of time, 80 of randomness; those of one maker rise. Source: https://github.com/ulid/spec/ */
export function ulidMaker(): (now: number) => string {
  let last = 0;
  let random = 0n;
  return (now) => {
    if (now > last) {
      last = now;
      random = BigInt(`0x${randomBytes(10).toString('hex')}`);
    } else random += 1n;
    let rest = (BigInt(last) << 80n) + random;
    let text = '';
    while (text.length < 26) {
      text = ALPHABET.charAt(Number(rest & 31n)) + text;
      rest >>= 5n;
    }
    return text;
  };
}

/** Those of one process rise. */
export const newUlid = ulidMaker();
