import {
  at,
  compiled,
  pathOperand,
  readPath,
  resolvePath,
  valueOf,
  type Operand,
  type Path,
  type Placeholders,
} from './expressions.js';
import type { Tokens } from './tokens.js';
import { invalid, isEqual, notModelled, typeOf, type Item, type Value } from './values.js';

/** Changes a draft of an item; `before` is the item that all operands are read from. */
type Action = (draft: Item, before: Item, given: Placeholders) => void;

const PATH_MISSING = 'The document path provided in the update expression is invalid for update';

function setOperand(tokens: Tokens): Operand {
  const first = singleOperand(tokens);
  const sign = tokens.has('+') ? 1 : tokens.has('-') ? -1 : 0;
  if (sign === 0) return first;
  const second = singleOperand(tokens);
  return (item, given) => {
    const [a, b] = [required(first(item, given)), required(second(item, given))];
    if (a.N === undefined || b.N === undefined)
      return invalid('An operand in the update expression has an incorrect data type');
    return { N: String(Number(a.N) + sign * Number(b.N)) };
  };
}

function required(value: Value | undefined): Value {
  return value ?? invalid('The provided expression refers to an attribute that does not exist in the item');
}

function singleOperand(tokens: Tokens): Operand {
  if (tokens.next?.startsWith(':')) {
    const written = tokens.take();
    return (_, given) => valueOf(written, given);
  }
  if (tokens.afterNext !== '(') {
    const path = pathOperand(tokens);
    return (item, given) => required(path(item, given));
  }
  const name = tokens.take();
  tokens.require('(');
  const isPathFirst = name === 'if_not_exists';
  const first = isPathFirst ? pathOperand(tokens) : singleOperand(tokens);
  tokens.require(',');
  const second = singleOperand(tokens);
  tokens.require(')');
  if (isPathFirst) return (item, given) => first(item, given) ?? second(item, given);
  if (name !== 'list_append') return notModelled(`function ${name}`);
  return (item, given) => {
    const [a, b] = [first(item, given), second(item, given)];
    if (!a?.L || !b?.L) return invalid('An operand in the update expression has an incorrect data type');
    return { L: [...a.L, ...b.L] };
  };
}

/** Puts a value at a path of a draft, whose maps and lists are copied on the way; undefined removes. */
function put(draft: Item, path: Path, value: Value | undefined): void {
  const [first, ...rest] = path as [string, ...Path];
  if (rest.length === 0) {
    if (value) draft[first] = value;
    else delete draft[first];
  } else draft[first] = putInside(draft[first], rest, value);
}

function putInside(container: Value | undefined, [step, ...rest]: Path, value: Value | undefined): Value {
  if (typeof step === 'number') {
    if (!container?.L) return invalid(PATH_MISSING);
    const entries = [...container.L];
    if (rest.length > 0) entries[step] = putInside(entries[step], rest, value);
    else if (value) entries[Math.min(step, entries.length)] = value;
    else entries.splice(step, 1);
    return { L: entries };
  }
  if (!container?.M) return invalid(PATH_MISSING);
  const members = { ...container.M };
  put(members, [step!, ...rest], value);
  return { M: members };
}

function set(tokens: Tokens): Action {
  const path = readPath(tokens);
  tokens.require('=');
  const operand = setOperand(tokens);
  return (draft, before, given) => put(draft, resolvePath(path, given), operand(before, given));
}

function remove(tokens: Tokens): Action {
  const path = readPath(tokens);
  return (draft, before, given) => {
    const resolved = resolvePath(path, given);
    if (at(before, resolved) !== undefined) put(draft, resolved, undefined);
  };
}

function change(changed: (before: Value | undefined, by: Value) => Value | undefined) {
  return (tokens: Tokens): Action => {
    const path = readPath(tokens);
    const written = tokens.take();
    return (draft, before, given) => {
      const resolved = resolvePath(path, given);
      put(draft, resolved, changed(at(before, resolved), valueOf(written, given)));
    };
  };
}

const SETS = ['SS', 'NS', 'BS'] as const;

const add = change((before, by) => {
  if (by.N !== undefined) {
    if (before && before.N === undefined)
      return invalid('An operand in the update expression has an incorrect data type');
    return { N: String(Number(before?.N ?? 0) + Number(by.N)) };
  }
  const type = SETS.find((each) => by[each]) ?? notModelled(`ADD of a ${typeOf(by)}`);
  return { [type]: [...new Set([...(before?.[type] ?? []), ...by[type]!])] };
});

const remains = change((before, by) => {
  const type = SETS.find((each) => by[each]) ?? notModelled(`DELETE of a ${typeOf(by)}`);
  const left = before?.[type]?.filter((each) => !by[type]?.includes(each)) ?? [];
  return left.length > 0 ? { [type]: left } : undefined;
});

const CLAUSES: Record<string, (tokens: Tokens) => Action> = {
  SET: set,
  REMOVE: remove,
  ADD: add,
  DELETE: remains,
};

const actionsOf = compiled((tokens): Action[] => {
  const actions: Action[] = [];
  while (!tokens.isAtEnd) {
    const clause = CLAUSES[tokens.take().toUpperCase()] ?? notModelled('clause of an update');
    actions.push(...tokens.list(() => clause(tokens)));
  }
  // What leaves a list moves its later entries: after all else.
  return actions;
});

/** @param key of an item that may not exist yet */
export function updated(
  before: Item | undefined,
  key: Item,
  expression: string | undefined,
  given: Placeholders,
): Item {
  const draft: Item = { ...(before ?? key) };
  if (expression !== undefined) for (const act of actionsOf(expression)) act(draft, before ?? key, given);
  for (const name in key)
    if (!isEqual(draft[name], key[name]))
      invalid(`Cannot update attribute ${name}. This attribute is part of the key`);
  return draft;
}
