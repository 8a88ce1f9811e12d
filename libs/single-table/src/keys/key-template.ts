import { refuseDefinition, SingleTableError } from '../wire/errors.js';
import { encodeNumber } from '../wire/wire.js';

type Values = Readonly<Record<string, unknown>>;

/**
 * A key template such as `account:{accountId}` or `v:{version:12}`.
 *
 * `{name}` takes any well-formed, non-empty string; `%` and the delimiters `: # / |` in it are percent-encoded, so that
 * template → key → values is a bijection. `{name:12}` takes a whole number, zero-padded to twelve digits. `{name:iso}` takes
 * an ISO 8601 timestamp in UTC with milliseconds, `{name:date}` a Date; both have a fixed width and are stored unchanged.
 *
 * For the keys of existing tables there are `{name:number}`, a number as JavaScript writes it, and three that escape nothing:
 * `{name:raw}`, and `{name:lower}` and `{name:upper}`, which also fold the case, so that a key does not give the value back.
 * They refuse values that contain what follows them in the template.
 *
 * The template of a number key attribute is a single variable.
 */
export interface KeyTemplate {
  readonly text: string;
  readonly variables: readonly string[];
  /** The variables whose case is folded: their values cannot be read back from a key. */
  readonly folded: readonly string[];
  /** Of a key attribute that is a number. */
  readonly isNumber: boolean;
  /** Its literal texts and its variables, in order. */
  readonly segments: readonly Segment[];
  /** The whole key, or undefined when a variable has no value. */
  build(values: Values): string | undefined;
  /** The part of the key that the given variables fix, from the left. */
  prefix(values: Values, partial?: Values): KeyPrefix;
  /** The values in a key, or undefined if the key does not match this template. */
  parse(key: string): Record<string, unknown> | undefined;
}

export interface KeyPrefix {
  text: string;
  /** True if every variable had a value, so that the text is the complete key. */
  complete: boolean;
}

/** What a variable's value is made of in a key: digits, text without delimiters, or anything. */
export type Characters = 'digit' | 'text' | 'any';

/** How a variable's value is written into a key and read back. */
interface Format {
  of: Characters;
  expected: string;
  /** Undefined for values that do not have this format. */
  write(value: unknown): string | undefined;
  read(text: string): unknown;
  /** The number of characters, where it is always the same: such a value needs no delimiter after it. */
  width: number | undefined;
  /** Written as it is: only what follows it in the template ends it. */
  raw: 'exact' | 'folded' | undefined;
}

interface Field {
  variable: string;
  format: Format;
  /** The text that ends a raw value; empty at the end of the template. */
  until: string;
}

type Segment = string | Field;

const ESCAPED = /[%:#/|]/g;
const DELIMITER = /^[:#/|]/;
const LONE_SURROGATE = /\p{Surrogate}/u;
/** Most values: nothing has to be escaped, and there are no lone surrogates. */
const WRITTEN_AS_IT_IS = /^[^%:#/|\uD800-\uDFFF]+$/;

/** Percent-encodes anything that could be mistaken for a delimiter. Works character by character: a prefix stays a prefix. */
export function escapeKeyValue(value: string): string {
  return value.replace(ESCAPED, (char) => '%' + char.charCodeAt(0).toString(16).toUpperCase());
}

function unescapeKeyValue(text: string): string | undefined {
  const value = text.replace(/%(..)/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return escapeKeyValue(value) === text ? value : undefined;
}

const format = (
  of: Characters,
  expected: string,
  write: Format['write'],
  read: Format['read'],
  width?: number,
  raw?: Format['raw'],
): Format => ({ of, expected, write, read, width, raw });

const TEXT = 'a non-empty string of well-formed Unicode';
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && !LONE_SURROGATE.test(value);

const textFormat = format(
  'text',
  TEXT,
  // A lone surrogate becomes U+FFFD in UTF-8: two different values would share a key.
  (value) => {
    if (typeof value === 'string' && WRITTEN_AS_IT_IS.test(value)) return value;
    return isText(value) ? escapeKeyValue(value) : undefined;
  },
  unescapeKeyValue,
);

/** The text, if it is the canonical form of a date in the years 0 to 9999. */
function isoText(text: unknown): string | undefined {
  const time = typeof text === 'string' && text.length === 24 ? Date.parse(text) : NaN;
  return time === time && new Date(time).toISOString() === text ? text : undefined;
}

const rawFormat = (fold: (text: string) => string = String): Format =>
  format(
    'any',
    `${TEXT} without what follows it in the template`,
    (value) => (isText(value) ? fold(value) : undefined),
    (text) => (fold(text) === text ? text : undefined),
    undefined,
    fold === String ? 'exact' : 'folded',
  );

/** Not padded: within a key such a number does not sort; as a number key it is what DynamoDB sorts by. */
const numberFormat = (of: Characters): Format =>
  format(
    of,
    'a number',
    (value) => (typeof value === 'number' ? encodeNumber(value, 'A key value') : undefined),
    (text) => (of === 'any' || String(Number(text)) === text ? Number(text) : undefined),
  );

const paddedFormat = (width: number): Format =>
  format(
    'digit',
    `a whole number of up to ${width} digits`,
    (value) => {
      const text = typeof value === 'number' && !Object.is(value, -0) ? String(value) : '';
      return /^\d+$/.test(text) && text.length <= width ? text.padStart(width, '0') : undefined;
    },
    Number,
    width,
  );

const FORMATS: Readonly<Record<string, Format>> = {
  '': textFormat,
  iso: format('any', 'an ISO 8601 timestamp in UTC with milliseconds', isoText, isoText, 24),
  date: format(
    'any',
    'a Date from the years 0 to 9999',
    (value) => (value instanceof Date ? isoText(value.toJSON()) : undefined),
    (text) => (isoText(text) ? new Date(text) : undefined),
    24,
  ),
  number: numberFormat('text'),
  raw: rawFormat(),
  lower: rawFormat((text) => text.toLowerCase()),
  upper: rawFormat((text) => text.toUpperCase()),
};

function formatOf(name = ''): Format | undefined {
  if (/^([1-9]|1[0-5])$/.test(name)) return paddedFormat(Number(name));
  return Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
}

function segmentsOf(template: string, isNumber: boolean): Segment[] {
  const refuse = (why: string): never => refuseDefinition(template, why);
  if (LONE_SURROGATE.test(template)) refuse('is not well-formed Unicode');
  const names = new Set<string>();
  const segments: Segment[] = [];
  /** The variable of variable width from which the next segment must be told apart. */
  let open: Field | undefined;
  for (const part of template.split(/(\{[^{}]*\})/).filter(Boolean)) {
    const [, variable, formatName] = /^\{([A-Za-z_$][\w$]*)(?::(\w+))?\}$/.exec(part) ?? [];
    if (open && (variable || !(open.format.raw || DELIMITER.test(part))))
      refuse(`needs one of : # / | after {${open.variable}}`);
    if (open) open.until = part;
    open = undefined;
    if (!variable) {
      if (/[{}]/.test(part)) refuse('has an unmatched brace');
      segments.push(part);
      continue;
    }
    if (names.has(variable)) refuse(`names ${variable} twice`);
    names.add(variable);
    const found = isNumber ? numberFormat('any') : formatOf(formatName);
    if (!found) return refuse(`has an unknown format ${formatName}`);
    const field = { variable, format: found, until: '' };
    if (!found.width) open = field;
    segments.push(field);
  }
  if (!segments[0] || (isNumber && (segments[1] || typeof segments[0] === 'string'))) {
    refuse(isNumber ? 'is for a number: it must be one variable' : 'is empty');
  }
  return segments;
}

const patternOf = ({ of, width }: Format) =>
  width ? `(${of === 'digit' ? '[0-9]' : '.'}{${width}})` : of === 'text' ? '([^:#/|]+)' : '([^]+?)';

export function compileKeyTemplate(text: string, isNumber = false): KeyTemplate {
  const segments = segmentsOf(text, isNumber);
  const fields = segments.filter((segment) => typeof segment !== 'string');
  const source = segments.map((segment) =>
    typeof segment === 'string' ? segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : patternOf(segment.format),
  );
  const expression = new RegExp(`^${source.join('')}$`, 'u');
  const prefix = (values: Values, partial: Values = {}): KeyPrefix => {
    let key = '';
    for (const segment of segments) {
      if (typeof segment === 'string') {
        key += segment;
        continue;
      }
      const { variable } = segment;
      const value = values[variable];
      if (value === undefined) {
        const start = partial[variable];
        return { text: start ? key + startOf(segment, start) : key, complete: false };
      }
      key += written(segment, value);
    }
    return { text: key, complete: true };
  };
  return {
    text,
    isNumber,
    segments,
    variables: fields.map((field) => field.variable),
    folded: fields.filter(({ format }) => format.raw === 'folded').map((field) => field.variable),
    prefix,
    build(values) {
      const { text: key, complete } = prefix(values);
      return complete ? key : undefined;
    },
    parse(key) {
      const found = expression.exec(key);
      if (!found) return undefined;
      const values: Record<string, unknown> = {};
      for (const [index, { variable, format }] of fields.entries()) {
        values[variable] = format.read(found[index + 1] as string);
        if (values[variable] === undefined) return undefined;
      }
      return values;
    },
  };
}

/** The start of a value: of a text escaped, of a timestamp and of a raw text unchanged. */
function startOf(field: Field, start: unknown): string {
  const { format } = field;
  const isTime = format.read === isoText && typeof start === 'string' && /^[-0-9T:.Z]*$/.test(start);
  return isTime ? start : written({ ...field, format: format.raw ? format : textFormat }, start);
}

function written({ format, variable, until }: Field, value: unknown): string {
  const text = format.write(value);
  const isEnded = !format.raw || until === '' || `${text}${until}`.indexOf(until) === text?.length;
  if (text !== undefined && isEnded) return text;
  throw new SingleTableError('InvalidKeyValue', `The key value ${variable} must be ${format.expected}.`, {
    variable,
  });
}

export function checkKeyLength(attribute: string, key: string, limit: number): string {
  // UTF-8 needs at most three bytes per UTF-16 unit.
  const bytes = key.length * 3 > limit ? Buffer.byteLength(key) : 0;
  if (bytes > limit) {
    throw new SingleTableError('KeyTooLong', `${attribute} would be ${bytes} bytes; the limit is ${limit}.`, {
      attribute,
      bytes,
      limit,
    });
  }
  return key;
}
