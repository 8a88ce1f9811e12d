import type { FastifyReply } from 'fastify';

export interface Redirect {
  to: string;
  cookies: string[];
}

export function redirect(reply: FastifyReply, { to, cookies }: Redirect): void {
  reply.headers({ location: to, 'set-cookie': cookies, 'referrer-policy': 'no-referrer' });
}
