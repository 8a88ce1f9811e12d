import type { ExpressionScope } from './expression.js';
import { completeItem } from '../items/item-codec.js';
import { keyOf, type EntityModel } from '../definitions/model.js';
import { wireKeyValue } from '../definitions/table.js';
import { checkPath, Clauses, refuseUpdate, type UntypedChanges } from './update.js';

type Values = Readonly<Record<string, unknown>>;

/** Values created with an item only if they are missing; index keys completely or not at all. */
export function writeUpsert(
  model: EntityModel,
  given: Values,
  { add = {}, append = {} }: Pick<UntypedChanges, 'add' | 'append'>,
  scope: ExpressionScope,
  now: Date,
): string {
  const { versionAttribute } = model;
  const values = completeItem(model, versionAttribute ? { ...given, [versionAttribute]: 1 } : given, now);
  const isMade = (name: string) =>
    given[name] === undefined && model.attributes[name]?.settings.generation?.on === 'create';
  const clauses = new Clauses(model, scope);
  if (model.discriminator !== undefined)
    clauses.set(scope.name(model.discriminator), scope.value({ S: model.name }));
  if (model.schema) {
    clauses.set(scope.name(model.versionMark), scope.value({ N: String(model.schema.version) }));
  }
  for (const [name, { settings }] of model.entries) {
    if (settings.keyOnly) continue;
    if (name === versionAttribute) clauses.add(name, 1);
    else if (values[name] !== undefined && (add[name] ?? append[name]) === undefined) {
      clauses.set(scope.name(name), clauses.value(name, values[name]), isMade(name));
    }
  }
  for (const [kind, changes] of Object.entries({ add, append })) {
    for (const [path, value] of Object.entries(changes)) {
      if (value === undefined) continue;
      checkPath(model, path, 'add');
      clauses[kind as 'add' | 'append'](path, value);
    }
  }
  writeIndexKeys(clauses, values, isMade);
  return clauses.toString();
}

function writeIndexKeys(clauses: Clauses, values: Values, isMade: (name: string) => boolean): void {
  const { model, scope } = clauses;
  for (const keys of model.indexes.values()) {
    const { open } = keys;
    if (!keys.stored) continue;
    const present = open.filter((name) => values[name] !== undefined);
    if (present.length === 0 && open.length > 0 && keys.incomplete === 'absent') continue;
    const made = open.filter(isMade);
    if (present.length < open.length || (made.length > 0 && made.length < open.length)) {
      refuseUpdate(model, `must give all of ${open.join(', ')}, which ${keys.index} needs, or none`);
    }
    for (const [name, text] of Object.entries(keyOf(keys, values) ?? {})) {
      if (model.key.names.includes(name)) continue;
      clauses.set(scope.name(name), scope.value(wireKeyValue(model.table, name, text)), made.length > 0);
    }
  }
}
