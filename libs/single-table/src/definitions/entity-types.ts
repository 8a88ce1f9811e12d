import type { AnyAttribute, AnyPacked, AttributeMap } from './attribute-types.js';
import type { Flatten, KeyValues, LeftPrefix, VariableList, Variables, Without } from './key-types.js';
import type { KeyAttributes, TableDefinition } from './table.js';

type SortKeyOf<T> = T extends { sortKey: infer Name extends string } ? Name : never;
type PartitionKeyOf<T> = T extends { partitionKey: infer Name extends string } ? Name : never;

/** One template for each key attribute of the table. */
export type KeyTemplates<T extends TableDefinition> = Readonly<
  Record<T['partitionKey'] | SortKeyOf<T>, string>
>;

/** How many partitions an index key is spread over, and by what: a key variable or attribute, or `random`. */
export interface Sharding<Names extends string = string> {
  count: number;
  by: Names | 'random';
}

/** Templates for an index of the table, or `inverted`: the entity's own keys swapped. */
export type IndexTemplates<T extends TableDefinition, A extends AttributeMap> = {
  readonly [
    Name in keyof T['indexes'] as T['indexes'][Name] extends 'inverted' ? never : Name
  ]?: T['indexes'][Name] extends { local: true; sortKey: infer Sort extends string }
    ? Readonly<Record<Sort, string>>
    : | 'inverted'
      | (Readonly<Record<PartitionKeyOf<T['indexes'][Name]> | SortKeyOf<T['indexes'][Name]>, string>> & {
          readonly shards?: Sharding<keyof A & string>;
        });
};

/** What the compiler knows about an entity. */
export interface EntityTypes {
  name: string;
  table: TableDefinition;
  attributes: AttributeMap;
  key: Readonly<Record<string, string>>;
  indexes: Readonly<Record<string, unknown>>;
}

export interface Typed {
  readonly '~types': EntityTypes;
}

/** Anything that can be queried: its partition and sort key templates are known. */
export interface Queryable extends Typed {
  readonly '~partitionKey': string;
  readonly '~sortKey': string;
}

type Types<E extends Typed> = E['~types'];
type Attributes<E extends Typed> = Types<E>['attributes'];

type Seen<A extends AttributeMap, Optional extends boolean> = {
  [K in keyof A]: A[K]['~access'] extends 'hidden'
    ? never
    : (A[K]['~presence'] extends 'optional' ? true : false) extends Optional
      ? K
      : never;
}[keyof A];

/** An item as reads return it. */
export type Item<E extends Typed> = Flatten<
  { [K in Seen<Attributes<E>, false>]: Attributes<E>[K]['~value'] } & {
    [K in Seen<Attributes<E>, true>]?: Attributes<E>[K]['~value'];
  }
>;

type Given<A extends AttributeMap, P> = {
  [K in keyof A]: A[K]['~presence'] extends P ? K : never;
}[keyof A];

/** An item as passed to `put` and `create`: defaults are optional, computed attributes are not given. */
export type PutItem<E extends Typed> = Flatten<
  { [K in Given<Attributes<E>, 'required'>]: Attributes<E>[K]['~value'] } & {
    [K in Given<Attributes<E>, 'optional' | 'default'>]?: Attributes<E>[K]['~value'] | undefined;
  }
>;

export type TemplateOf<Templates, Name> = [Name] extends [never]
  ? ''
  : Name extends keyof Templates
    ? Templates[Name] & string
    : never;

export type PartitionTemplate<E extends Typed> = TemplateOf<
  Types<E>['key'],
  Types<E>['table']['partitionKey']
>;
export type SortTemplate<E extends Typed> = TemplateOf<Types<E>['key'], SortKeyOf<Types<E>['table']>>;

/** Every variable of the entity's primary key. */
export type KeyVariables<E extends Typed> = Variables<PartitionTemplate<E>> | Variables<SortTemplate<E>>;

/** The values that identify one item. */
export type Key<E extends Typed> = Flatten<KeyValues<Attributes<E>, KeyVariables<E>>>;

/** The partition and sort key templates of an entity in one of its indexes, as `[partition, sort]`. */
export type IndexTemplatePair<E extends Typed, Name> = Name extends keyof Types<E>['indexes']
  ? Types<E>['indexes'][Name] extends 'inverted'
    ? [SortTemplate<E>, PartitionTemplate<E>]
    : [
        IndexKeys<Types<E>['table'], Name> extends { local: true }
          ? PartitionTemplate<E>
          : TemplateOf<Types<E>['indexes'][Name], PartitionKeyOf<IndexKeys<Types<E>['table'], Name>>>,
        TemplateOf<Types<E>['indexes'][Name], SortKeyOf<IndexKeys<Types<E>['table'], Name>>>,
      ]
  : [SortTemplate<E>, PartitionTemplate<E>];

/** The attributes that an index gives back: those in its keys, and those it includes. */
type ProjectedNames<E extends Typed, Name, Included> =
  | KeyVariables<E>
  | Variables<IndexTemplatePair<E, Name>[0]>
  | Variables<IndexTemplatePair<E, Name>[1]>
  | (Included extends readonly (infer Names)[] ? Names : never);

/** What the compiler knows about an entity as one of its indexes gives it back. */
export type IndexTypes<E extends Typed, Name> =
  IndexKeys<Types<E>['table'], Name> extends { projection: infer Included }
    ? Included extends 'ALL'
      ? Types<E>
      : Omit<Types<E>, 'attributes'> & {
          attributes: Pick<Attributes<E>, keyof Attributes<E> & ProjectedNames<E, Name, Included>>;
        }
    : Types<E>;

type IndexKeys<T extends TableDefinition, Name> = Name extends keyof T['indexes']
  ? T['indexes'][Name]
  : KeyAttributes;

type InvertedIndexNames<T extends TableDefinition> = {
  [Name in keyof T['indexes']]: T['indexes'][Name] extends 'inverted' ? Name : never;
}[keyof T['indexes']];

/** The indexes an entity can be queried by: those it has templates for, and the table's inverted ones. */
export type IndexName<E extends Typed> = (keyof Types<E>['indexes'] | InvertedIndexNames<Types<E>['table']>) &
  string;

type PartitionVariables<Q extends Queryable> = Variables<Q['~partitionKey']>;
/** The sort key's variables that the partition key does not already fix. */
type SortVariables<Q extends Queryable> = Without<VariableList<Q['~sortKey']>, PartitionVariables<Q>>;

/** The complete partition key, and the sort key from the left. */
export type QueryKey<Q extends Queryable, Known extends string = never> = KeyValues<
  Attributes<Q>,
  Exclude<PartitionVariables<Q>, Known>
> &
  LeftPrefix<Attributes<Q>, Without<SortVariables<Q>, Known>>;

/** Names a query key may contain; any other is refused. */
export type NoOtherNames<Q extends Queryable, K> = {
  [Name in Exclude<keyof K, PartitionVariables<Q> | SortVariables<Q>[number]>]: never;
};

/** A bound of a sort key range: the variables that the query key leaves open, from the left. */
export type SortBound<Q extends Queryable, K> = Flatten<
  LeftPrefix<Attributes<Q>, Without<SortVariables<Q>, keyof K>>
>;

/** Values of a sort key's variables, of which those from the left bound a range. */
export type SortBounds<Q extends Queryable> = Partial<
  KeyValues<Attributes<Q>, VariableList<Q['~sortKey']>[number]>
>;

/** The variables of an index that an item's key does not fix: an update sets all of them or none. */
type OpenIndexVariables<E extends Typed, Name> = Exclude<
  Variables<IndexTemplatePair<E, Name>[0]> | Variables<IndexTemplatePair<E, Name>[1]>,
  KeyVariables<E>
>;

/** The attributes an update must set itself: not those which the library sets, nor those which never change. */
type Givable<E extends Typed, Names> = Names extends keyof Attributes<E>
  ? Attributes<E>[Names]['~presence'] extends 'computed'
    ? never
    : Attributes<E>[Names]['~access'] extends 'readOnly' | 'written'
      ? never
      : Names & string
  : never;

/** Every attribute that is part of some key. */
export type IndexVariables<E extends Typed> = {
  [Name in keyof Types<E>['indexes']]: OpenIndexVariables<E, Name>;
}[keyof Types<E>['indexes']];

type UnionToIntersection<U> = (U extends unknown ? (each: U) => void : never) extends (each: infer I) => void
  ? I
  : never;

type AllOrNone<E extends Typed, Names extends keyof Attributes<E>> = [Names] extends [never]
  ? unknown
  : { [Name in Names]: Attributes<E>[Name]['~value'] } | { [Name in Names]?: never };

/** For each index: all of its open variables or none, so that no index key is ever half-written. */
export type WholeIndexKeys<E extends Typed> =
  UnionToIntersection<
    {
      [Name in keyof Types<E>['indexes']]: { all: AllOrNone<E, Givable<E, OpenIndexVariables<E, Name>>> };
    }[keyof Types<E>['indexes']]
  > extends infer Combined
    ? Combined extends { all: infer All }
      ? All
      : unknown
    : unknown;

type PackName<A extends AttributeMap> = {
  [K in keyof A]: A[K]['~access'] extends `packed:${infer Name}` ? Name : never;
}[keyof A];
type PackMembers<A extends AttributeMap, Name extends string> = {
  [K in keyof A]: A[K]['~access'] extends `packed:${Name}`
    ? A[K]['~presence'] extends 'optional'
      ? never
      : K
    : never;
}[keyof A];

/** For each pack: all of its members or none. */
export type WholePacks<E extends Typed> =
  UnionToIntersection<
    {
      [Name in PackName<Attributes<E>>]: { all: AllOrNone<E, PackMembers<Attributes<E>, Name>> };
    }[PackName<Attributes<E>>]
  > extends infer Combined
    ? Combined extends { all: infer All }
      ? All
      : unknown
    : unknown;

/** The attributes an update may remove: optional, and neither read-only nor packed. */
export type Removable<E extends Typed> = {
  [K in keyof Attributes<E>]: Attributes<E>[K]['~presence'] extends 'optional'
    ? Attributes<E>[K]['~access'] extends 'readOnly' | AnyPacked
      ? never
      : K
    : never;
}[keyof Attributes<E>] &
  string;

export type AttributesOf<E extends Typed> = Attributes<E>;
export type { AnyAttribute };
