import type { WireItem, WireValue } from '../wire/wire.js';

/** `default`: optional in a put, always present after it. `computed`: never given, always present. */
export type Presence = 'required' | 'optional' | 'default' | 'computed';
/**
 * `readOnly`: never in an update. `written`: set by the library at each write, unless the write sets it. `hidden`: stored and
 * usable in conditions, but not returned by reads. `packed:`: part of the stored attribute of that name.
 */
export type Access = 'open' | 'readOnly' | 'written' | 'hidden' | AnyPacked;
export type AnyPacked = `packed:${string}`;

/** When and from what the library creates a value itself. */
export interface Generation {
  /** `create`: only if the put omits it. `write`: at every put and update. */
  on: 'create' | 'write';
  make(now: Date): unknown;
  /** A constant default: old items without the attribute read as having it. */
  constant?: unknown;
}

export interface Computation {
  dependsOn: readonly string[];
  compute(values: Record<string, unknown>): unknown;
}

/** How one kind of value is written, read and described. */
export interface ValueCodec {
  type:
    | 'string'
    | 'number'
    | 'boolean'
    | 'binary'
    | 'list'
    | 'map'
    | 'stringSet'
    | 'numberSet'
    | 'binarySet'
    | 'any';
  encode: (value: unknown, attribute: string) => WireValue;
  /** @param isPart true for what a projection may have left members out of */
  decode: (wire: WireValue, attribute: string, isPart?: boolean) => unknown;
  /** How values are stored may change with the code: a migration writes what is stored otherwise as it would be now. */
  hasForm?: boolean;
  /** Attributes of a map, by name. */
  members?: AttributeMap;
  /** The attribute of each entry of a list or record. */
  entries?: AnyAttribute;
  oneOf?: readonly string[];
}

export interface AttributeSettings {
  presence: Presence;
  access: Access;
  /** Stored only as a part of the item's key. */
  keyOnly?: true;
  /** The stored attribute that it is part of, and its name there. */
  pack?: { name: string; as: string; packsOf: (entity: PackedEntity, taken: Set<string>) => EntityPacks };
  generation?: Generation;
  computation?: Computation;
  /** Throws InvalidAttribute for a value that another library, its source, refuses. */
  check?: (value: unknown) => void;
}

/** What packs need to know of an entity. */
export interface PackedEntity {
  name: string;
  attributes: AttributeMap;
  table: { timeToLive?: string | undefined };
  key: PackedKeys;
  indexes: ReadonlyMap<string, PackedKeys>;
  versionAttribute: string | undefined;
}

interface PackedKeys {
  variables: readonly string[];
  included?: readonly string[] | undefined;
}

/** What packs need of the expressions of a request. */
interface PackScope {
  name(attribute: string): string;
  value(wire: WireValue): string;
  path(path: string, attributes: AttributeMap): string;
}

/** What packs need of an update. */
interface PackClauses {
  readonly scope: PackScope;
  value(path: string, value: unknown): string;
  set(target: string, value: string): void;
  remove(target: string): void;
}

/** The packed attributes of an entity. */
export interface EntityPacks {
  /** The names of the members, by that of their pack. */
  names: ReadonlyMap<string, readonly string[]>;
  encode(values: Readonly<Record<string, unknown>>, wire: WireItem): void;
  /** A stored item with each attribute on its own. */
  flat(wire: WireItem): WireItem;
  /** What is requested for some paths. */
  select(paths: readonly string[], scope: PackScope): string[];
  /** Sets packs of which a member is set, in the form that the table has; what an item has in the other form goes. */
  update(clauses: PackClauses, set: Readonly<Record<string, unknown>>, isFlat: boolean): void;
}

export interface AnyAttribute {
  readonly '~value': unknown;
  readonly '~presence': Presence;
  readonly '~access': Access;
  readonly codec: ValueCodec;
  readonly settings: AttributeSettings;
}

export type AttributeMap = Readonly<Record<string, AnyAttribute>>;

/** Its type, and whether it can be omitted, changed or seen. Immutable; each call returns a new one. */
export interface Attribute<
  Value,
  P extends Presence = 'required',
  A extends Access = 'open',
> extends AnyAttribute {
  readonly '~value': Value;
  readonly '~presence': P;
  readonly '~access': A;
  /** May be missing from the item. */
  optional(): Attribute<Value, 'optional', A>;
  /** May contain DynamoDB's null. */
  nullable(): Attribute<Value | null, P, A>;
  /** Written if a put omits it. */
  default(value: Value | (() => Value)): Attribute<Value, 'default', A>;
  /** Cannot be changed by an update. */
  readOnly(): Attribute<Value, P, 'readOnly'>;
  /** Stored, and usable in conditions and filters, but not returned by reads. */
  hidden(): Attribute<Value, P, 'hidden'>;
  /** Stored only as a part of the item's primary key, not as an attribute of its own. */
  keyOnly(): Attribute<Value, P, 'readOnly'>;
  /** Computed from other attributes at each write. An update that sets only some of those reads the others first. */
  computed<Source extends object>(
    dependsOn: readonly (keyof Source & string)[],
    compute: (values: Source) => Value,
  ): Attribute<Value, 'computed', 'readOnly'>;
}

export type MapValue<M extends AttributeMap> = {
  [K in keyof M as M[K]['~presence'] extends 'optional' ? never : K]: M[K]['~value'];
} & { [K in keyof M as M[K]['~presence'] extends 'optional' ? K : never]?: M[K]['~value'] };
