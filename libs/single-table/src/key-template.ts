import { SingleTableError } from './errors.js';

/**
 * A key template such as `account:{accountId}` or `v:{version:12}`.
 *
 * `{name}` takes any well-formed, non-empty string; `%` and the delimiters `: # / |` in it are percent-encoded, so
 * that template → key → values is a bijection. `{name:12}` takes a whole number, zero-padded to twelve digits.
 * `{name:iso}` takes an ISO 8601 timestamp in UTC with milliseconds, `{name:date}` a Date; both are fixed in width
 * and stored as they read.
 */
export interface KeyTemplate {
  readonly text: string;
  readonly variables: readonly string[];
  /** The whole key, or undefined when a variable has no value. */
  build(values: Readonly<Record<string, unknown>>): string | undefined;
  /** The part of the key that the given variables fix, from the left. */
  prefix(values: Readonly<Record<string, unknown>>, partial?: Readonly<Record<string, unknown>>): KeyPrefix;
  /** The values in a key, or undefined when the key is not of this template. */
  parse(key: string): Record<string, unknown> | undefined;
}

export interface KeyPrefix {
  text: string;
  /** True when every variable had a value, so that the text is the whole key. */
  complete: boolean;
}

type Segment = { literal: string } | { variable: string; format: Format };

interface Format {
  pattern: string;
  /** Fixed width: needs no delimiter after it. */
  fixed: boolean;
  write(value: unknown, variable: string): string;
  /** Undefined when the text is not what `write` gives. */
  read(text: string): unknown;
}

const DELIMITERS = ':#/|';
const ESCAPED = /[%:#/|]/g;
const LONE_SURROGATE = /\p{Surrogate}/u;
const ISO = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** Percent-encodes what could be taken for a delimiter. Works character by character: a prefix stays a prefix. */
export function escapeKeyValue(value: string): string {
  return value.replace(ESCAPED, (char) => '%' + char.charCodeAt(0).toString(16).toUpperCase());
}

function unescapeKeyValue(text: string): string | undefined {
  const value = text.replace(/%(25|3A|23|2F|7C)/g, (_, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
  return escapeKeyValue(value) === text ? value : undefined;
}

function invalid(variable: string, expected: string): never {
  throw new SingleTableError('InvalidKeyValue', `The key value ${variable} must be ${expected}.`, {
    variable,
  });
}

const textFormat: Format = {
  pattern: `([^${DELIMITERS}]+)`,
  fixed: false,
  write(value, variable) {
    if (typeof value !== 'string' || value === '') return invalid(variable, 'a non-empty string');
    // A lone surrogate becomes U+FFFD in UTF-8: two different values would share a key.
    if (LONE_SURROGATE.test(value)) return invalid(variable, 'well-formed Unicode');
    return escapeKeyValue(value);
  },
  read: unescapeKeyValue,
};

const isoFormat: Format = {
  pattern: '([-0-9]{10}T[:0-9]{8}\\.[0-9]{3}Z)',
  fixed: true,
  write: (value, variable) =>
    typeof value === 'string' && ISO.test(value)
      ? value
      : invalid(variable, 'an ISO 8601 timestamp in UTC with milliseconds'),
  read: (text) => (ISO.test(text) ? text : undefined),
};

const dateFormat: Format = {
  ...isoFormat,
  write: (value, variable) =>
    value instanceof Date && !Number.isNaN(value.getTime())
      ? isoFormat.write(value.toISOString(), variable)
      : invalid(variable, 'a Date from the years 0 to 9999'),
  read: (text) => (ISO.test(text) ? new Date(text) : undefined),
};

function paddedFormat(width: number): Format {
  const limit = 10 ** width;
  return {
    pattern: `([0-9]{${width}})`,
    fixed: true,
    write: (value, variable) =>
      typeof value === 'number' &&
      Number.isInteger(value) &&
      value >= 0 &&
      value < limit &&
      !Object.is(value, -0)
        ? String(value).padStart(width, '0')
        : invalid(variable, `a whole number from 0 to ${limit - 1}`),
    read: Number,
  };
}

function formatOf(name: string | undefined, template: string): Format {
  if (name === undefined) return textFormat;
  if (name === 'iso') return isoFormat;
  if (name === 'date') return dateFormat;
  const width = /^\d{1,2}$/.test(name) ? Number(name) : 0;
  if (width >= 1 && width <= 15) return paddedFormat(width);
  throw new SingleTableError(
    'InvalidDefinition',
    `Unknown format "${name}" in the key template "${template}".`,
    {
      definition: template,
    },
  );
}

function segmentsOf(template: string): Segment[] {
  const fail = (why: string): never => {
    throw new SingleTableError('InvalidDefinition', `The key template "${template}" ${why}.`, {
      definition: template,
    });
  };
  const segments: Segment[] = [];
  for (const part of template.split(/(\{[^{}]*\})/)) {
    if (part === '') continue;
    const variable = /^\{([A-Za-z_$][\w$]*)(?::(\w+))?\}$/.exec(part);
    const before = segments.at(-1);
    if (variable?.[1] !== undefined) {
      if (before && 'variable' in before && !before.format.fixed)
        fail('has two variables without a delimiter between them');
      if (segments.some((segment) => 'variable' in segment && segment.variable === variable[1])) {
        fail(`names ${variable[1]} twice`);
      }
      segments.push({ variable: variable[1], format: formatOf(variable[2], template) });
    } else {
      if (/[{}]/.test(part)) fail('has an unmatched brace');
      if (LONE_SURROGATE.test(part)) fail('is not well-formed Unicode');
      if (before && 'variable' in before && !before.format.fixed && !DELIMITERS.includes(part.charAt(0))) {
        fail(`needs one of ${DELIMITERS} after {${before.variable}}`);
      }
      segments.push({ literal: part });
    }
  }
  if (segments.length === 0) fail('is empty');
  return segments;
}

/** Compiles a template. Throws InvalidDefinition when keys made from it could not be told apart. */
export function compileKeyTemplate(text: string): KeyTemplate {
  const segments = segmentsOf(text);
  const fields = segments.flatMap((segment) => ('variable' in segment ? [segment] : []));
  const source = segments.map((segment) =>
    'variable' in segment ? segment.format.pattern : segment.literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
  );
  const expression = new RegExp(`^${source.join('')}$`, 'u');

  return {
    text,
    variables: fields.map((field) => field.variable),
    build(values) {
      let key = '';
      for (const segment of segments) {
        if ('literal' in segment) key += segment.literal;
        else {
          const value = values[segment.variable];
          if (value === undefined) return undefined;
          key += segment.format.write(value, segment.variable);
        }
      }
      return key;
    },
    prefix(values, partial = {}) {
      let key = '';
      for (const segment of segments) {
        if ('literal' in segment) {
          key += segment.literal;
          continue;
        }
        const { variable, format } = segment;
        if (values[variable] === undefined) {
          const start = partial[variable];
          if (start !== undefined && start !== '') key += textFormat.write(start, variable);
          return { text: key, complete: false };
        }
        key += format.write(values[variable], variable);
      }
      return { text: key, complete: true };
    },
    parse(key) {
      const found = expression.exec(key);
      if (!found) return undefined;
      const values: Record<string, unknown> = {};
      for (const [index, field] of fields.entries()) {
        const value = field.format.read(found[index + 1] as string);
        if (value === undefined) return undefined;
        values[field.variable] = value;
      }
      return values;
    },
  };
}

const utf8 = new TextEncoder();

/** DynamoDB's limits: 2,048 bytes of UTF-8 for a partition key, 1,024 for a sort key. */
export function checkKeyLength(attribute: string, key: string, limit: 2048 | 1024): string {
  // Three bytes a UTF-16 unit is the most UTF-8 takes.
  if (key.length * 3 > limit) {
    const bytes = utf8.encode(key).length;
    if (bytes > limit) {
      throw new SingleTableError(
        'KeyTooLong',
        `${attribute} would be ${bytes} bytes; the limit is ${limit}.`,
        {
          attribute,
          bytes,
          limit,
        },
      );
    }
  }
  return key;
}
