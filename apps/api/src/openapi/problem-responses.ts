import type { AccessRule } from '../auth/caller/allow.decorator.js';
import { PROBLEMS, type ProblemCode } from '../problems/catalogue.js';
import { statusOfRefusal } from '../problems/directory-problems.js';
import { problemType } from '../problems/problem.js';
import type { Response, Schema } from './schema/types.js';

const CODES = Object.keys(PROBLEMS);

export const PROBLEM_SCHEMA: Schema = {
  type: 'object',
  description: 'What went wrong (RFC 9457). `code` is for programs, `detail` for people.',
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    code: { type: 'string', enum: CODES },
    requestId: { type: 'string' },
    current: {
      type: 'object',
      description:
        'For a version_mismatch: the present resource, if the caller may read it. Its ETag is a header.',
      additionalProperties: true,
    },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          code: { type: 'string', enum: CODES },
          detail: { type: 'string' },
          pointer: { type: 'string', description: 'The place in the body (RFC 6901).' },
          parameter: { type: 'string', description: 'The path or query parameter.' },
          header: { type: 'string', description: 'Which header.' },
        },
        required: ['code', 'detail'],
        additionalProperties: false,
      },
    },
  },
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId'],
  additionalProperties: false,
};

interface Route {
  path: string;
  access: AccessRule;
  problems: readonly ProblemCode[];
  method: string;
  isWrite: boolean;
  hasBody: boolean;
  parameters: readonly string[];
}

const ANY_ROUTE: readonly ProblemCode[] = [
  'malformed_url',
  'malformed_request',
  'validation_failed',
  'duplicate_parameter',
  'unknown_field',
  'invalid_text',
  'url_too_long',
  'headers_too_large',
  'request_timeout',
  'service_unavailable',
  'internal_error',
];
const WITH_TOKEN: readonly ProblemCode[] = [
  'token_missing',
  'token_invalid',
  'token_expired',
  'token_not_yet_valid',
  'not_permitted',
  'user_suspended',
  'user_invited',
  'user_removed',
  'account_suspended',
  'rate_limited',
  'session_ended',
  'account_not_chosen',
  'no_user_for_identity',
  'cross_site_request',
  'seeing_as',
  'seeing_as_ended',
];
const FIELDS: readonly ProblemCode[] = [
  'validation_failed',
  'wrong_type',
  'too_short',
  'too_long',
  'out_of_range',
  'not_allowed_value',
  'invalid_format',
];
const BODY: readonly ProblemCode[] = [
  'malformed_json',
  'duplicate_key',
  'body_not_an_object',
  'body_too_deep',
  'forbidden_key',
  'invalid_number',
  'body_too_large',
  'unsupported_media_type',
];
const WRITE: readonly ProblemCode[] = [
  ...BODY,
  'not_allowed_value',
  'invalid_if_match',
  'invalid_idempotency_key',
  'idempotency_key_reused',
  'too_many_changes',
  'change_too_large',
];

export function problemResponses(route: Route): Record<string, Response> {
  const byStatus = new Map<number, Set<ProblemCode>>();
  const add = (status: number, code: ProblemCode) =>
    byStatus.set(status, (byStatus.get(status) ?? new Set<ProblemCode>()).add(code));
  for (const code of commonProblems(route)) add(PROBLEMS[code].status, code);
  for (const code of route.problems) add(statusOfRefusal(code), code);
  const sorted = [...byStatus].toSorted(([a], [b]) => a - b);
  return Object.fromEntries(sorted.map(([status, codes]) => [status, problemResponse(status, [...codes])]));
}

/** What an id in the path may not lead to. */
const NOT_FOUND: Readonly<Record<string, ProblemCode>> = {
  accountId: 'account_not_found',
  userId: 'user_not_found',
  serviceGroupId: 'service_group_not_found',
  apiKeyId: 'api_key_not_found',
  webhookEndpointId: 'webhook_endpoint_not_found',
  jobId: 'job_not_found',
};

function notFoundProblems(path: string): ProblemCode[] {
  if (path.includes('/invitations/{userId}')) return ['account_not_found', 'invitation_not_found'];
  return [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, id]) => NOT_FOUND[id as string] ?? []);
}

function commonProblems({ path, access, method, isWrite, hasBody, parameters }: Route): ProblemCode[] {
  const has = (name: string) => parameters.includes(name);
  return [
    ...ANY_ROUTE,
    ...(access.public ? [] : WITH_TOKEN),
    ...(parameters.some((name) => name.endsWith('Id')) ? (['invalid_id'] as const) : []),
    ...(has('limit') || has('asOf') || has('from') || hasBody ? FIELDS : []),
    ...notFoundProblems(path),
    ...(has('cursor') ? (['invalid_cursor'] as const) : []),
    // A body is parsed even where none is asked for.
    ...(method === 'get' ? [] : BODY),
    ...(hasBody ? (['required'] as const) : []),
    ...(isWrite ? WRITE : []),
  ];
}

function problemResponse(status: number, codes: readonly ProblemCode[]): Response {
  return {
    description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join('\n\n'),
    content: {
      'application/problem+json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Problem' },
            { type: 'object', properties: { code: { enum: codes }, status: { const: status } } },
          ],
        },
        examples: Object.fromEntries(
          codes.map((code) => [code, { $ref: `#/components/examples/${exampleName(code, status)}` }]),
        ),
      },
    },
  };
}

export function problemExamples(): Record<string, { value: unknown }> {
  const codes = Object.keys(PROBLEMS) as ProblemCode[];
  return Object.fromEntries(
    codes
      .flatMap((code) => [PROBLEMS[code].status, statusOfRefusal(code)].map((status) => ({ code, status })))
      .map(({ code, status }) => [exampleName(code, status), { value: exampleProblem(code, status) }]),
  );
}

function exampleName(code: ProblemCode, status: number): string {
  return `${code}_${status}`;
}

function exampleProblem(code: ProblemCode, status: number) {
  const { title } = PROBLEMS[code];
  return {
    type: problemType(code),
    title,
    status,
    detail: `${title}.`,
    instance: '/v1/accounts',
    code,
    requestId: 'req_01JZ3YQ7Q6W8F0V3H4N5P6R7S8',
  };
}
