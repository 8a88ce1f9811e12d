import { parse, type Filter } from 'scim2-parse-filter';
import { fold } from '#libs/domain';
import { Problem } from '../../problems/problem.js';
import { attributeNamed, type Attribute } from '../schema/attribute.js';
import { isObject } from '../schema/conform.js';
import { attributesOf, type ResourceType } from '../schema/schemas.js';

export type { Filter };
export type Comparison = Extract<Filter, { compValue: unknown }>;

const LONGEST_FILTER = 2_000;
const DEEPEST_FILTER = 20;
/** Microsoft's documentation shows `externalId eq jyoung`, without quotes. */
const UNQUOTED = /^\s*([\w$:.-]+)\s+(eq)\s+([^\s"()[\]]+)\s*$/i;
const LITERAL = /^(true|false|null|-?\d+(\.\d+)?)$/;

/** RFC 7644, section 3.4.2.2, with the attributes named as the schema names them. @throws Problem `invalid_filter` */
export function readFilter(text: string, type: ResourceType): Filter {
  return withKnownNames(parsed(quoted(text)), (path) => pathInFilter(path, type));
}

/** The filter inside of `emails[…]`: its names are those of the sub-attributes. */
export function readValueFilter(text: string, attribute: Attribute): Filter {
  return withKnownNames(parsed(text), subNamed(attribute));
}

function quoted(text: string): string {
  const [, path, operator, value] = UNQUOTED.exec(text) ?? [];
  return value === undefined || LITERAL.test(value) ? text : `${path} ${operator} "${value}"`;
}

/**
 * The parser knows no other escape than that of a quotation mark: it is given the numbers of the strings in their place. Nor does it
 * know the `$` of `$ref`.
 */
function parsed(text: string): Filter {
  const strings: string[] = [];
  const plain = text.replace(STRING, (literal) => `"${strings.push(stringOf(literal)) - 1}"`);
  if (strings.some((string) => LONE_SURROGATE.test(string)))
    throw new Problem('invalid_filter', 'A string in the filter has a lone surrogate.');
  if (text.length > LONGEST_FILTER || (plain.match(/[([]|\bnot\b/gi) ?? []).length > DEEPEST_FILTER)
    throw new Problem('invalid_filter', 'The filter is too long.');
  try {
    return withStrings(parse(plain.replaceAll('$', DOLLAR)), strings);
  } catch (error) {
    throw new Problem('invalid_filter', 'The filter is not valid: see RFC 7644, section 3.4.2.2.', {
      cause: error,
    });
  }
}

/** None of our texts has one, and no key can contain it. */
const LONE_SURROGATE = /\p{Surrogate}/u;
const DOLLAR = '_%24';
const STRING = /"(?:[^"\\]|\\.)*"/gs;

/** A JSON string. Some clients send an unescaped backslash, as in `"DOMAIN\user"`, or a line break. */
function stringOf(literal: string): string {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return literal.slice(1, -1).replaceAll('\\"', '"');
  }
}

function withStrings(filter: Filter, strings: readonly string[]): Filter {
  if ('filters' in filter)
    return { ...filter, filters: filter.filters.map((each) => withStrings(each, strings)) };
  if (filter.op === 'not') return { ...filter, filter: withStrings(filter.filter, strings) };
  const attrPath = filter.attrPath.replaceAll(DOLLAR, '$');
  if (filter.op === '[]') return { ...filter, attrPath, valFilter: withStrings(filter.valFilter, strings) };
  if (filter.op === 'pr' || typeof filter.compValue !== 'string') return { ...filter, attrPath };
  return { ...filter, attrPath, compValue: strings[Number(filter.compValue)] ?? '' };
}

interface Named {
  name: string;
  attribute: Attribute;
}

function withKnownNames(filter: Filter, nameOf: (path: string) => Named): Filter {
  if ('filters' in filter)
    return { op: filter.op, filters: filter.filters.map((each) => withKnownNames(each, nameOf)) };
  if (filter.op === 'not') return { op: 'not', filter: withKnownNames(filter.filter, nameOf) };
  const { name, attribute } = nameOf(filter.attrPath);
  if (filter.op === 'pr') return { op: 'pr', attrPath: name };
  if (filter.op === '[]')
    return { op: '[]', attrPath: name, valFilter: withKnownNames(filter.valFilter, subNamed(attribute)) };
  return { op: filter.op, attrPath: name, compValue: comparedWith(filter.compValue, attribute) };
}

function subNamed({ name, subAttributes = [] }: Attribute): (path: string) => Named {
  return (path) => {
    const known = attributeNamed(subAttributes, path);
    if (!known) throw new Problem('invalid_filter', `${name} has no ${path}.`);
    return { name: known.name, attribute: known };
  };
}

/** `primary eq "True"` means the boolean. */
function comparedWith(value: Comparison['compValue'], { type }: Attribute): Comparison['compValue'] {
  const isFlag = type === 'boolean' && typeof value === 'string' && /^(true|false)$/i.test(value);
  return isFlag ? value.toLowerCase() === 'true' : value;
}

/** @returns the path with the schema's own names, and without the prefix of the core schema */
function pathInFilter(path: string, type: ResourceType): Named {
  const { schema, extension } = type;
  const inExtension = extension && withoutPrefix(path, extension.id);
  const attributes = inExtension === undefined ? attributesOf(type) : (extension?.attributes ?? []);
  const [first = '', second, ...more] = (inExtension ?? withoutPrefix(path, schema.id) ?? path).split('.');
  const attribute = attributeNamed(attributes, first);
  const sub = second === undefined ? undefined : attributeNamed(attribute?.subAttributes ?? [], second);
  if (!attribute || more.length > 0 || (second !== undefined && !sub))
    throw new Problem('invalid_filter', `There is no attribute ${path}.`);
  const name = [attribute.name, ...(sub ? [sub.name] : [])].join('.');
  const prefix = inExtension === undefined ? '' : `${extension?.id}:`;
  return { name: `${prefix}${name}`, attribute: sub ?? attribute };
}

function withoutPrefix(path: string, schemaId: string): string | undefined {
  const prefix = `${schemaId}:`;
  return path.toLowerCase().startsWith(prefix.toLowerCase()) ? path.slice(prefix.length) : undefined;
}

export function matches(value: unknown, filter: Filter): boolean {
  if ('filters' in filter) {
    const isTrue = (each: Filter) => matches(value, each);
    return filter.op === 'and' ? filter.filters.every(isTrue) : filter.filters.some(isTrue);
  }
  if (filter.op === 'not') return !matches(value, filter.filter);
  const found = valuesAt(value, filter.attrPath);
  if (filter.op === '[]') return found.some((each) => matches(each, filter.valFilter));
  if (filter.op === 'pr') return found.length > 0;
  if (filter.op === 'ne') return !found.some((each) => compares(each, { ...filter, op: 'eq' }));
  return found.some((each) => compares(each, filter));
}

function valuesAt(value: unknown, path: string): unknown[] {
  const colon = path.lastIndexOf(':');
  const steps = colon === -1 ? path.split('.') : [path.slice(0, colon), ...path.slice(colon + 1).split('.')];
  return steps.reduce<unknown[]>(
    (found, step) =>
      found.flatMap((each) => {
        const next = isObject(each) && Object.hasOwn(each, step) ? each[step] : undefined;
        return next === undefined || next === null ? [] : [next].flat();
      }),
    [value],
  );
}

const EXACT_PATHS = new Set(['id', 'externalId', 'value', 'groups.value', 'members.value']);

function compares(found: unknown, { op, attrPath, compValue }: Comparison): boolean {
  // A complex value is represented by its `value` (RFC 7644, section 3.4.2.2).
  const plain = isObject(found) ? found['value'] : found;
  if (typeof plain !== 'string' || typeof compValue !== 'string') return op === 'eq' && plain === compValue;
  const [a, b] = EXACT_PATHS.has(attrPath) ? [plain, compValue] : [fold(plain), fold(compValue)];
  switch (op) {
    case 'eq':
      return a === b;
    case 'ne':
      return a !== b;
    case 'co':
      return a.includes(b);
    case 'sw':
      return a.startsWith(b);
    case 'ew':
      return a.endsWith(b);
    case 'gt':
      return a > b;
    case 'ge':
      return a >= b;
    case 'lt':
      return a < b;
    case 'le':
      return a <= b;
    default:
      return op satisfies never;
  }
}
