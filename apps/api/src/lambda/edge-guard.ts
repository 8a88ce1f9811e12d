import { createHash, timingSafeEqual } from 'node:crypto';
import type { HttpAnswer, HttpEvent } from './http-event.js';

const HEADER = 'x-rollbook-edge';

/**
 * Where a firewall stands before the gateway, only its distribution knows the secret: whoever asks without it has walked
 * around.
 *
 * @returns the refusal, or undefined for a request that may pass
 */
export function refusalAtEdge(event: HttpEvent, secret: string | undefined): HttpAnswer | undefined {
  if (!secret || same(event.headers[HEADER] ?? '', secret)) return undefined;
  return { statusCode: 403, headers: {}, body: '', isBase64Encoded: false };
}

function same(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}
