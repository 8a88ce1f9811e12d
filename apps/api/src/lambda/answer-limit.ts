import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../problems/problem.js';

/**
 * A function may answer 6 MB, in Base64 if need be: this is 5 of them.
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
export const MAX_BODY_BYTES = 3_700_000;

/**
 * What is larger than a function can answer is refused, so that its client learns what to do, and not read to the end. Must be called before
 * answers are compressed.
 */
export function limitAnswers(fastify: FastifyInstance): void {
  fastify.addHook('onSend', async (_request, reply, payload) => {
    if (payload instanceof Readable)
      return collected(payload, () => void reply.removeHeader('content-disposition'));
    if (typeof payload === 'string' && Buffer.byteLength(payload) > MAX_BODY_BYTES) throw tooLarge();
    return payload;
  });
}

async function collected(pieces: Readable, onRefused: () => void): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  // To leave the loop destroys the stream: nothing more is read for it.
  for await (const piece of pieces) {
    const part = Buffer.from(piece as string | Buffer);
    bytes += part.length;
    if (bytes > MAX_BODY_BYTES) {
      onRefused();
      throw tooLarge();
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

function tooLarge(): Problem {
  const detail = 'The answer is larger than a function can send. Narrow it, or read it in pages.';
  return new Problem('answer_too_large', detail);
}
