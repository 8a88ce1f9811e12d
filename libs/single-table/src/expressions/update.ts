import type { AttributeSettings } from '../definitions/attribute-types.js';
import { SingleTableError } from '../errors.js';
import { attributeAt, stepsOf, type ExpressionScope } from './expression.js';
import { keyOf, type CompiledKeys, type EntityModel } from '../definitions/model.js';
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

export class Clauses {
  readonly SET: string[] = [];
  readonly REMOVE: string[] = [];
  readonly ADD: string[] = [];
  readonly DELETE: string[] = [];

  constructor(
    readonly model: EntityModel,
    readonly scope: ExpressionScope,
  ) {}

  path(path: string): string {
    return this.scope.path(path, this.model.attributes);
  }

  /** The placeholder of a value of the attribute at a path. */
  value(path: string, value: unknown): string {
    return this.scope.value(attributeAt(this.model.attributes, path).codec.encode(value, path));
  }

  /** Sets a path, or with `unlessThere` only if there is no value yet. */
  set(target: string, value: string, unlessThere = false): void {
    this.SET.push(`${target} = ${unlessThere ? `if_not_exists(${target}, ${value})` : value}`);
  }

  add(path: string, value: unknown): void {
    this.ADD.push(`${this.path(path)} ${this.value(path, value)}`);
  }

  append(path: string, value: unknown, first = false): void {
    const target = this.path(path);
    const ends = [`if_not_exists(${target}, ${this.scope.value({ L: [] })})`, this.value(path, value)];
    if (first) ends.reverse();
    this.SET.push(`${target} = list_append(${ends.join(', ')})`);
  }

  toString(): string {
    return (['SET', 'REMOVE', 'ADD', 'DELETE'] as const)
      .filter((keyword) => this[keyword].length > 0)
      .map((keyword) => `${keyword} ${this[keyword].join(', ')}`)
      .join(' ');
  }
}

export function refuseUpdate(model: EntityModel, why: string, missing?: readonly string[]): never {
  throw new SingleTableError('InvalidRequest', `The update of ${model.name} ${why}.`, {
    operation: 'UpdateItem',
    ...(missing && { missing }),
  });
}

function refuseIncomplete(model: EntityModel, missing: readonly string[], made: string): never {
  const why = `must set ${missing.join(', ')} too, or be given the current item: ${made} is made of them`;
  return refuseUpdate(model, why, missing);
}

/** Changes that give or take all of a value. */
const WHOLE: readonly (keyof UntypedChanges)[] = ['set', 'ifNotExists', 'remove'];

/** Refuses paths an update cannot change, even if types were bypassed. */
export function checkPath(model: EntityModel, path: string, kind: keyof UntypedChanges): AttributeSettings {
  const root = stepsOf(path, model.attributes)[0] as string;
  const { settings } = attributeAt(model.attributes, root);
  if (model.key.variables.includes(root)) refuseUpdate(model, `changes ${root}, which is part of its key`);
  if (settings.access === 'readOnly') refuseUpdate(model, `changes ${root}, which is read-only`);
  const whole = path === root;
  if (kind === 'remove' && whole && settings.presence !== 'optional') {
    refuseUpdate(model, `removes ${path}, which is not optional`);
  }
  if (settings.check && !(whole && WHOLE.includes(kind)))
    refuseUpdate(model, `changes a part of ${root}, which is only validated as a whole`);
  if (whole && (kind === 'set' || kind === 'remove')) return settings;
  if (decides(model, root)) {
    refuseUpdate(
      model,
      `changes ${path}, which an index key or computed value needs, other than by set or remove`,
    );
  }
  return settings;
}

/** True if an index key or a computed attribute depends on an attribute. */
function decides({ indexes, entries }: EntityModel, name: string): boolean {
  return (
    [...indexes.values()].some(({ open }) => open.includes(name)) ||
    entries.some(([, { settings }]) => settings.computation?.dependsOn.includes(name))
  );
}

/** Those the library sets at each write, and those computed from changed ones. Undefined for removed ones. */
function writeMade(
  clauses: Clauses,
  key: Values,
  { set = {}, remove = [], current }: UntypedChanges,
  now: Date,
): Values {
  const { model, scope } = clauses;
  const made: Record<string, unknown> = {};
  const known: Record<string, unknown> = { ...current, ...key, ...given(set) };
  for (const name of remove) delete known[name];
  for (const [name, { settings }] of model.entries) {
    const { generation, computation } = settings;
    if (generation?.on === 'write' && set[name] === undefined) made[name] = generation.make(now);
    const sources = computation?.dependsOn ?? [];
    if (!computation || !sources.some((source) => set[source] !== undefined || remove.includes(source)))
      continue;
    const missing = sources.filter((source) => known[source] === undefined && !remove.includes(source));
    if (missing.length > 0 && !current) refuseIncomplete(model, missing, name);
    made[name] = computation.compute(known);
  }
  for (const name in made) {
    if (made[name] === undefined) clauses.REMOVE.push(scope.name(name));
    else clauses.set(scope.name(name), clauses.value(name, made[name]));
  }
  return made;
}

/** Writes the index keys that contain changed attributes: complete, or removed. Never half. */
function writeIndexKeys(clauses: Clauses, key: Values, changes: UntypedChanges, made: Values): void {
  const { model } = clauses;
  const { set = {}, remove = [], current } = changes;
  const all = { ...current, ...key, ...given(set), ...made };
  for (const keys of model.indexes.values()) {
    const { open, names, index } = keys;
    const gone = (name: string) => remove.includes(name) || (name in made && made[name] === undefined);
    if (!keys.stored) continue;
    const removed = open.filter(gone);
    const changed = open.filter((name) => (set[name] ?? made[name]) !== undefined);
    if (removed.length + changed.length === 0) continue;
    const missing = open.filter((name) => all[name] === undefined && !removed.includes(name));
    const known = Object.fromEntries(Object.entries(all).filter(([name]) => !removed.includes(name)));
    const indexKey = keyOf(keys, known);
    const isWhole =
      keys.incomplete === 'absent' ? indexKey !== undefined || removed.length > 0 : missing.length === 0;
    const part = isWhole || current ? undefined : changedPart(model, keys, known, changed, set);
    if (!isWhole && !current && !part) refuseIncomplete(model, missing, index as string);
    writeKey(clauses, part ? Object.keys(part) : (names as readonly string[]), part ?? indexKey);
  }
}

/** Sets the key attributes that a key has, and removes the others. */
function writeKey(
  clauses: Clauses,
  names: readonly string[],
  key: Readonly<Record<string, string>> = {},
): void {
  const { model, scope } = clauses;
  // A local index has the partitions of the table, which no update changes.
  for (const name of names.filter((each) => !model.key.names.includes(each))) {
    const text = key[name];
    if (text === undefined) clauses.REMOVE.push(scope.name(name));
    else clauses.set(scope.name(name), scope.value(wireKeyValue(model.table, name, text)));
  }
}

/** Without what is there and undefined, which changes nothing. */
function given(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** What of the current item index keys and computed attributes are made of, apart from what is changed. */
export function reliedOn(
  { indexes, attributes, entries, key }: EntityModel,
  changes: UntypedChanges,
): string[] {
  const { set = {}, remove = [] } = changes;
  const open = [...indexes.values()].filter(({ stored }) => stored).flatMap((keys) => keys.open);
  const sources = entries.flatMap(([, { settings }]) => settings.computation?.dependsOn ?? []);
  return [...new Set([...open, ...sources])].filter((name) => {
    if (key.variables.includes(name)) return false;
    const { generation, computation } = attributes[name]!.settings;
    return set[name] === undefined && !remove.includes(name) && generation?.on !== 'write' && !computation;
  });
}

/** `updatedAt` may change one key attribute, if the item is certainly in the index: the other is already right. */
function changedPart(
  { attributes }: EntityModel,
  { names, templates, open }: CompiledKeys,
  known: Values,
  changed: readonly string[],
  set: Values,
): Record<string, string> | undefined {
  const isCertain = open.every((name) => attributes[name]?.settings.presence !== 'optional');
  if (!isCertain || changed.some((name) => set[name] !== undefined)) return undefined;
  const parts = templates.flatMap((template, part) =>
    template?.variables.some((name) => changed.includes(name))
      ? [[names[part] as string, template.build(known)] as const]
      : [],
  );
  const texts = parts.filter((part): part is [string, string] => part[1] !== undefined);
  return texts.length === parts.length ? Object.fromEntries(texts) : undefined;
}

export function writeUpdate(
  model: EntityModel,
  key: Values,
  changes: UntypedChanges,
  scope: ExpressionScope,
  now: Date,
): string {
  const clauses = new Clauses(model, scope);
  const write: Record<string, (path: string, value: unknown) => void> = {
    set: (path, value) => clauses.set(clauses.path(path), clauses.value(path, value)),
    ifNotExists: (path, value) => clauses.set(clauses.path(path), clauses.value(path, value), true),
    append: (path, value) => clauses.append(path, value),
    prepend: (path, value) => clauses.append(path, value, true),
    add: (path, value) => clauses.add(path, value),
    delete: (path, value) => clauses.DELETE.push(`${clauses.path(path)} ${clauses.value(path, value)}`),
  };
  for (const kind in write) {
    for (const [path, value] of Object.entries(changes[kind as 'set'] ?? {})) {
      if (value === undefined) continue;
      checkPath(model, path, kind as 'set').check?.(value);
      write[kind]?.(path, value);
    }
  }
  for (const path of changes.remove ?? []) {
    checkPath(model, path, 'remove');
    clauses.REMOVE.push(clauses.path(path));
  }
  writeIndexKeys(clauses, key, changes, writeMade(clauses, key, changes, now));
  return clauses.toString();
}
