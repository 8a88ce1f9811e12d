import { Problem } from '../problems/problem.js';
import { firstByteNotUtf8, incompleteEnd, namedByte, otherEncodingOf } from '../http/input/utf8.js';

const LF = 10;
const CR = 13;

/** In pieces that end with whole characters. @throws Problem `invalid_encoding` at the first byte that is not UTF-8 */
export async function* checkedText(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const place = { bytes: 0, lf: 0, cr: 0 };
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of body) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    if (place.bytes === 0 && bytes.length < 4) {
      rest = bytes;
      continue;
    }
    if (place.bytes === 0) refuseOtherEncodings(bytes);
    const whole = bytes.subarray(0, bytes.length - incompleteEnd(bytes));
    requireUtf8(whole, place);
    rest = Buffer.from(bytes.subarray(whole.length));
    yield whole;
    for (const byte of whole)
      if (byte === LF) place.lf += 1;
      else if (byte === CR) place.cr += 1;
    place.bytes += whole.length;
  }
  if (rest.length === 0) return;
  if (place.bytes === 0) refuseOtherEncodings(rest);
  requireUtf8(rest, place);
  yield rest;
}

function refuseOtherEncodings(bytes: Buffer): void {
  const encoding = otherEncodingOf(bytes);
  if (encoding)
    throw new Problem('invalid_encoding', `The body is ${encoding}: an import must be sent as UTF-8.`);
}

function requireUtf8(bytes: Buffer, before: { bytes: number; lf: number; cr: number }): void {
  const wrong = firstByteNotUtf8(bytes);
  if (wrong === undefined) return;
  const count = (byte: number) => bytes.subarray(0, wrong).filter((each) => each === byte).length;
  const lines = before.lf + count(LF) || before.cr + count(CR);
  const named = namedByte(bytes[wrong]!, before.bytes + wrong);
  throw new Problem('invalid_encoding', `The body is not valid UTF-8 in line ${lines + 1} (${named}).`);
}
