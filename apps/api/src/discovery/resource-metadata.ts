import type { FastifyInstance } from 'fastify';

/** Each challenge says where it can be learnt whose tokens are accepted (RFC 9728, section 5.1). */
export function nameResourceMetadata(fastify: FastifyInstance, publicUrl: URL | undefined): void {
  if (!publicUrl) return;
  const where = `resource_metadata="${new URL('/.well-known/oauth-protected-resource', publicUrl).href}"`;
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    const challenge = reply.getHeader('www-authenticate');
    if (typeof challenge === 'string') reply.header('www-authenticate', `${challenge}, ${where}`);
    done(null, payload);
  });
}
