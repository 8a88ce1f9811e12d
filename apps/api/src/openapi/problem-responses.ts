import { STATUS_CODES } from 'node:http';
import type { AccessRule } from '../auth/caller/allow.decorator.js';
import { PROBLEMS, statusOfRefusal, type ProblemCode } from '../problems/catalogue.js';
import { problemType } from '../problems/problem.js';
import type { Response, Schema } from './schema/types.js';
import { scimProblem } from './scim-operations.js';

const CODE = '#/components/schemas/ProblemCode';
export const PROBLEM_CODE_SCHEMA: Schema = {
  type: 'string',
  description: 'Stable: programs decide by it.',
  enum: Object.keys(PROBLEMS),
};

export const PROBLEM_SCHEMA: Schema = {
  type: 'object',
  description: 'What went wrong (RFC 9457). `code` is for programs, `detail` for people.',
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    code: { $ref: CODE },
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
          code: { $ref: CODE },
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

/** The codes of each status that a route can answer. */
export function problemsOf(route: Route): [number, ProblemCode[]][] {
  const byStatus = new Map<number, Set<ProblemCode>>();
  const add = (status: number, code: ProblemCode) =>
    byStatus.set(status, (byStatus.get(status) ?? new Set<ProblemCode>()).add(code));
  for (const code of commonProblems(route)) add(PROBLEMS[code].status, code);
  for (const code of route.problems) add(statusOfRefusal(code), code);
  return [...byStatus].toSorted(([a], [b]) => a - b).map(([status, codes]) => [status, [...codes]]);
}

/** What an id in the path may not lead to. */
const NOT_FOUND: Readonly<Record<string, ProblemCode>> = {
  accountId: 'account_not_found',
  userId: 'user_not_found',
  serviceGroupId: 'service_group_not_found',
  teamId: 'team_not_found',
  apiKeyId: 'api_key_not_found',
  webhookEndpointId: 'webhook_endpoint_not_found',
  logStreamId: 'log_stream_not_found',
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
    // A body is parsed even where none is expected.
    ...(method === 'get' ? [] : BODY),
    ...(hasBody ? (['required'] as const) : []),
    ...(isWrite ? WRITE : []),
  ];
}

const COMMON = new Set<ProblemCode>([
  ...ANY_ROUTE,
  ...WITH_TOKEN,
  ...FIELDS,
  ...WRITE,
  'required',
  'invalid_id',
]);

/** One response of each status, to which routes refer, saying which problems of that status are their own. */
export class ProblemResponses {
  private readonly codes = new Map<string, { status: number; isScim: boolean; codes: Set<ProblemCode> }>();

  refer(status: number, codes: readonly ProblemCode[], isScim: boolean): Response {
    const name = `${isScim ? 'Scim' : ''}${STATUS_CODES[status]?.replaceAll(/\W/g, '') ?? status}`;
    const known = this.codes.get(name) ?? { status, isScim, codes: new Set() };
    for (const code of codes) known.codes.add(code);
    this.codes.set(name, known);
    const own = codes.filter((code) => !COMMON.has(code));
    const $ref = `#/components/responses/${name}`;
    return (own.length === 0 ? { $ref } : { $ref, description: descriptionOf(own) }) as unknown as Response;
  }

  components(): Record<string, Response> {
    const shared = [...this.codes].map(([name, { status, isScim, codes }]): [string, Response] => {
      const response = isScim ? scimProblem(status, [...codes]) : problemOf(status, [...codes]);
      return [name, { description: descriptionOf([...codes]), content: response }];
    });
    return Object.fromEntries(shared);
  }
}

function descriptionOf(codes: readonly ProblemCode[]): string {
  return codes.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join('\n\n');
}

function problemOf(status: number, codes: readonly ProblemCode[]): NonNullable<Response['content']> {
  const [code = 'internal_error'] = codes;
  return {
    'application/problem+json': {
      schema: { $ref: '#/components/schemas/Problem' },
      example: exampleProblem(code, status),
    },
  };
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
