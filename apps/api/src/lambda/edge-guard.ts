import { createHash, timingSafeEqual } from 'node:crypto';
import type { HttpAnswer, HttpEvent } from './http-event.js';

const HEADER = 'x-rollbook-edge';

/** With a firewall in front, only its distribution knows the secret: a request without it has bypassed the firewall. */
export function refusalAtEdge(event: HttpEvent, secret: string | undefined): HttpAnswer | undefined {
  if (!secret || same(event.headers[HEADER] ?? '', secret)) return undefined;
  return { statusCode: 403, headers: {}, body: '', isBase64Encoded: false };
}

function same(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}
