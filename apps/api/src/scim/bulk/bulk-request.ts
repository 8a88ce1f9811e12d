import { Problem } from '../../problems/problem.js';
import { isObject, type ScimObject } from '../schema/conform.js';

const BULK_REQUEST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest';
export const BULK_RESPONSE_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:BulkResponse';
export const MOST_OPERATIONS = 100;

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;
const PATH = /^\/(Users|Groups)(?:\/([^/?#]+))?$/;
const REFERENCE = /^bulkId:(.+)$/s;

export interface BulkOperation {
  method: (typeof METHODS)[number];
  resource: 'Users' | 'Groups';
  /** Of the resource; none for a POST. May refer to another operation. */
  id: string | undefined;
  bulkId: string | undefined;
  version: string | undefined;
  data: ScimObject;
}

export function readBulkRequest(body: ScimObject): { operations: BulkOperation[]; failOnErrors: number } {
  const { schemas, failOnErrors } = body;
  if (!Array.isArray(schemas) || !schemas.includes(BULK_REQUEST_SCHEMA))
    throw new Problem('invalid_syntax', `schemas must contain ${BULK_REQUEST_SCHEMA}.`);
  const operations = body['Operations'];
  if (!Array.isArray(operations) || operations.length === 0)
    throw new Problem('invalid_syntax', 'Operations must be a list with at least one operation.');
  // RFC 7644, section 3.7.4.
  if (operations.length > MOST_OPERATIONS)
    throw new Problem('body_too_large', `A request must have at most ${MOST_OPERATIONS} operations.`);
  if (failOnErrors !== undefined && !(Number.isInteger(failOnErrors) && Number(failOnErrors) > 0))
    throw new Problem('invalid_syntax', 'failOnErrors must be a whole number from 1.');
  return {
    operations: (operations as unknown[]).map(readOperation),
    failOnErrors: failOnErrors === undefined ? Infinity : Number(failOnErrors),
  };
}

function readOperation(operation: unknown): BulkOperation {
  if (!isObject(operation)) throw new Problem('invalid_syntax', 'An operation must be an object.');
  const { method: named, path, bulkId, version, data } = operation;
  const method = METHODS.find((each) => typeof named === 'string' && each === named.toUpperCase());
  const [, resource, id] = PATH.exec(typeof path === 'string' ? path : '') ?? [];
  if (!method || !resource) throw new Problem('invalid_syntax', 'An operation needs a method and a path.');
  if ((method === 'POST') !== (id === undefined))
    throw new Problem(
      'invalid_syntax',
      'A POST must be to /Users or /Groups, any other method to one of them.',
    );
  if (method === 'POST' && typeof bulkId !== 'string')
    throw new Problem('invalid_syntax', 'A POST needs a bulkId.');
  if (method !== 'DELETE' && !isObject(data)) throw new Problem('invalid_syntax', `A ${method} needs data.`);
  return {
    method,
    resource: resource as BulkOperation['resource'],
    id,
    bulkId: typeof bulkId === 'string' ? bulkId : undefined,
    version: typeof version === 'string' ? version : undefined,
    data: isObject(data) ? data : {},
  };
}

/** The bulkIds that an operation refers to: in its path, or anywhere in its data. */
export function referencesOf({ id, data }: BulkOperation): string[] {
  return [...textsIn(data), id ?? ''].flatMap((text) => {
    const [, bulkId] = REFERENCE.exec(text) ?? [];
    return bulkId === undefined ? [] : [bulkId];
  });
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

export function resolved(operation: BulkOperation, ids: ReadonlyMap<string, string>): BulkOperation {
  const one = (text: string) => {
    const [, bulkId] = REFERENCE.exec(text) ?? [];
    return (bulkId === undefined ? undefined : ids.get(bulkId)) ?? text;
  };
  const all = (value: unknown): unknown => {
    if (typeof value === 'string') return one(value);
    if (Array.isArray(value)) return value.map(all);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, all(each)]));
  };
  const { id, data } = operation;
  return { ...operation, id: id === undefined ? undefined : one(id), data: all(data) as ScimObject };
}
