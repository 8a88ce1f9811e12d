import { Readable } from 'node:stream';

/** Of what is made ahead of a client that reads slowly. */
const AHEAD_BYTES = 16_384;

/** What is made as it is read, and no sooner: the next piece when the last ones are with the client. */
export function textStream(pieces: AsyncIterable<string>): Readable {
  return Readable.from(pieces, { objectMode: false, highWaterMark: AHEAD_BYTES });
}
