import { isIPv4, isIPv6 } from 'node:net';
import { BusError } from '../state/wire.js';

/** Tests one value of an event. `undefined` means a missing field. */
export type ValueMatcher = (value: unknown) => boolean;

type Leaf = string | number | boolean | null;

export function invalidPattern(reason: string): BusError {
  return new BusError('InvalidEventPatternException', `Event pattern is not valid. Reason: ${reason}`);
}

export function valueMatcher(element: unknown): ValueMatcher {
  if (isLeaf(element)) return (value) => value === element;
  if (typeof element !== 'object' || element === null || Array.isArray(element))
    throw invalidPattern('Match value must be String, number, true, false, or null');
  const [[operator, operand] = [], ...more] = Object.entries(element) as [string, unknown][];
  if (operator === undefined || more.length > 0)
    throw invalidPattern('Only one key allowed in match expression');
  const make = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined;
  if (!make) throw invalidPattern(`Unrecognized match type ${operator}`);
  return make(operand);
}

const OPERATORS: Record<string, (operand: unknown) => ValueMatcher> = {
  prefix: (operand) => textOrIgnoringCase('prefix', operand, (text, start) => text.startsWith(start)),
  suffix: (operand) => textOrIgnoringCase('suffix', operand, (text, end) => text.endsWith(end)),
  'equals-ignore-case': (operand) => {
    const expected = requireText('equals-ignore-case', operand).toLowerCase();
    return (value) => typeof value === 'string' && value.toLowerCase() === expected;
  },
  wildcard: (operand) => {
    const expression = wildcard(requireText('wildcard', operand));
    return (value) => typeof value === 'string' && expression.test(value);
  },
  'anything-but': anythingBut,
  numeric,
  cidr,
  exists: (operand) => {
    if (typeof operand !== 'boolean')
      throw invalidPattern('exists match pattern must be either true or false.');
    return (value) => (value !== undefined) === operand;
  },
};

const NEGATABLE = ['prefix', 'suffix', 'equals-ignore-case', 'wildcard'];

/** A field that exists and equals none of the values, or matches none of the operators. */
function anythingBut(operand: unknown): ValueMatcher {
  if (typeof operand === 'object' && operand !== null && !Array.isArray(operand)) {
    const [[operator = '', inner] = []] = Object.entries(operand) as [string, unknown][];
    if (!NEGATABLE.includes(operator)) throw invalidPattern(`Unsupported anything-but pattern: ${operator}`);
    const inners: unknown[] = Array.isArray(inner) ? inner : [inner];
    const matchers = inners.map((each) => valueMatcher({ [operator]: each }));
    if (matchers.length === 0) throw invalidPattern('Empty arrays are not allowed');
    return (value) => typeof value === 'string' && !matchers.some((matches) => matches(value));
  }
  const values: unknown[] = Array.isArray(operand) ? operand : [operand];
  if (values.length === 0) throw invalidPattern('Empty arrays are not allowed');
  const [first] = values;
  if (
    !values.every(
      (value) => (typeof value === 'string' || typeof value === 'number') && typeof value === typeof first,
    )
  )
    throw invalidPattern('Inside anything-but list, either all values are numbers or all are strings');
  return (value) => value !== undefined && !values.includes(value);
}

const COMPARISONS: Record<string, (value: number, bound: number) => boolean> = {
  '=': (value, bound) => value === bound,
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
  '>': (value, bound) => value > bound,
  '>=': (value, bound) => value >= bound,
};
/** https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-pattern-operators.html */
const NUMERIC_LIMIT = 5e9;

function numeric(operand: unknown): ValueMatcher {
  if (!Array.isArray(operand) || (operand.length !== 2 && operand.length !== 4))
    throw invalidPattern('Value of numeric must be an array of one or two comparisons.');
  const bounds: ((value: number) => boolean)[] = [];
  for (let at = 0; at < operand.length; at += 2) {
    const [operator, bound] = operand.slice(at, at + 2) as [unknown, unknown];
    const compare = typeof operator === 'string' ? COMPARISONS[operator] : undefined;
    if (!compare) throw invalidPattern(`Unrecognized numeric range operator: ${String(operator)}`);
    if (typeof bound !== 'number' || Math.abs(bound) > NUMERIC_LIMIT)
      throw invalidPattern('Value of numeric comparisons must be a number from -5.0e9 to 5.0e9');
    bounds.push((value) => compare(value, bound));
  }
  return (value) => typeof value === 'number' && bounds.every((holds) => holds(value));
}

function cidr(operand: unknown): ValueMatcher {
  const [address = '', length] = requireText('cidr', operand).split('/');
  const network = toBits(address);
  const bits = Number(length);
  if (!network || !Number.isInteger(bits) || bits < 0 || bits > network.length)
    throw invalidPattern(`Malformed CIDR, one '/' required: ${String(operand)}`);
  return (value) => {
    const candidate = typeof value === 'string' ? toBits(value) : undefined;
    return candidate?.length === network.length && candidate.startsWith(network.slice(0, bits));
  };
}

function toBits(address: string): string | undefined {
  if (isIPv4(address))
    return address
      .split('.')
      .map((part) => Number(part).toString(2).padStart(8, '0'))
      .join('');
  if (!isIPv6(address) || address.includes('.')) return undefined;
  const [head = '', tail] = address.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const missing = 8 - groups(head).length - groups(tail ?? '').length;
  const all =
    tail === undefined
      ? groups(head)
      : [...groups(head), ...Array<string>(missing).fill('0'), ...groups(tail)];
  return all.map((group) => parseInt(group, 16).toString(2).padStart(16, '0')).join('');
}

/** `*` matches any characters; `\*` and `\\` match themselves. */
function wildcard(text: string): RegExp {
  let expression = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '*') {
      if (text.charAt(at + 1) === '*') throw invalidPattern('Consecutive wildcard characters');
      expression += '[\\s\\S]*';
    } else if (character === '\\') {
      at += 1;
      if (!['*', '\\'].includes(text.charAt(at))) throw invalidPattern('Invalid escape character');
      expression += `\\${text.charAt(at)}`;
    } else expression += character.replace(/[.+?^${}()|[\]/]/, '\\$&');
  }
  return new RegExp(`^${expression}$`);
}

function textOrIgnoringCase(
  operator: string,
  operand: unknown,
  matches: (text: string, part: string) => boolean,
): ValueMatcher {
  const inner = (operand as Record<string, unknown> | null)?.['equals-ignore-case'];
  if (typeof operand === 'object' && inner !== undefined) {
    const part = requireText(operator, inner).toLowerCase();
    return (value) => typeof value === 'string' && matches(value.toLowerCase(), part);
  }
  const part = requireText(operator, operand);
  return (value) => typeof value === 'string' && matches(value, part);
}

function requireText(operator: string, operand: unknown): string {
  if (typeof operand !== 'string') throw invalidPattern(`${operator} match pattern must be a string`);
  if (operand === '' && operator !== 'equals-ignore-case')
    throw invalidPattern(`Null ${operator} not allowed`);
  return operand;
}

function isLeaf(value: unknown): value is Leaf {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
