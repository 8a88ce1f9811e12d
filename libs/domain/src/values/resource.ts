/** A field of a resource, as plain data: the DTOs of the API, `fields`, sorts, examples and columns follow from it. */
export interface ResourceField {
  readonly type: 'string' | 'number' | 'boolean' | 'object' | 'list';
  readonly values?: readonly string[];
  /** Those that a new resource may have, if not all. */
  readonly firstValues?: readonly string[];
  readonly most?: number;
  readonly least?: number;
  readonly optional?: boolean;
  readonly removable?: boolean;
  readonly parse?: (value: never) => unknown;
  merge?(before: never, change: never): unknown;
  /** Its description in answers. */
  readonly about?: string;
  /** Its description in a request that creates the resource. Absent: such a request does not have it. */
  readonly given?: string;
  /** The same in a request that changes the resource, if it is another one; false: such a request does not have it. */
  readonly changed?: string | false;
  /** Its name in the state, if it is another one. */
  readonly from?: string;
  /** Shown if there is no value. */
  readonly none?: unknown;
  /** Only in answers to requests that name it. */
  readonly onRequest?: true;
  readonly sorted?: true;
  /** A search knows it. */
  readonly found?: true;
  readonly example?: unknown;
}

export type Resource = Readonly<Record<string, ResourceField>>;

export function defineResource<const R extends Resource>(resource: R): R {
  return resource;
}

interface Plains {
  string: string;
  number: number;
  boolean: boolean;
  list: string[];
  object: Record<string, unknown>;
}
type Plain<F> = F extends { type: 'string'; values: readonly (infer Value)[] }
  ? Value
  : F extends { type: infer Type extends keyof Plains }
    ? Plains[Type]
    : never;
/** A setting is typed by what parses it. */
type SettingOf<Kept, Change> = { parse(value: Change): Kept; descriptions: object };
type Nullable<F, Value> = F extends { none: infer None } ? (null extends None ? Value | null : Value) : Value;
type ShownValue<F> = F extends SettingOf<infer Kept, never> ? Kept : Nullable<F, Plain<F>>;
type GivenValue<F> = F extends SettingOf<unknown, infer Change> ? Change : Plain<F>;
type FirstValue<F> = F extends { firstValues: readonly (infer Value)[] } ? Value : GivenValue<F>;

/** The fields of a resource that are objects of a class of their own. */
export type Nested<R> = { readonly [Name in keyof R]?: new () => object };
type Instance<C, F> = C extends new () => infer One ? (F extends { type: 'list' } ? One[] : One) : never;
type Typed<R, N, Name extends keyof R, Value> = Name extends keyof N ? Instance<N[Name], R[Name]> : Value;

type NamesWith<R, Part> = { [Name in keyof R]: R[Name] extends Part ? Name : never }[keyof R];
type Changed<R> = Exclude<
  NamesWith<R, { given: string } | { changed: string }>,
  NamesWith<R, { changed: false }>
>;
type OrNull<F> = F extends { removable: true } ? null : never;

type AllShown<R, N> = {
  [Name in keyof R]: Nullable<R[Name], Typed<R, N, Name, ShownValue<R[Name]>>>;
};
export type Answer<R, N> = Omit<AllShown<R, N>, NamesWith<R, { onRequest: true }>> &
  Partial<Pick<AllShown<R, N>, NamesWith<R, { onRequest: true }>>>;

type AllGiven<R, N> = {
  [Name in NamesWith<R, { given: string }>]: Typed<R, N, Name, FirstValue<R[Name]>>;
};
type Optional<R> = Extract<NamesWith<R, { given: string }>, NamesWith<R, { optional: true }>>;
export type Creation<R, N> = Omit<AllGiven<R, N>, Optional<R>> & Partial<Pick<AllGiven<R, N>, Optional<R>>>;

export type Change<R, N> = {
  [Name in Changed<R>]?: Typed<R, N, Name, GivenValue<R[Name]>> | OrNull<R[Name]>;
};

type StateName<F, Name> = F extends { from: infer From extends string } ? From : Name;
type Lacking<R> = NamesWith<R, { none: unknown } | { onRequest: true } | { optional: true }>;
type Held<F> = F extends { type: 'list' | 'object' } | { descriptions: object } ? unknown : Plain<F>;

/** What a resource is shown from. */
export type StateShown<R> = {
  readonly [Name in Exclude<keyof R, Lacking<R>> as StateName<R[Name], Name>]: Held<R[Name]>;
} & {
  readonly [Name in Lacking<R> as StateName<R[Name], Name>]?: Held<R[Name]> | null | undefined;
};

/** The resource that shows a state. */
export function shownAs<R extends Resource>(resource: R, state: StateShown<R>): object {
  const shown: Record<string, unknown> = {};
  for (const [name, { from = name, none, onRequest }] of Object.entries(resource)) {
    const value = (state as Readonly<Record<string, unknown>>)[from];
    if (value !== undefined || !onRequest) shown[name] = value ?? none;
  }
  return shown;
}

export function exampleOf(resource: Resource): Record<string, unknown> {
  const examples = Object.entries(resource).filter(([, { example }]) => example !== undefined);
  return Object.fromEntries(examples.map(([name, { example }]) => [name, example]));
}

/** The names of the fields of which something is true. */
export function namesOf(resource: Resource, isMeant: 'sorted' | 'found'): string[] {
  return Object.keys(resource).filter((name) => resource[name]?.[isMeant]);
}

type SortedName<R> = { [Name in keyof R]: R[Name] extends { sorted: true } ? Name : never }[keyof R] & string;
export type SortOf<R> = SortedName<R> | `-${SortedName<R>}`;

/** What a list of the resource can be sorted by: with a minus, in reverse order. */
export function sortsOf<R extends Resource>(resource: R): SortOf<R>[] {
  return namesOf(resource, 'sorted').flatMap((name) => [name, `-${name}`]) as SortOf<R>[];
}

const CREATED = '2026-03-01T09:00:00.000Z';
/** When the resources of the examples were changed last. */
export const UPDATED = '2026-03-02T10:30:00.000Z';

/** The fields of every resource that has a history. */
export const versioned = <const Version extends number>(version: Version) =>
  ({
    version: {
      type: 'number',
      about: 'Incremented with each event; also the ETag.',
      example: version,
    },
    createdAt: { type: 'string', about: 'ISO 8601, UTC.', sorted: true, found: true, example: CREATED },
    updatedAt: { type: 'string', about: 'ISO 8601, UTC.', example: version === 1 ? CREATED : UPDATED },
    updatedBy: {
      type: 'string',
      none: null,
      about: 'Who made the last change: `operator:…`, `user:…`, `api-key:…` or `system:…`.',
      example: 'operator:ops',
    },
  }) as const;
