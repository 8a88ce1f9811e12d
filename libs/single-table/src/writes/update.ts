import type { AttributeSettings } from '../definitions/attribute-types.js';
import { isLeftOut } from '../definitions/value-codecs.js';
import { SingleTableError } from '../wire/errors.js';
import { attributeAt, mustStay, stepsOf, type ExpressionScope } from '../expressions/expression.js';
import { keyOf, type CompiledKeys, type EntityModel } from '../model/model.js';
import { computedOf } from '../items/item-codec.js';
import { wireKeyValue } from '../definitions/table.js';

type Values = Readonly<Record<string, unknown>>;

/** The changes of an update, by kind, before types. */
export interface UntypedChanges {
  set?: Values | undefined;
  ifNotExists?: Values | undefined;
  remove?: readonly string[] | undefined;
  add?: Values | undefined;
  append?: Values | undefined;
  prepend?: Values | undefined;
  delete?: Values | undefined;
  /** The item as it was read: index keys are also made of what it has, on the condition that it still has. */
  current?: Values | undefined;
}

/** The kinds of changes that give values, in the order in which they are written. */
const KINDS = ['set', 'ifNotExists', 'append', 'prepend', 'add', 'delete'] as const;
type Kind = (typeof KINDS)[number];

export class Clauses {
  private readonly clauses = {
    SET: [] as string[],
    REMOVE: [] as string[],
    ADD: [] as string[],
    DELETE: [] as string[],
  };
  private readonly targets: string[] = [];

  constructor(
    readonly model: EntityModel,
    readonly scope: ExpressionScope,
  ) {}

  /** The placeholder of a value of the attribute at a path. */
  value(path: string, value: unknown): string {
    return this.scope.value(attributeAt(this.model.attributes, path).codec.encode(value, path));
  }

  /** Refuses what is changed twice, whole or in part, as DynamoDB does. */
  private take(target: string): string {
    const isIn = (a: string, b: string) => a === b || a.startsWith(`${b}.`) || a.startsWith(`${b}[`);
    if (this.targets.some((other) => isIn(target, other) || isIn(other, target)))
      refuseUpdate(this.model, `changes ${target.replace(/#\d+/g, (each) => this.scope.names[each]!)} twice`);
    this.targets.push(target);
    return target;
  }

  /** Sets what a path is written as, or with `unlessThere` only if there is no value yet. */
  set(target: string, value: string, unlessThere = false): void {
    this.clauses.SET.push(
      `${this.take(target)} = ${unlessThere ? `if_not_exists(${target}, ${value})` : value}`,
    );
  }

  /** Sets the value of the attribute at a path, which for an empty set is to have none. */
  write(path: string, value: unknown, unlessThere = false): void {
    const { attributes } = this.model;
    const target = this.scope.path(path, attributes);
    // An entry of a list or record would be gone, not empty.
    if (!mustStay(attributes, path) || !isLeftOut(attributeAt(attributes, path), value))
      this.set(target, this.value(path, value), unlessThere);
    else if (!unlessThere) this.remove(target);
  }

  remove(target: string): void {
    this.clauses.REMOVE.push(this.take(target));
  }

  change(kind: Kind, path: string, given: unknown): void {
    if (kind === 'set' || kind === 'ifNotExists') return this.write(path, given, kind === 'ifNotExists');
    const target = this.scope.path(path, this.model.attributes);
    const value = this.value(path, given);
    if (kind === 'add') this.clauses.ADD.push(`${this.take(target)} ${value}`);
    else if (kind === 'delete') this.clauses.DELETE.push(`${this.take(target)} ${value}`);
    else {
      const ends = [`if_not_exists(${target}, ${this.scope.value({ L: [] })})`, value];
      if (kind === 'prepend') ends.reverse();
      this.clauses.SET.push(`${this.take(target)} = list_append(${ends.join(', ')})`);
    }
  }

  toString(): string {
    return Object.entries(this.clauses)
      .flatMap(([keyword, parts]) => (parts.length > 0 ? `${keyword} ${parts.join(', ')}` : []))
      .join(' ');
  }
}

export function refuseUpdate(model: EntityModel, why: string, missing?: readonly string[]): never {
  throw new SingleTableError('InvalidRequest', `The update of ${model.name} ${why}.`, {
    operation: 'UpdateItem',
    ...(missing && { missing }),
  });
}

export function refuseIncomplete(model: EntityModel, missing: readonly string[], made: string): never {
  const why = `must set ${missing.join(', ')} too, or be given the current item: ${made} is made of them`;
  return refuseUpdate(model, why, missing);
}

/** Refuses paths an update cannot change, even if types were bypassed. */
export function checkPath(model: EntityModel, path: string, kind: Kind | 'remove'): AttributeSettings {
  const root = stepsOf(path, model.attributes)[0] as string;
  const { settings } = attributeAt(model.attributes, root);
  const refuse = (what: string, why: string) => refuseUpdate(model, `changes ${what}, which ${why}`);
  if (model.key.variables.includes(root)) refuse(root, 'is part of its key');
  if (settings.access === 'readOnly') refuse(root, 'is read-only');
  const whole = path === root;
  if (settings.pack && !(whole && kind === 'set')) refuse(path, 'is packed with others');
  if (kind === 'remove' && mustStay(model.attributes, path))
    refuseUpdate(model, `removes ${path}, which is not optional`);
  const isReplaced = whole && (kind === 'set' || kind === 'remove');
  if (settings.check && !isReplaced && !(whole && kind === 'ifNotExists'))
    refuse(`a part of ${root}`, 'is only validated as a whole');
  if (!isReplaced && model.sources.includes(root))
    refuse(path, 'an index key or computed value needs, other than by set or remove');
  return settings;
}

/**
 * What follows from the changes: values that the library sets at each write, values computed from changed ones, and the index
 * keys that hold any of them, which are written complete, or removed. Never half.
 */
function writeMade(
  clauses: Clauses,
  key: Values,
  { set = {}, remove = [], current }: UntypedChanges,
  now: Date,
): void {
  const { model, scope } = clauses;
  const chosen = Object.entries(set).filter(([, value]) => value !== undefined);
  const values: Record<string, unknown> = { ...current, ...key, ...Object.fromEntries(chosen) };
  for (const name of remove) delete values[name];
  const changed = new Set([...chosen.map(([name]) => name), ...remove]);
  const made = new Set<string>();
  const make = (name: string, value: unknown) => {
    values[name] = value;
    changed.add(name);
    made.add(name);
    if (value === undefined) clauses.remove(scope.name(name));
    else clauses.write(name, value);
  };
  for (const [name, { settings }] of model.entries) {
    const { generation } = settings;
    if (generation?.on === 'write' && set[name] === undefined) make(name, generation.make(now));
  }
  for (const [name, { settings }] of model.entries) {
    const { computation } = settings;
    if (!computation?.dependsOn.some((source) => changed.has(source))) continue;
    const missing = computation.dependsOn.filter(
      (source) => values[source] === undefined && !changed.has(source),
    );
    if (missing.length > 0 && !current) refuseIncomplete(model, missing, name);
    // No item was found for it: the condition fails, and the program's function sees none that is incomplete.
    if (missing.some((source) => model.attributes[source]?.settings.presence !== 'optional')) continue;
    make(name, computedOf(model, name, values));
  }
  for (const keys of model.indexes.values()) {
    const touched = keys.stored ? keys.open.filter((name) => changed.has(name)) : [];
    if (touched.length === 0) continue;
    const isOf = (name: string) => (values[name] ?? null) !== null;
    const missing = keys.open.filter((name) => !isOf(name) && !changed.has(name));
    const indexKey = keyOf(keys, values);
    const isWhole = keys.incomplete === 'absent' ? indexKey || !touched.every(isOf) : missing.length === 0;
    if (isWhole || current) writeKey(clauses, keys.names as readonly string[], indexKey);
    else {
      const isMade = touched.every((name) => made.has(name) && isOf(name));
      const part = isMade && changedPart(model, keys, values, touched);
      if (!part) refuseIncomplete(model, missing, keys.index as string);
      writeKey(clauses, Object.keys(part), part);
    }
  }
}

/** Sets the key attributes that a key has, and removes the others. */
export function writeKey(
  clauses: Clauses,
  names: readonly string[],
  key: Readonly<Record<string, string>> = {},
  unlessThere = false,
): void {
  const { model, scope } = clauses;
  for (const name of names) {
    // A local index has the partitions of the table, which no update changes.
    if (model.key.names.includes(name)) continue;
    const text = key[name];
    if (text === undefined) {
      // What an item has of its own stays.
      if (!unlessThere) clauses.remove(scope.name(name));
    } else clauses.set(scope.name(name), scope.value(wireKeyValue(model.table, name, text)), unlessThere);
  }
}

/** What index keys and computed attributes are made of and a write does not give: it has to be as it was read. */
export function reliesOn({ attributes, sources }: EntityModel, isGiven: (name: string) => boolean): string[] {
  return sources.filter((name) => {
    const { generation, computation } = attributes[name]!.settings;
    return !isGiven(name) && generation?.on !== 'write' && !computation;
  });
}

/** `updatedAt` may change one key attribute, if the item is certainly in the index: the other is already right. */
function changedPart(
  { attributes }: EntityModel,
  { names, templates, open }: CompiledKeys,
  values: Values,
  changed: readonly string[],
): Record<string, string> | undefined {
  if (open.some((name) => attributes[name]?.settings.presence === 'optional')) return undefined;
  const part: Record<string, string> = {};
  for (const [at, template] of templates.entries()) {
    if (!template?.variables.some((name) => changed.includes(name))) continue;
    const text = template.build(values);
    if (text === undefined) return undefined;
    part[names[at] as string] = text;
  }
  return part;
}

export function writeUpdate(
  model: EntityModel,
  key: Values,
  changes: UntypedChanges,
  { scope, now, isFlat }: { scope: ExpressionScope; now: Date; isFlat: boolean },
): string {
  const clauses = new Clauses(model, scope);
  for (const kind of KINDS) {
    for (const [path, value] of Object.entries(changes[kind] ?? {})) {
      if (value === undefined) continue;
      const { check, pack } = checkPath(model, path, kind);
      check?.(value);
      if (!pack) clauses.change(kind, path, value);
    }
  }
  for (const path of changes.remove ?? []) {
    checkPath(model, path, 'remove');
    clauses.remove(scope.path(path, model.attributes));
  }
  model.packs?.update(clauses, changes.set ?? {}, isFlat);
  writeMade(clauses, key, changes, now);
  return clauses.toString();
}
