import type { AnyPacked, AttributeMap } from '../definitions/attribute-types.js';
import type { TableDefinition } from '../definitions/table.js';

/** What a variable needs its attribute to be, by the variable's format: `{at:date}` needs a Date. */
type FormatValue<Format extends string> = Format extends 'iso' | 'raw' | 'lower' | 'upper'
  ? string
  : Format extends 'date'
    ? Date
    : Format extends `${number}` | 'number'
      ? number
      : never;

/** Why an attribute cannot be a variable of a key, in words; never if it can. */
type VariableFault<A extends AttributeMap, Name extends string, Value, Sparse> = Name extends keyof A
  ? [Value] extends [never]
    ? `${Name} has an unknown format`
    : A[Name]['~access'] extends AnyPacked
      ? `${Name} is packed with others`
      : A[Name]['~value'] extends Value | (Sparse extends true ? null : never)
        ? Sparse extends true
          ? never
          : A[Name]['~presence'] extends 'optional'
            ? `${Name} is optional, so there would be items without a key`
            : never
        : `${Name} has a type that this key cannot hold`
  : `${Name} is not an attribute`;

type TemplateFault<
  A extends AttributeMap,
  Template,
  Value,
  Sparse,
> = Template extends `${string}{${infer Field}}${infer Rest}`
  ? | (Field extends `${infer Name}:${infer Format}`
        ? VariableFault<A, Name, FormatValue<Format>, Sparse>
        : VariableFault<A, Field, Value, Sparse>)
    | TemplateFault<A, Rest, Value, Sparse>
  : never;

type Checked<Fault> = [Fault] extends [never] ? unknown : Refused<Fault>;

/** No value has this type: the compiler's message ends with the reason. */
interface Refused<Why> {
  readonly '~refused': Why;
}

/** What a variable without a format must be in a key attribute. */
type PlainValue<T, Name> = T extends { numberKeys: readonly (infer Numbers)[] }
  ? Name extends Numbers
    ? number
    : string
  : string;

/** The key attributes of a table or an index. */
type NamesOf<Keys> = Keys extends { partitionKey: infer P; sortKey?: infer S }
  ? P | S
  : Keys extends { local: true; sortKey: infer S }
    ? S
    : never;

/** The name of an attribute that a table is given; never if it is given none, or if only run time knows it. */
type NameIn<T, Setting extends string> =
  T extends Readonly<Record<Setting, infer Name>> ? Known<Name> : never;
type Known<Name> = string extends Name ? never : Name;

/** Refuses templates of a primary key that some item could not fill in, or that the table has no attribute for. */
export type CheckedKey<T extends TableDefinition, A extends AttributeMap, K> = {
  readonly [Name in keyof K]: Name extends NamesOf<T>
    ? Checked<TemplateFault<A, K[Name], PlainValue<T, Name>, false>>
    : Refused<'the table has no such key attribute'>;
};

/** The same for indexes, where a variable may be optional: the item is then in the index only while it has a value. */
export type CheckedIndexes<T extends TableDefinition, A extends AttributeMap, I> = {
  readonly [Index in keyof I]: Index extends keyof T['indexes']
    ? I[Index] extends 'inverted'
      ? unknown
      : {
          readonly [Name in keyof I[Index]]: Name extends 'shards'
            ? unknown
            : Name extends NamesOf<T['indexes'][Index]>
              ? Checked<TemplateFault<A, I[Index][Name], PlainValue<T, Name>, true>>
              : Refused<'the index has no such key attribute'>;
        }
    : Refused<'the table has no such index'>;
};

/** The names that the table itself writes. */
type Reserved<T extends TableDefinition> = Known<
  | NamesOf<T>
  | NamesOf<NonNullable<T['indexes']>[keyof T['indexes']]>
  | (T extends { discriminator: infer Name } ? Name : 'entity')
>;

/** Refuses attributes under names that the table itself writes, and a time to live that is no number. */
export type CheckedAttributes<T extends TableDefinition, A extends AttributeMap> = {
  readonly [Name in keyof A]: Name extends Reserved<T>
    ? Refused<'the table itself writes an attribute of this name'>
    : Name extends NameIn<T, 'timeToLive'>
      ? A[Name]['~value'] extends number
        ? unknown
        : Refused<'the time to live is a number: seconds since the epoch'>
      : unknown;
};

/** The attributes that can count versions: numbers that every item has. */
export type VersionAttribute<A extends AttributeMap> = {
  [Name in keyof A]: A[Name]['~value'] extends number
    ? A[Name]['~presence'] extends 'required' | 'default'
      ? Name
      : never
    : never;
}[keyof A] &
  string;

/** True only for an entity that has the attribute by which its table expires items. */
export type CanExpire<T extends TableDefinition, A extends AttributeMap> = T extends {
  timeToLive: infer Name;
}
  ? string extends Name
    ? boolean
    : Name extends keyof A
      ? boolean
      : false
  : false;
