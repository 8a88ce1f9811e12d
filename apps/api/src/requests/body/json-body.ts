import type { FastifyInstance } from 'fastify';
import { Problem } from '../../problems/problem.js';
import { duplicateKeyIn, membersIn } from './duplicate-keys.js';
import { escapePointer } from './json-pointer.js';
import { firstByteNotUtf8, namedByte, otherEncodingOf, requireUtf8Charset } from './utf8.js';

export const BODY_LIMIT_BYTES = 128 * 1024;
/** A batch of 1,000 rows; or an identity provider's request, which may name all members of a group. */
export const LARGER_BODY_LIMIT_BYTES = 1024 * 1024;
const MAX_DEPTH = 16;
const CONTENT_TYPES = ['application/json', 'application/merge-patch+json', 'application/scim+json'];
const MAX_KEY_LENGTH = 256;

/** Names of JavaScript's own objects: harmless here, but later code would silently omit some of them. */
export const FORBIDDEN_KEYS = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype']);

const LONE_SURROGATE = /\p{Cs}/u;

/** Beyond it, JavaScript and the AWS SDK keep no number as it was written (RFC 7493, section 2.2). */
const LARGEST_NUMBER = Number.MAX_SAFE_INTEGER;
/** DynamoDB's: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html */
const SMALLEST_NUMBER = 1e-130;

/** Batches, and the bodies of SCIM, may be larger than others. Must be called before any route is added. */
export function allowLargerBodies(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    const isLarger = /\/(batch|bulk-jobs)$/.test(route.url) || route.url.startsWith('/scim/');
    if (isLarger) route.bodyLimit = LARGER_BODY_LIMIT_BYTES;
  });
}

/** Parses bodies: JSON objects only, in UTF-8, with strings and numbers that can be stored unchanged. */
export function parseJsonBodies(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  for (const contentType of CONTENT_TYPES)
    fastify.addContentTypeParser(contentType, { parseAs: 'buffer' }, (request, body, done) => {
      try {
        refuseCompressed(request.headers['content-encoding']);
        requireUtf8Charset(request.headers['content-type']);
        done(null, parseJsonObject(body as Buffer));
      } catch (error) {
        done(error as Error);
      }
    });
}

/** The only route with a form: an identity provider sends it. */
const FORM_ROUTE = '/auth/backchannel-logout';

/** Parses the form that OpenID Connect Back-Channel Logout 1.0 prescribes; no other route accepts one. */
export function parseLogoutForms(fastify: FastifyInstance): void {
  const contentType = 'application/x-www-form-urlencoded';
  fastify.addContentTypeParser(contentType, { parseAs: 'string' }, (request, body, done) => {
    if (request.routeOptions.url !== FORM_ROUTE && !request.is404)
      return done(new Problem('unsupported_media_type', 'The body must be application/json.'));
    return done(null, Object.fromEntries(new URLSearchParams(body as string)));
  });
}

function refuseCompressed(contentEncoding: string | undefined): void {
  if (contentEncoding === undefined || contentEncoding.trim().toLowerCase() === 'identity') return;
  throw new Problem('unsupported_media_type', 'A body must not be compressed: send no Content-Encoding.', {
    headers: { 'accept-encoding': 'identity' },
  });
}

function parseJsonObject(body: Buffer): Record<string, unknown> | undefined {
  if (body.length === 0) return undefined;
  const text = textOf(body);
  let value: unknown;
  try {
    value = VERY_SMALL.test(text) ? JSON.parse(text, withoutUnderflow) : JSON.parse(text);
  } catch (error) {
    throw new Problem('malformed_json', 'The body is not valid JSON.', { cause: error });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Problem('body_not_an_object', 'The body must be a JSON object.');
  if (inspect(value) !== membersIn(text)) refuseDuplicate(text);
  return value as Record<string, unknown>;
}

/** How a number may be written that JavaScript reads as 0, although it is not. */
const VERY_SMALL = /e-\d{3}|0\.0{300}/i;

/** Keeps such a number different from 0, so that it is refused like others that are too small. */
function withoutUnderflow(
  this: unknown,
  _key: string,
  value: unknown,
  context?: { source?: string },
): unknown {
  const digits = value === 0 && context?.source?.split(/e/i, 1)[0];
  return digits && /[1-9]/.test(digits) ? Number.MIN_VALUE : value;
}

/** @throws Problem `malformed_json` that names the encoding, or the first byte that is wrong */
function textOf(body: Buffer): string {
  const encoding = otherEncodingOf(body);
  if (encoding) throw new Problem('malformed_json', `The body is ${encoding}: it must be UTF-8.`);
  const wrong = firstByteNotUtf8(body);
  if (wrong !== undefined)
    throw new Problem('malformed_json', `The body is not valid UTF-8 (${namedByte(body[wrong]!, wrong)}).`);
  return body.toString('utf8').replace(/^\ufeff/, '');
}

/** Nobody should have to guess which of two values is meant (RFC 7493, section 2.3). */
function refuseDuplicate(text: string): never {
  const pointer = duplicateKeyIn(text) ?? '';
  reject('duplicate_key', 'A key must not be given twice.', pointer);
}

/** Without recursion: 128 KB can be nested deeper than the call stack. @returns how many members its objects have */
function inspect(root: object): number {
  let members = 0;
  const open: { value: unknown; pointer: string; depth: number }[] = [{ value: root, pointer: '', depth: 1 }];
  for (let node = open.pop(); node; node = open.pop()) {
    const { value, pointer, depth } = node;
    if (typeof value === 'string') inspectText(value, pointer);
    else if (typeof value === 'number') inspectNumber(value, pointer);
    else if (typeof value === 'object' && value !== null) {
      if (depth > MAX_DEPTH)
        throw new Problem('body_too_deep', `The body must be nested at most ${MAX_DEPTH} levels deep.`);
      for (const [key, child] of Object.entries(value)) {
        if (!Array.isArray(value)) {
          members += 1;
          inspectKey(key, pointer);
        }
        open.push({ value: child, pointer: `${pointer}/${escapePointer(key)}`, depth: depth + 1 });
      }
    }
  }
  return members;
}

function inspectKey(key: string, pointer: string): void {
  if (FORBIDDEN_KEYS.has(key)) reject('forbidden_key', `The key ${key} is not allowed.`, `${pointer}/${key}`);
  if (key.length > MAX_KEY_LENGTH)
    reject('forbidden_key', `A key must have at most ${MAX_KEY_LENGTH} characters.`, pointer);
  inspectText(key, pointer);
}

function inspectText(text: string, pointer: string): void {
  if (text.includes('\0') || LONE_SURROGATE.test(text))
    reject('invalid_text', 'A string must not contain NUL or a lone surrogate.', pointer);
}

function inspectNumber(value: number, pointer: string): void {
  const size = Math.abs(value);
  if (size > LARGEST_NUMBER || (size !== 0 && size < SMALLEST_NUMBER))
    reject(
      'invalid_number',
      `${value} cannot be stored: a number must be 0, or between 1e-130 and 2^53 - 1 in magnitude.`,
      pointer,
    );
}

function reject(
  code: 'duplicate_key' | 'forbidden_key' | 'invalid_text' | 'invalid_number',
  detail: string,
  pointer: string,
): never {
  // A pointer that contains refused input must not repeat it.
  throw new Problem(code, detail, {
    errors: [{ code, detail, pointer: pointer.replace(/\p{Cs}/gu, '\ufffd') }],
  });
}
