import { Tokens } from './tokens.js';
import { compare, invalid, isEqual, notModelled, sizeOf, typeOf, type Item, type Value } from './values.js';

/** What the placeholders of a request stand for. */
export interface Placeholders {
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Item;
}

export type Path = (string | number)[];
/** A path or a value, as written. */
export type Operand = (item: Item, given: Placeholders) => Value | undefined;
export type Condition = (item: Item, given: Placeholders) => boolean;
/** With its placeholders, as written. */
type WrittenPath = readonly (string | number)[];

export function nameOf(written: string, { ExpressionAttributeNames: names }: Placeholders): string {
  if (!written.startsWith('#')) return written;
  return (
    names?.[written] ??
    invalid(
      `An expression attribute name used in the document path is not defined; attribute name: ${written}`,
    )
  );
}

export function valueOf(written: string, { ExpressionAttributeValues: values }: Placeholders): Value {
  return (
    values?.[written] ??
    invalid(`An expression attribute value used in expression is not defined; attribute value: ${written}`)
  );
}

export function readPath(tokens: Tokens): WrittenPath {
  const path: (string | number)[] = [tokens.take()];
  for (;;)
    if (tokens.has('.')) path.push(tokens.take());
    else if (tokens.has('[')) {
      path.push(Number(tokens.take()));
      tokens.require(']');
    } else return path;
}

export function resolvePath(written: WrittenPath, given: Placeholders): Path {
  return written.map((step) => (typeof step === 'number' ? step : nameOf(step, given)));
}

/** What is stored at a path; undefined if nothing is, or something else leads there. */
export function at(item: Item, path: Path): Value | undefined {
  let value: Value | undefined = { M: item };
  for (const step of path) {
    if (value === undefined) return undefined;
    value =
      typeof step === 'number'
        ? value.L?.[step]
        : value.M && Object.hasOwn(value.M, step)
          ? value.M[step]
          : undefined;
  }
  return value;
}

export function pathOperand(tokens: Tokens): Operand {
  const written = readPath(tokens);
  const [only, ...others] = written as [string];
  if (others.length > 0) return (item, given) => at(item, resolvePath(written, given));
  return (item, given) => {
    const name = nameOf(only, given);
    return Object.hasOwn(item, name) ? item[name] : undefined;
  };
}

function operand(tokens: Tokens): Operand {
  if (tokens.next?.startsWith(':')) {
    const written = tokens.take();
    return (_, given) => valueOf(written, given);
  }
  if (tokens.next === 'size' && tokens.afterNext === '(') {
    const [of] = argumentsOf(tokens);
    return (item, given) => {
      const value = of?.(item, given);
      return value && { N: String(lengthOf(value)) };
    };
  }
  return pathOperand(tokens);
}

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.OperatorsAndFunctions.html */
function lengthOf(value: Value): number {
  const many = value.L ?? value.SS ?? value.NS ?? value.BS;
  if (many) return many.length;
  return value.M ? Object.keys(value.M).length : sizeOf(value);
}

/** The name of a function and its arguments. */
function argumentsOf(tokens: Tokens): Operand[] {
  tokens.take();
  tokens.require('(');
  const all = tokens.list(() => operand(tokens));
  tokens.require(')');
  return all;
}

const FUNCTIONS: Record<string, (a: Value | undefined, b: Value | undefined) => boolean> = {
  attribute_exists: (a) => a !== undefined,
  attribute_not_exists: (a) => a === undefined,
  attribute_type: (a, b) => a !== undefined && typeOf(a) === b?.S,
  begins_with: (a, b) => a?.S !== undefined && b?.S !== undefined && a.S.startsWith(b.S),
  contains(a, b) {
    if (a?.S !== undefined) return b?.S !== undefined && a.S.includes(b.S);
    if (a?.L) return a.L.some((each) => isEqual(each, b));
    return (a?.SS?.includes(b?.S ?? '') ?? a?.NS?.some((each) => Number(each) === Number(b?.N))) === true;
  },
};

const COMPARISONS: Record<string, (order: number) => boolean> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

function inOrder(a: Value | undefined, b: Value | undefined, holds: (order: number) => boolean): boolean {
  const order = a && b && compare(a, b);
  return order !== undefined && holds(order);
}

function term(tokens: Tokens): Condition {
  if (tokens.has('NOT')) {
    const negated = term(tokens);
    return (item, given) => !negated(item, given);
  }
  if (tokens.has('(')) {
    const inner = disjunction(tokens);
    tokens.require(')');
    return inner;
  }
  const called = FUNCTIONS[tokens.next ?? ''];
  if (called && tokens.afterNext === '(') {
    const [a, b] = argumentsOf(tokens);
    return (item, given) => called(a!(item, given), b?.(item, given));
  }
  return comparison(tokens);
}

function comparison(tokens: Tokens): Condition {
  const left = operand(tokens);
  if (tokens.has('BETWEEN')) {
    const low = operand(tokens);
    tokens.require('AND');
    const high = operand(tokens);
    return (item, given) => {
      const value = left(item, given);
      return (
        inOrder(value, low(item, given), (order) => order >= 0) &&
        inOrder(value, high(item, given), (order) => order <= 0)
      );
    };
  }
  if (tokens.has('IN')) {
    tokens.require('(');
    const among = tokens.list(() => operand(tokens));
    tokens.require(')');
    return (item, given) => {
      const value = left(item, given);
      return value !== undefined && among.some((each) => isEqual(value, each(item, given)));
    };
  }
  const operator = tokens.take();
  const right = operand(tokens);
  const holds = COMPARISONS[operator];
  if (holds) return (item, given) => inOrder(left(item, given), right(item, given), holds);
  if (operator === '=')
    return (item, given) => {
      const value = left(item, given);
      return value !== undefined && isEqual(value, right(item, given));
    };
  if (operator === '<>') return (item, given) => !isEqual(left(item, given), right(item, given));
  return notModelled(`operator ${operator}`);
}

function conjunction(tokens: Tokens): Condition {
  const all = [term(tokens)];
  while (tokens.has('AND')) all.push(term(tokens));
  return all.length === 1 ? all[0]! : (item, given) => all.every((each) => each(item, given));
}

function disjunction(tokens: Tokens): Condition {
  const all = [conjunction(tokens)];
  while (tokens.has('OR')) all.push(conjunction(tokens));
  return all.length === 1 ? all[0]! : (item, given) => all.some((each) => each(item, given));
}

/** Keeps what it makes of an expression: the product sends few, again and again. */
export function compiled<T>(compile: (tokens: Tokens) => T): (expression: string) => T {
  const known = new Map<string, T>();
  return (expression) => {
    let made = known.get(expression);
    if (made === undefined) {
      const tokens = new Tokens(expression);
      made = compile(tokens);
      if (!tokens.isAtEnd) invalid(`Syntax error; token: ${tokens.next}`);
      known.set(expression, made);
    }
    return made;
  };
}

export const conditionOf = compiled(disjunction);

export const projectionOf = compiled((tokens) => tokens.list(() => readPath(tokens)));

/** An item with only what is at some paths. */
export function project(item: Item, paths: readonly WrittenPath[], given: Placeholders): Item {
  const result: Item = {};
  for (const written of paths) {
    const path = resolvePath(written, given);
    const value = at(item, path);
    if (value === undefined) continue;
    let target = result;
    for (const [index, step] of path.entries()) {
      if (typeof step === 'number') notModelled('projection of an entry of a list');
      else if (index === path.length - 1) target[step] = value;
      else target = (target[step] ??= { M: {} }).M!;
    }
  }
  return result;
}

/** The parts of a key condition: `partition = :p`, and what is required of the sort key. */
export interface KeyCondition {
  names: string[];
  condition: Condition;
  /** For a range over the sort key; as written. */
  low?: string;
  high?: string;
}

/** `#0 = :0 AND #1 BETWEEN :1 AND :2`, `… AND #1 >= :1`, `… AND #1 = :1`, `… AND begins_with(#1, :1)`. */
export const keyConditionOf = compiled((tokens): KeyCondition & { partition: string } => {
  const [partitionName] = readPath(tokens) as [string];
  tokens.require('=');
  const partition = tokens.take();
  const result = { names: [partitionName], condition: () => true, partition };
  if (!tokens.has('AND')) return result;
  if (tokens.next === 'begins_with') {
    const sortName = tokens.peek(2)!;
    const [a, b] = argumentsOf(tokens);
    const condition: Condition = (item, given) => FUNCTIONS['begins_with']!(a!(item, given), b!(item, given));
    return { ...result, names: [partitionName, sortName], condition };
  }
  const sortName = tokens.next!;
  const bounds = boundsAhead(tokens);
  return { ...result, names: [partitionName, sortName], condition: comparison(tokens), ...bounds };
});

function boundsAhead(tokens: Tokens): { low?: string; high?: string } {
  const [operator, value, upTo] = [tokens.peek(1)?.toUpperCase(), tokens.peek(2), tokens.peek(4)];
  if (operator === 'BETWEEN') return { low: value!, high: upTo! };
  if (operator === '=') return { low: value!, high: value! };
  if (operator === '>' || operator === '>=') return { low: value! };
  return operator === '<' || operator === '<=' ? { high: value! } : {};
}
