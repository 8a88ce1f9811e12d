/** The part of JSON Schema 2020-12 that events use. */
export interface JsonSchema {
  $schema?: string;
  $id?: string;
  $ref?: string;
  title?: string;
  description?: string;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  format?: string;
  pattern?: string;
  minimum?: number;
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  /** Left out on purpose everywhere: subscribers must accept properties they do not know. */
  additionalProperties?: boolean;
}

declare const valueOf: unique symbol;

export interface Field<Value = unknown> {
  readonly schema: JsonSchema;
  /** Present on a personal field: what stands in its place once the person's data is erased. */
  readonly erasedAs?: Value;
  readonly optional?: boolean;
  /** Part of the state only, and never published. */
  readonly internal?: boolean;
  readonly [valueOf]?: Value;
}

export type Fields = Readonly<Record<string, Field>>;

/** KeyedLock the data of one schema version into that of the next. Pure, and total: every stored event must come through. */
export type Upcaster = (data: never) => unknown;

/** The one statement of an event type: its TypeScript type, its JSON Schema and its personal fields come from here. */
export interface EventDefinition<F extends Fields = Fields> {
  /** One sentence for subscribers: what has happened. */
  readonly summary: string;
  /** One sentence for people, about one event. In braces: `actor`, who made the change, and names of fields. */
  readonly sentence: string;
  readonly fields: F;
  /**
   * How the data of schema version 1 becomes that of version 2, that of 2 becomes that of 3, and so on. Stored history is
   * never rewritten: it is upcast whenever it is read.
   */
  readonly upcasters?: readonly Upcaster[];
  /** Personal fields of earlier schema versions, which stored events still hold, and what stands there once erased. */
  readonly formerPersonalFields?: Readonly<Record<string, unknown>>;
}

type ValueOf<F> = F extends { readonly [valueOf]?: infer Value } ? Exclude<Value, undefined> : never;
type OptionalNames<F> = { [Name in keyof F]: F[Name] extends { optional: true } ? Name : never }[keyof F];
type InternalNames<F> = { [Name in keyof F]: F[Name] extends { internal: true } ? Name : never }[keyof F];
type Flat<T> = { [Name in keyof T]: T[Name] };

export type DataOfFields<F> = Flat<
  { [Name in Exclude<keyof F, OptionalNames<F>>]: ValueOf<F[Name]> } & {
    [Name in OptionalNames<F>]?: ValueOf<F[Name]>;
  }
>;

export type DataOf<D> = D extends { fields: infer F } ? DataOfFields<F> : never;

export type PublishedDataOf<D> = D extends { fields: infer F }
  ? DataOfFields<Omit<F, InternalNames<F>>>
  : never;

/** The events that some definitions allow, before they are recorded: a union, told apart by `type`. */
export type NewEventsOf<Definitions> = {
  [Type in keyof Definitions & string]: { type: Type; data: DataOf<Definitions[Type]> };
}[keyof Definitions & string];

export const text = <Value extends string = string>(description: string): Field<Value> => ({
  schema: { type: 'string', description },
});

export const nullableText = (description: string): Field<string | null> => ({
  schema: { type: ['string', 'null'], description },
});

export const emailAddress = (description: string): Field<string> => ({
  schema: { type: 'string', format: 'email', description },
});

export const dateTime = (description: string): Field<string> => ({
  schema: { type: 'string', format: 'date-time', description },
});

export const nullableDateTime = (description: string): Field<string | null> => ({
  schema: { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }], description },
});

/** @param prefix of the id, without the underscore */
export const id = <const Prefix extends string>(
  prefix: Prefix,
  what: string,
): Field<`${Prefix}_${string}`> => ({
  schema: { type: 'string', pattern: `^${prefix}_`, description: `The id of the ${what}.` },
});

export const integer = (minimum: number, description: string): Field<number> => ({
  schema: { type: 'integer', minimum, description },
});

export const flag = (description: string): Field<boolean> => ({
  schema: { type: 'boolean', description },
});

export const oneOf = <const Value extends string>(
  values: readonly Value[],
  description: string,
): Field<Value> => ({ schema: { enum: values, description } });

export const texts = <Value extends readonly string[] = readonly string[]>(
  description: string,
): Field<Value> => ({ schema: { type: 'array', items: { type: 'string' }, description } });

/** A JSON object. Subscribers are told of `properties`, none of which has to be there. */
export const object = <Value extends object>(
  description: string,
  properties?: Record<string, JsonSchema>,
): Field<Value> => ({ schema: { type: 'object', description, ...(properties && { properties }) } });

/** A list of JSON objects. Subscribers are told of `properties`, none of which has to be there. */
export const objects = <Value extends object>(
  description: string,
  properties: Record<string, JsonSchema>,
): Field<readonly Value[]> => ({
  schema: { type: 'array', items: { type: 'object', properties }, description },
});

export const optional = <F extends Field>(field: F): F & { optional: true } => ({ ...field, optional: true });

/** Says something about a person: encrypted where it is stored, and replaced by `erasedAs` once the person is erased. */
export const personal = <F extends Field>(field: F, erasedAs: ValueOf<F>): F => ({ ...field, erasedAs });

/** Part of the state only: never published. */
export const internal = <F extends Field>(field: F): F & { internal: true } => ({ ...field, internal: true });
