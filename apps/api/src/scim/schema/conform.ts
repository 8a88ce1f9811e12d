import { Problem } from '../../problems/problem.js';
import { attributeNamed, type Attribute } from './attribute.js';
import { attributesOf, type ResourceType } from './schemas.js';

export type ScimObject = Record<string, unknown>;

/** The maximum number of values of one attribute; members have a separate reader. */
export const MAX_VALUES = 100;

/**
 * A client's input according to the schema: names in the schema's spelling, booleans sent as text converted, and unknown,
 * read-only and empty values removed (RFC 7644, section 3.3).
 * @throws Problem `invalid_value`
 */
export function conformResource(input: ScimObject, type: ResourceType): ScimObject {
  requireSchema(input, type);
  const conformed = conformObject(input, attributesOf(type), '');
  const { extension } = type;
  if (!extension) return conformed;
  const key = Object.keys(input).find((each) => each.toLowerCase() === extension.id.toLowerCase());
  const value = key === undefined ? undefined : input[key];
  if (value === undefined || value === null) return conformed;
  if (!isObject(value)) throw invalid(extension.id, 'must be an object');
  const part = conformObject(value, extension.attributes, `${extension.id}:`);
  return Object.keys(part).length === 0 ? conformed : { ...conformed, [extension.id]: part };
}

/** A resource that declares another type is refused. Some declare no schema, or an additional unknown one. */
function requireSchema({ schemas }: ScimObject, { schema }: ResourceType): void {
  if (!Array.isArray(schemas) || schemas.length === 0) return;
  const isNamed = (schemas as unknown[]).some(
    (each) => String(each).toLowerCase() === schema.id.toLowerCase(),
  );
  if (!isNamed) throw invalid('schemas', `must contain ${schema.id}`);
}

function conformObject(input: ScimObject, attributes: readonly Attribute[], prefix: string): ScimObject {
  // Names of attributes are compared whatever their letter case: JSON itself sees no duplicate there.
  const seen = new Set<string>();
  const entries = Object.entries(input).flatMap(([key, value]): [string, unknown][] => {
    const attribute = attributeNamed(attributes, key);
    if (!attribute || attribute.mutability === 'readOnly') return [];
    if (seen.has(attribute.name)) throw invalid(`${prefix}${attribute.name}`, 'is given twice');
    seen.add(attribute.name);
    const conformed = conformValue(value, attribute, `${prefix}${attribute.name}`);
    return conformed === undefined ? [] : [[attribute.name, conformed]];
  });
  return Object.fromEntries(entries);
}

/** @returns undefined for values that mean nothing: null, an empty list or object (RFC 7643, section 2.5) */
export function conformValue(value: unknown, attribute: Attribute, path: string): unknown {
  if (value === null || value === undefined) return undefined;
  if (!attribute.multiValued) return conformSingle(onlyOne(value), attribute, path);
  const list = Array.isArray(value) ? (value as unknown[]) : [value];
  if (list.length > MAX_VALUES) throw invalid(path, `must have at most ${MAX_VALUES} values`);
  const conformed = list.map((each) => conformSingle(each, attribute, path));
  const present = conformed.filter((each) => each !== undefined);
  return present.length === 0 ? undefined : present;
}

/** Microsoft's older dialect wraps single values: `[{"$ref": null, "value": "False"}]`. */
function onlyOne(value: unknown): unknown {
  if (!Array.isArray(value) || value.length !== 1) return value;
  const [only] = value as unknown[];
  return isObject(only) && 'value' in only && Object.keys(only).every((key) => /^(\$ref|value)$/.test(key))
    ? only['value']
    : only;
}

function conformSingle(value: unknown, attribute: Attribute, path: string): unknown {
  switch (attribute.type) {
    case 'boolean':
      return asBoolean(value, path);
    case 'complex': {
      const object = isObject(value) ? value : valueOnly(value, attribute, path);
      const conformed = conformObject(object, attribute.subAttributes ?? [], `${path}.`);
      return Object.keys(conformed).length === 0 ? undefined : conformed;
    }
    case 'string':
    case 'reference':
      if (value === null || value === '') return undefined;
      if (typeof value !== 'string') throw invalid(path, 'must be a string');
      return value;
    default:
      return attribute.type satisfies never;
  }
}

/** A manager or a role is often sent as its value alone. */
function valueOnly(value: unknown, { subAttributes = [] }: Attribute, path: string): ScimObject {
  if (value === null) return {};
  if (typeof value === 'string' && attributeNamed(subAttributes, 'value')) return { value };
  throw invalid(path, 'must be an object');
}

function asBoolean(value: unknown, path: string): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  throw invalid(path, 'must be true or false');
}

export function isObject(value: unknown): value is ScimObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function invalid(path: string, what: string): Problem {
  return new Problem('invalid_value', `${path} ${what}.`);
}
