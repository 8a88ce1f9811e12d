import type { AttributesOf, Item, Typed } from '../../definitions/entity-types.js';
import type { EntityModel } from '../../model/model.js';
import { stepsOf } from '../../expressions/expression.js';
import type { Leaf, NestedPath } from '../../expressions/paths.js';

/** What a read can select: attributes, and paths within them. */
export type Selectable<E extends Typed> = (keyof Item<E> & string) | NestedPath<AttributesOf<E>>;

/** What is left of the paths that go on after a name or a position; an empty text for one that ends there. */
type After<P, Name extends string> = P extends Name
  ? ''
  : P extends `${Name}${infer Rest}`
    ? Rest extends `.${string}` | `[${string}`
      ? Rest
      : never
    : never;
type AfterPosition<P> = P extends `[${number}]${infer Rest}` ? Rest : never;
type AfterDot<P> = P extends `.${infer Rest}` ? Rest : never;

type Part<Value, P> = '' extends P
  ? Value
  : Value extends Leaf
    ? Value
    : Value extends readonly (infer Entry)[]
      ? Part<Entry, AfterPosition<P>>[] | undefined
      : OrNothing<Parts<Value, AfterDot<P>>>;
/** DynamoDB leaves out a map of which it finds none of the selected members. */
type OrNothing<Value> = object extends Value ? Value | undefined : Value;
type Parts<Value, P> = {
  [Name in keyof Value & string as [After<P, Name>] extends [never] ? never : Name]: Part<
    Value[Name],
    After<P, Name>
  >;
};

/** An item with only what was selected: of a map the named members, of a list the named entries, without gaps. */
export type Selected<E extends Typed, S> = [S] extends [never] ? Item<E> : Parts<Item<E>, S>;

type Path = readonly (string | number)[];

/** Without those within another, which DynamoDB refuses. */
export function distinctPaths({ attributes }: EntityModel, select: readonly string[]): string[] {
  const texts = new Map(select.map((path) => [JSON.stringify(stepsOf(path, attributes)), path]));
  return [...texts]
    .filter(([text]) => ![...texts.keys()].some((other) => text.startsWith(`${other.slice(0, -1)},`)))
    .map(([, path]) => path);
}

type Values = Record<string, unknown>;

/** Takes what was selected out of items, which were read whole or in part. Made once for a query. */
export function selector(
  { attributes }: EntityModel,
  select: readonly string[],
  isWhole: boolean,
): (item: Values) => Values {
  const paths = select.map((path) => stepsOf(path, attributes));
  if (isWhole && paths.some((path) => path.length > 1))
    return (item) => (partOf(item, paths) ?? {}) as Values;
  const names = [...new Set(paths.map(([name]) => name as string))];
  return (item) => {
    const selected: Values = {};
    for (const name of names) if (item[name] !== undefined) selected[name] = item[name];
    return selected;
  };
}

/** As DynamoDB does it: entries of a list without gaps, and nothing of what holds none of the paths. */
function partOf(value: unknown, paths: readonly Path[]): unknown {
  if (paths.some((path) => path.length === 0) || typeof value !== 'object' || value === null) return value;
  const names = [...new Set(paths.map(([name]) => name as string))];
  const parts = names
    .map((name) => [name, after(value, name, paths)] as const)
    .filter(([, part]) => part !== undefined);
  if (parts.length === 0) return undefined;
  if (!Array.isArray(value)) return Object.fromEntries(parts);
  return parts.sort(([a], [b]) => Number(a) - Number(b)).map(([, part]) => part);
}

function after(value: object, name: string, paths: readonly Path[]): unknown {
  const rest = paths.filter(([first]) => first === name).map((path) => path.slice(1));
  return partOf((value as Record<string, unknown>)[name], rest);
}
