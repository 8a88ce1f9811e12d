import type { AnyPacked, AttributeMap } from '../definitions/attribute-types.js';

/** What has no paths within it. */
export type Leaf =
  | string
  | number
  | bigint
  | boolean
  | symbol
  | null
  | undefined
  | Date
  | Uint8Array
  | ReadonlySet<unknown>
  | ReadonlyMap<unknown, unknown>;

/** How far paths are typed: a type may contain itself. */
type Levels = [1, 1, 1, 1];

/** The paths within a value, each with the type at it and whether it can be removed, as `[path, type, removable]`. */
type Within<P extends string, Value, Left extends readonly unknown[]> = unknown extends Value
  ? Untyped<P>
  : Left extends readonly [unknown, ...infer Rest]
    ? Value extends Leaf
      ? never
      : Value extends readonly (infer Entry)[]
        ? At<`${P}[${number}]`, Entry, Rest, true>
        : string extends keyof Value
          ? Value[keyof Value] extends Leaf
            ? [`${P}.${string}`, Value[keyof Value], true]
            : Untyped<P>
          : {
              [K in keyof Value & string]-?: At<
                `${P}.${K}`,
                Exclude<Value[K], undefined>,
                Rest,
                object extends Pick<Value, K> ? true : false
              >;
            }[keyof Value & string]
    : Untyped<P>;
type Untyped<P extends string> = [`${P}${'.' | '['}${string}`, unknown, true];
type At<P extends string, Value, Left extends readonly unknown[], CanGo> =
  [P, Value, CanGo] | Within<P, Value, Left>;

/** The attributes that are stored on their own. */
export type Single<A extends AttributeMap> = {
  [K in keyof A & string]: A[K]['~access'] extends AnyPacked ? never : K;
}[keyof A & string];

type PathsOf<A extends AttributeMap> = {
  [K in Single<A>]: Within<K, A[K]['~value'], Levels>;
}[Single<A>];

/** The types at the paths within maps and lists: `address.city`, `tags[0]`. */
export type Nested<A extends AttributeMap> = { [Pair in PathsOf<A> as Pair[0]]?: Pair[1] };

/** The paths within attributes that an update can remove: optional members of maps, entries of lists and records. */
export type NestedRemovable<A extends AttributeMap> = Extract<PathsOf<A>, [string, unknown, true]>[0];

/** A path within an attribute. */
export type NestedPath<A extends AttributeMap> = keyof Nested<A> & string;
export type Path<A extends AttributeMap> = Single<A> | NestedPath<A>;

/** The type at a path; `unknown` within JSON of no declared type. */
export type AtPath<A extends AttributeMap, P extends string> = P extends keyof A
  ? NonNullable<A[P]['~value']>
  : P extends keyof Nested<A>
    ? NonNullable<Nested<A>[P]>
    : unknown;
