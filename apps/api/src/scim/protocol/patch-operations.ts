import { Problem } from '../../problems/problem.js';
import { attributeNamed, type Attribute, type SchemaDefinition } from '../schema/attribute.js';
import { conformValue, isObject, type ScimObject } from '../schema/conform.js';
import { attributesOf, type ResourceType } from '../schema/schemas.js';
import { readValueFilter, type Filter } from './filter.js';

const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const OPS = ['add', 'remove', 'replace'] as const;

export interface Target {
  extension?: string;
  attribute: Attribute;
  filter?: Filter;
  sub?: Attribute;
}

export interface PatchOperation {
  op: (typeof OPS)[number];
  target: Target;
  value: unknown;
}

/**
 * Reads the operations of a PATCH (RFC 7644, section 3.5.2) in the dialects they come in: any letter case, and one
 * operation for several attributes, whose names may be paths.
 * @throws Problem `invalid_syntax`, `invalid_path`, `no_target`, `read_only`
 */
export function readPatch(body: ScimObject, type: ResourceType): PatchOperation[] {
  const schemas = memberOf(body, 'schemas');
  if (!Array.isArray(schemas) || !schemas.includes(PATCH_SCHEMA))
    throw new Problem('invalid_syntax', `schemas must contain ${PATCH_SCHEMA}.`);
  const operations = operationsIn(body);
  if (operations.length === 0)
    throw new Problem('invalid_syntax', 'Operations must be a list with at least one operation.');
  return operations.flatMap((operation) => readOperation(operation, type));
}

function operationsIn(body: ScimObject): unknown[] {
  const operations = memberOf(body, 'Operations');
  return Array.isArray(operations) ? (operations as unknown[]) : [];
}

/** The names of a message are compared whatever their letter case, as those of attributes are. */
function memberOf(message: ScimObject, name: string): unknown {
  const key = Object.keys(message).find((each) => each.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : message[key];
}

/** The operation that deprovisions a user, if nothing after it says otherwise. Whatever else is in the PATCH may be wrong. */
export function deactivationIn(body: ScimObject, type: ResourceType): PatchOperation | undefined {
  const onActive = operationsIn(body)
    .flatMap((operation) => eachByItself(operation))
    .flatMap((operation) => readable(operation, type))
    .findLast(({ target }) => target.attribute.name === 'active');
  return onActive && isFalse(onActive) ? onActive : undefined;
}

/** An operation without a path as one for each attribute: the others may be wrong. */
function eachByItself(operation: unknown): unknown[] {
  if (!isObject(operation)) return [operation];
  const [op, path, value] = [
    memberOf(operation, 'op'),
    memberOf(operation, 'path'),
    memberOf(operation, 'value'),
  ];
  if (path || !isObject(value)) return [operation];
  return Object.entries(value).map(([key, each]) => ({ op, value: { [key]: each } }));
}

function readable(operation: unknown, type: ResourceType): PatchOperation[] {
  try {
    return readOperation(operation, type);
  } catch (error) {
    if (error instanceof Problem) return [];
    throw error;
  }
}

function isFalse({ op, target, value }: PatchOperation): boolean {
  try {
    return op !== 'remove' && conformValue(value, target.attribute, 'active') === false;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

function readOperation(operation: unknown, type: ResourceType): PatchOperation[] {
  if (!isObject(operation)) throw new Problem('invalid_syntax', 'An operation must be an object.');
  const [given, path, value] = [
    memberOf(operation, 'op'),
    memberOf(operation, 'path'),
    memberOf(operation, 'value'),
  ];
  const named = typeof given === 'string' ? given.toLowerCase() : '';
  const op = OPS.find((each) => each === named);
  if (!op) throw new Problem('invalid_syntax', `op must be one of ${OPS.join(', ')}.`);
  if (op !== 'remove' && value === undefined) throw new Problem('invalid_syntax', `${op} needs a value.`);
  if (typeof path === 'string' && path !== '' && !isSchema(path, type.schema))
    return type.extension && isSchema(path, type.extension)
      ? onExtension(op, value, type)
      : [{ op, target: readPath(path, op, type), value }];
  if (path !== undefined && path !== null && typeof path !== 'string')
    throw new Problem('invalid_path', 'path must be a string.');
  if (op === 'remove') throw new Problem('no_target', 'remove needs a path.');
  if (!isObject(value)) throw new Problem('invalid_syntax', 'Without a path the value must be an object.');
  return Object.entries(value).flatMap(([key, each]) => oneForEach(op, key, each, type));
}

/**
 * An extension as a whole is an attribute under the name of its schema (RFC 7643, section 3.3); the schema of the resource names the
 * resource, as no path does.
 */
function isSchema(path: string, { id }: SchemaDefinition): boolean {
  return path.trim().toLowerCase() === id.toLowerCase();
}

function onExtension(op: PatchOperation['op'], value: unknown, type: ResourceType): PatchOperation[] {
  const { id = '', attributes = [] } = type.extension ?? {};
  if (op === 'remove')
    return attributes.map((attribute) => ({ op, target: { extension: id, attribute }, value: undefined }));
  if (!isObject(value)) throw new Problem('invalid_value', `${id} must be an object.`);
  return oneForEach(op, id, value, type);
}

/** Attributes besides a path are ignored as in a whole resource: unknown ones, and read-only ones. */
function oneForEach(
  op: PatchOperation['op'],
  key: string,
  value: unknown,
  type: ResourceType,
): PatchOperation[] {
  const whole = [type.schema, type.extension].find((schema) => schema && isSchema(key, schema));
  if (whole && isObject(value))
    return Object.entries(value).flatMap(([sub, each]) => oneForEach(op, `${whole.id}:${sub}`, each, type));
  const target = findTarget(key, type);
  if (!target || isReadOnly(target)) return [];
  return [{ op, target, value }];
}

function readPath(path: string, op: PatchOperation['op'], type: ResourceType): Target {
  const target = findTarget(path, type);
  if (!target) throw new Problem('invalid_path', 'The path does not name an attribute of the resource.');
  const { attribute } = target;
  if (isReadOnly(target)) throw new Problem('read_only', `${attribute.name} cannot be changed.`);
  if (op === 'remove' && attribute.required)
    throw new Problem('read_only', `${attribute.name} is required and cannot be removed.`);
  return target;
}

function isReadOnly({ attribute, sub }: Target): boolean {
  return attribute.mutability === 'readOnly' || sub?.mutability === 'readOnly';
}

/** The schema before the attribute, the attribute, a filter, a sub-attribute. */
const PATH =
  /^(?:(?<schema>urn:[\w:.-]+):)?(?<name>\$?[A-Za-z][\w$-]*)(?:\[(?<filter>.*)\])?(?:\.(?<sub>\$?[A-Za-z][\w$-]*))?$/is;

function findTarget(path: string, type: ResourceType): Target | undefined {
  const { schema, extension } = type;
  const groups = PATH.exec(path.trim())?.groups;
  if (!groups) return undefined;
  const prefix = groups['schema']?.toLowerCase();
  const inExtension = extension !== undefined && prefix === extension.id.toLowerCase();
  if (prefix !== undefined && !inExtension && prefix !== schema.id.toLowerCase()) return undefined;
  const attributes = inExtension ? extension.attributes : attributesOf(type);
  const attribute = attributeNamed(attributes, groups['name'] ?? '');
  if (!attribute) return undefined;
  const sub = groups['sub'] === undefined ? undefined : findSub(attribute, groups['sub']);
  if (groups['sub'] !== undefined && !sub) return undefined;
  const { filter } = groups;
  if (filter !== undefined && !attribute.subAttributes) return undefined;
  return {
    ...(inExtension && { extension: extension.id }),
    attribute,
    ...(filter !== undefined && { filter: readValueFilter(filter, attribute) }),
    ...(sub && { sub }),
  };
}

function findSub({ subAttributes = [] }: Attribute, name: string): Attribute | undefined {
  return attributeNamed(subAttributes, name);
}
