import type { FastifyInstance } from 'fastify';
import { Problem } from '../../problems/problem.js';

/** RFC 9112, section 3.2. Node would answer itself, without a problem document. */
export function requireHost(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', ({ raw: { httpVersion, headers } }, _reply, done) => {
    const isMissing = httpVersion === '1.1' && headers.host === undefined;
    done(isMissing ? new Problem('malformed_request', 'A request must have a Host header.') : undefined);
  });
}
