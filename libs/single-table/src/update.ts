import { SingleTableError } from './errors.js';
import { attributeAt, stepsOf, type ExpressionScope } from './expression.js';
import { keyOf, type EntityModel } from './model.js';
import { wireKeyValue } from './table.js';

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
}

/** The clauses of one update expression as they are collected. */
export class Clauses {
  readonly SET: string[] = [];
  readonly REMOVE: string[] = [];
  readonly ADD: string[] = [];
  readonly DELETE: string[] = [];

  constructor(
    readonly model: EntityModel,
    readonly scope: ExpressionScope,
  ) {}

  /** The placeholder of a value of the attribute at a path. */
  value(path: string, value: unknown): string {
    return this.scope.value(attributeAt(this.model.attributes, path).codec.encode(value, path));
  }

  /** Sets a path, or with `unlessThere` only where nothing is yet. */
  set(target: string, value: string, unlessThere = false): void {
    this.SET.push(`${target} = ${unlessThere ? `if_not_exists(${target}, ${value})` : value}`);
  }

  add(path: string, value: unknown): void {
    this.ADD.push(`${this.scope.path(path)} ${this.value(path, value)}`);
  }

  append(path: string, value: unknown, first = false): void {
    const target = this.scope.path(path);
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

export function refuseUpdate(model: EntityModel, why: string): never {
  throw new SingleTableError('InvalidRequest', `The update of ${model.name} ${why}.`, {
    operation: 'UpdateItem',
  });
}

/** Refuses paths an update cannot change, also where types were bypassed. */
function checkPath(model: EntityModel, path: string, kind: keyof UntypedChanges): void {
  const root = stepsOf(path)[0] as string;
  const { settings } = attributeAt(model.attributes, root);
  if (model.key.variables.includes(root)) refuseUpdate(model, `changes ${root}, which is part of its key`);
  if (settings.access === 'readOnly') refuseUpdate(model, `changes ${root}, which is read-only`);
  const whole = path === root;
  if (kind === 'remove' && whole && settings.presence !== 'optional') {
    refuseUpdate(model, `removes ${path}, which is not optional`);
  }
  if (whole && (kind === 'set' || kind === 'remove')) return;
  if ([...model.indexes.values()].some(({ open }) => open.includes(root))) {
    refuseUpdate(model, `changes ${path}, which is part of an index key, otherwise than by set or remove`);
  }
}

/** Writes the index keys that the changed attributes take part in: whole, or removed. Never half. */
function writeIndexKeys(clauses: Clauses, key: Values, { set = {}, remove = [] }: UntypedChanges): void {
  const { model, scope } = clauses;
  for (const keys of model.indexes.values()) {
    const { open, names } = keys;
    if (!keys.stored) continue;
    if (open.some((name) => remove.includes(name))) {
      clauses.REMOVE.push(...names.map((name) => scope.name(name as string)));
      continue;
    }
    const given = open.filter((name) => set[name] !== undefined);
    if (given.length === 0) continue;
    if (given.length < open.length) {
      refuseUpdate(
        model,
        `sets ${given.join(', ')} but not all of ${open.join(', ')}, which ${keys.index} needs`,
      );
    }
    const indexKey = keyOf(keys, { ...key, ...set }) ?? {};
    for (const name in indexKey) {
      clauses.set(scope.name(name), scope.value(wireKeyValue(model.table, name, indexKey[name] as string)));
    }
  }
}

/** Writes what the library makes at each write, and what is computed from changed attributes. */
function writeMade(
  clauses: Clauses,
  key: Values,
  { set = {}, remove = [] }: UntypedChanges,
  now: Date,
): void {
  const { model, scope } = clauses;
  for (const [name, { settings }] of model.entries) {
    const { generation, computation } = settings;
    if (generation?.on === 'write' && set[name] === undefined) {
      clauses.set(scope.name(name), clauses.value(name, generation.make(now)));
    }
    const sources = computation?.dependsOn ?? [];
    if (!computation || !sources.some((source) => set[source] !== undefined || remove.includes(source)))
      continue;
    const known = { ...key, ...set };
    const missing = sources.find((source) => known[source] === undefined && !remove.includes(source));
    if (missing) refuseUpdate(model, `must set ${missing} too, which ${name} is computed from`);
    const made = computation.compute(known);
    if (made === undefined) clauses.REMOVE.push(scope.name(name));
    else clauses.set(scope.name(name), clauses.value(name, made));
  }
}

/** The UpdateExpression of some changes, its names and values put into `scope`. */
export function writeUpdate(
  model: EntityModel,
  key: Values,
  changes: UntypedChanges,
  scope: ExpressionScope,
  now: Date,
): string {
  const clauses = new Clauses(model, scope);
  const write: Record<string, (path: string, value: unknown) => void> = {
    set: (path, value) => clauses.set(scope.path(path), clauses.value(path, value)),
    ifNotExists: (path, value) => clauses.set(scope.path(path), clauses.value(path, value), true),
    append: (path, value) => clauses.append(path, value),
    prepend: (path, value) => clauses.append(path, value, true),
    add: (path, value) => clauses.add(path, value),
    delete: (path, value) => clauses.DELETE.push(`${scope.path(path)} ${clauses.value(path, value)}`),
  };
  for (const kind in write) {
    for (const [path, value] of Object.entries(changes[kind as 'set'] ?? {})) {
      if (value === undefined) continue;
      checkPath(model, path, kind as 'set');
      write[kind]?.(path, value);
    }
  }
  for (const path of changes.remove ?? []) {
    checkPath(model, path, 'remove');
    clauses.REMOVE.push(scope.path(path));
  }
  writeIndexKeys(clauses, key, changes);
  writeMade(clauses, key, changes, now);
  return clauses.toString();
}
