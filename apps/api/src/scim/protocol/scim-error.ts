import type { FastifyRequest } from 'fastify';
import { PROBLEMS, type ProblemCode } from '../../problems/catalogue.js';
import { pathOf } from '../../problems/path.js';
import type { Problem } from '../../problems/problem.js';
import type { ProblemRenderer } from '../../problems/renderer.js';

export const SCIM_CONTENT_TYPE = 'application/scim+json; charset=utf-8';
const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';
/** What every other answer of this API also contains, in SCIM under another name. */
export const PROBLEM_EXTENSION = 'urn:rollbook:params:scim:api:messages:2.0:Problem';

/** RFC 7644, section 3.12, table 9; RFC 9865, section 2.2. A code of status 400 without an entry is about a value. */
const SCIM_TYPES: Partial<Record<ProblemCode, string>> = {
  email_taken: 'uniqueness',
  service_group_name_taken: 'uniqueness',
  team_name_taken: 'uniqueness',
  external_id_taken: 'uniqueness',
  invalid_filter: 'invalidFilter',
  invalid_path: 'invalidPath',
  no_target: 'noTarget',
  read_only: 'mutability',
  too_many_results: 'tooMany',
  invalid_cursor: 'invalidCursor',
  invalid_count: 'invalidCount',
  invalid_syntax: 'invalidSyntax',
  malformed_json: 'invalidSyntax',
  duplicate_key: 'invalidSyntax',
  malformed_request: 'invalidSyntax',
  body_not_an_object: 'invalidSyntax',
  body_too_deep: 'invalidSyntax',
  forbidden_key: 'invalidSyntax',
};

/** An impossible id is simply not found: identity providers ask for any. */
export function scimStatusOf(code: ProblemCode, status: number): number {
  return code === 'invalid_id' ? 404 : status;
}

export function scimErrorBody(
  { code, status, detail }: Pick<Problem, 'code' | 'status' | 'detail'>,
  requestId: string,
) {
  const answered = scimStatusOf(code, status);
  const scimType = SCIM_TYPES[code] ?? (answered === 400 ? 'invalidValue' : undefined);
  return {
    schemas: [ERROR_SCHEMA, PROBLEM_EXTENSION],
    status: String(answered),
    ...(scimType !== undefined && { scimType }),
    detail,
    [PROBLEM_EXTENSION]: { code, requestId },
  };
}

export function exampleScimError(code: ProblemCode, status: number) {
  const detail = `${PROBLEMS[code].title}.`;
  return scimErrorBody({ code, status, detail }, 'req_01JZ3YQ7Q6W8F0V3H4N5P6R7S8');
}

export function isScimPath(path: string): boolean {
  return path.startsWith('/scim/');
}

const refused = new WeakMap<object, ProblemCode>();

/** Why a request was refused; undefined if it was not. */
export function refusalOf({ raw }: FastifyRequest): ProblemCode | undefined {
  return refused.get(raw);
}

/** SCIM's own errors (RFC 7644, section 3.12), below its path. */
export const scimErrors: ProblemRenderer = {
  rendersFor: ({ raw }) => isScimPath(pathOf(raw.url)),
  render: (problem, { raw }, requestId) => {
    refused.set(raw, problem.code);
    return {
      status: scimStatusOf(problem.code, problem.status),
      contentType: SCIM_CONTENT_TYPE,
      body: JSON.stringify(scimErrorBody(problem, requestId)),
    };
  },
};
