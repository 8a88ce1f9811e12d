import { SingleTableError } from './errors.js';
import type { ExpressionScope } from './expression.js';
import { attributeAt, stepsOf } from './expression.js';
import { indexKeyOf, keyNamesOf, type EntityModel } from './model.js';
import type { WireValue } from './wire.js';

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
class Clauses {
  readonly set: string[] = [];
  readonly remove: string[] = [];
  readonly add: string[] = [];
  readonly delete: string[] = [];

  toString(): string {
    return Object.entries({ SET: this.set, REMOVE: this.remove, ADD: this.add, DELETE: this.delete })
      .filter(([, parts]) => parts.length > 0)
      .map(([keyword, parts]) => `${keyword} ${parts.join(', ')}`)
      .join(' ');
  }
}

function refuse(model: EntityModel, why: string): never {
  throw new SingleTableError('InvalidRequest', `The update of ${model.name} ${why}.`, {
    operation: 'UpdateItem',
  });
}

/** Refuses paths an update cannot change, also where types were bypassed. */
function checkPath(model: EntityModel, path: string, kind: keyof UntypedChanges): void {
  const root = stepsOf(path)[0] as string;
  const attribute = attributeAt(model.attributes, root);
  if (model.keyVariables.has(root)) refuse(model, `changes ${root}, which is part of its key`);
  if (attribute.settings.access === 'readOnly') refuse(model, `changes ${root}, which is read-only`);
  if (kind === 'set' && path === root) return;
  for (const keys of model.indexes.values()) {
    if (keys.open.includes(root) && !(kind === 'remove' && path === root)) {
      refuse(model, `changes ${path}, which is part of an index key, otherwise than by set or remove`);
    }
  }
}

/** Writes the index keys that the changed attributes take part in: whole, or removed. Never half. */
function writeIndexKeys(
  model: EntityModel,
  key: Values,
  changes: UntypedChanges,
  scope: ExpressionScope,
  clauses: Clauses,
) {
  const set = changes.set ?? {};
  for (const keys of model.indexes.values()) {
    if (!keys.stored || keys.open.length === 0) continue;
    const removed = keys.open.some((name) => changes.remove?.includes(name));
    const given = keys.open.filter((name) => set[name] !== undefined);
    if (removed) {
      clauses.remove.push(...keyNamesOf(keys.attributes).map((name) => scope.name(name)));
    } else if (given.length > 0) {
      if (given.length < keys.open.length) {
        refuse(
          model,
          `sets ${given.join(', ')} but not all of ${keys.open.join(', ')}, which ${keys.index} needs`,
        );
      }
      const indexKey = indexKeyOf(keys, { ...key, ...set }) ?? {};
      for (const name in indexKey) {
        clauses.set.push(`${scope.name(name)} = ${scope.value({ S: indexKey[name] as string })}`);
      }
    }
  }
}

function writeGenerated(
  model: EntityModel,
  key: Values,
  changes: UntypedChanges,
  scope: ExpressionScope,
  clauses: Clauses,
  now: Date,
) {
  const set = changes.set ?? {};
  for (const [name, { settings, codec }] of model.entries) {
    if (settings.generation?.on === 'write' && set[name] === undefined) {
      clauses.set.push(
        `${scope.name(name)} = ${scope.value(codec.encode(settings.generation.make(now), name))}`,
      );
    }
    const sources = settings.computation?.dependsOn ?? [];
    const touched = sources.some((source) => set[source] !== undefined || changes.remove?.includes(source));
    if (!settings.computation || !touched) continue;
    const known = { ...key, ...set };
    const missing = sources.find(
      (source) => known[source] === undefined && !changes.remove?.includes(source),
    );
    if (missing !== undefined) refuse(model, `must set ${missing} too, which ${name} is computed from`);
    const made = settings.computation.compute(known);
    if (made === undefined) clauses.remove.push(scope.name(name));
    else clauses.set.push(`${scope.name(name)} = ${scope.value(codec.encode(made, name))}`);
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
  const clauses = new Clauses();
  const encode = (path: string, value: unknown): WireValue =>
    attributeAt(model.attributes, path).codec.encode(value, path);
  const each = (
    kind: Exclude<keyof UntypedChanges, 'remove'>,
    write: (path: string, value: unknown) => void,
  ) => {
    for (const [path, value] of Object.entries(changes[kind] ?? {})) {
      if (value === undefined) continue;
      checkPath(model, path, kind);
      write(path, value);
    }
  };
  each('set', (path, value) => clauses.set.push(`${scope.path(path)} = ${scope.value(encode(path, value))}`));
  each('ifNotExists', (path, value) => {
    const target = scope.path(path);
    clauses.set.push(`${target} = if_not_exists(${target}, ${scope.value(encode(path, value))})`);
  });
  each('append', (path, value) => {
    const target = scope.path(path);
    clauses.set.push(
      `${target} = list_append(if_not_exists(${target}, ${scope.value({ L: [] })}), ${scope.value(encode(path, value))})`,
    );
  });
  each('prepend', (path, value) => {
    const target = scope.path(path);
    clauses.set.push(
      `${target} = list_append(${scope.value(encode(path, value))}, if_not_exists(${target}, ${scope.value({ L: [] })}))`,
    );
  });
  each('add', (path, value) => clauses.add.push(`${scope.path(path)} ${scope.value(encode(path, value))}`));
  each('delete', (path, value) =>
    clauses.delete.push(`${scope.path(path)} ${scope.value(encode(path, value))}`),
  );
  for (const path of changes.remove ?? []) {
    checkPath(model, path, 'remove');
    if (model.attributes[path] && model.attributes[path].settings.presence !== 'optional') {
      refuse(model, `removes ${path}, which is not optional`);
    }
    clauses.remove.push(scope.path(path));
  }
  writeIndexKeys(model, key, changes, scope, clauses);
  writeGenerated(model, key, changes, scope, clauses, now);
  return clauses.toString();
}
