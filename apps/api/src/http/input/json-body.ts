import type { FastifyInstance } from 'fastify';
import { Problem } from '../../problems/problem.js';
import { countIn, duplicateKeyIn, underflowIn } from './json-text.js';
import { escapePointer } from './json-pointer.js';
import { firstByteNotUtf8, namedByte, otherEncodingOf, requireUtf8Charset } from './utf8.js';

export const BODY_LIMIT_BYTES = 128 * 1024;
/** A batch of 1,000 rows; or an identity provider's request, which may name all members of a group. */
const LARGER_BODY_LIMIT_BYTES = 1024 * 1024;
/** Limits the values of a body: on average each takes at least this much. Parsing `[0,0,…]` takes far longer than reading it. */
const BYTES_FOR_EACH_VALUE = 10;
const MAX_DEPTH = 16;
const CONTENT_TYPES = ['application/json', 'application/merge-patch+json', 'application/scim+json'];
const MAX_KEY_LENGTH = 256;

/** Names of JavaScript's own objects: harmless here, but later code would silently omit some of them. */
export const FORBIDDEN_KEYS = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype']);

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
        const { bodyLimit } = request.routeOptions;
        done(null, parseJsonObject(body as Buffer, Math.floor(bodyLimit / BYTES_FOR_EACH_VALUE)));
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

function parseJsonObject(body: Buffer, maxValues: number): Record<string, unknown> | undefined {
  if (body.length === 0) return undefined;
  const text = textOf(body);
  const { members, values, depth, hasVerySmall } = countIn(text);
  if (depth > MAX_DEPTH)
    throw new Problem('body_too_deep', `The body must be nested at most ${MAX_DEPTH} levels deep.`);
  if (values > maxValues)
    throw new Problem('body_too_large', `The body must have at most ${maxValues} values.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Problem('malformed_json', 'The body is not valid JSON.', { cause: error });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Problem('body_not_an_object', 'The body must be a JSON object.');
  const inspection = new Inspection();
  inspection.visit(value, 0);
  if (inspection.members !== members) refuseDuplicate(text);
  const small = hasVerySmall && underflowIn(text);
  if (small) rejectNumber(small.written, small.pointer);
  return value as Record<string, unknown>;
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

/** It is known not to be nested too deeply. What is in a body must be storable unchanged. Where something is, is only worked out if it is refused. */
class Inspection {
  /** How many members the objects have. */
  members = 0;
  private readonly path: (string | number)[] = [];

  visit(value: unknown, depth: number): void {
    if (typeof value === 'string') this.visitText(value, depth);
    else if (typeof value === 'number') this.visitNumber(value, depth);
    else if (typeof value === 'object' && value !== null) this.visitChildren(value, depth);
  }

  private visitChildren(value: object, depth: number): void {
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index += 1) {
        this.path[depth] = index;
        this.visit(value[index], depth + 1);
      }
      return;
    }
    for (const key of Object.keys(value)) {
      this.members += 1;
      this.visitKey(key, depth);
      this.path[depth] = key;
      this.visit((value as Record<string, unknown>)[key], depth + 1);
    }
  }

  private visitKey(key: string, depth: number): void {
    const pointer = () => this.pointer(depth);
    if (FORBIDDEN_KEYS.has(key))
      reject('forbidden_key', `The key ${key} is not allowed.`, `${pointer()}/${key}`);
    if (key.length > MAX_KEY_LENGTH)
      reject('forbidden_key', `A key must have at most ${MAX_KEY_LENGTH} characters.`, pointer());
    this.visitText(key, depth);
  }

  private visitText(text: string, depth: number): void {
    if (text.includes('\0') || !text.isWellFormed())
      reject('invalid_text', 'A string must not contain NUL or a lone surrogate.', this.pointer(depth));
  }

  private visitNumber(value: number, depth: number): void {
    const size = Math.abs(value);
    if (size > LARGEST_NUMBER || (size !== 0 && size < SMALLEST_NUMBER))
      rejectNumber(String(value), this.pointer(depth));
  }

  private pointer(depth: number): string {
    return this.path
      .slice(0, depth)
      .map((at) => `/${escapePointer(String(at))}`)
      .join('');
  }
}

function rejectNumber(written: string, pointer: string): never {
  const rule = 'a number must be 0, or between 1e-130 and 2^53 - 1 in magnitude';
  reject('invalid_number', `${written} cannot be stored: ${rule}.`, pointer);
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
