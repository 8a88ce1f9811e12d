import type { ExpressionScope } from '../expressions/expression.js';
import { completeItem } from '../items/item-codec.js';
import { keyOf, type EntityModel } from '../model/model.js';
import {
  checkPath,
  Clauses,
  refuseIncomplete,
  refuseUpdate,
  reliesOn,
  writeKey,
  type UntypedChanges,
} from './update.js';

type Values = Readonly<Record<string, unknown>>;
type IsMade = (name: string) => boolean;

/** What of the current item index keys and computed attributes are made of, apart from what is given. */
const upsertReliesOn = (model: EntityModel, given: Values) =>
  reliesOn(model, (name) => given[name] !== undefined);

/** Values created with an item only if they are missing; index keys completely or not at all. */
export function writeUpsert(
  model: EntityModel,
  item: Values,
  { add = {}, append = {}, current }: Pick<UntypedChanges, 'add' | 'append' | 'current'>,
  scope: ExpressionScope,
  now: Date,
): string {
  const { versionAttribute } = model;
  if (model.packs) refuseUpdate(model, 'is an upsert, and has packed attributes: put it');
  const relied = upsertReliesOn(model, item).filter((name) => current?.[name] !== undefined);
  const given: Values = { ...item, ...Object.fromEntries(relied.map((name) => [name, current?.[name]])) };
  const isMade = madeWith(model, given, !!current);
  const values = completeItem(model, versionAttribute ? { ...given, [versionAttribute]: 1 } : given, now);
  const clauses = new Clauses(model, scope);
  if (model.discriminator !== undefined)
    clauses.set(scope.name(model.discriminator), scope.value({ S: model.name }));
  if (model.schema) {
    clauses.set(scope.name(model.versionMark), scope.value({ N: String(model.schema.version) }));
  }
  for (const [name, { settings }] of model.entries) {
    if (settings.keyOnly) continue;
    if (name === versionAttribute) clauses.change('add', name, 1);
    else if (values[name] !== undefined && (add[name] ?? append[name]) === undefined) {
      clauses.write(name, values[name], isMade(name));
    } else if (settings.computation && !isMade(name)) clauses.remove(scope.name(name));
  }
  for (const [kind, changes] of Object.entries({ add, append })) {
    for (const [path, value] of Object.entries(changes)) {
      if (value === undefined) continue;
      checkPath(model, path, 'add');
      clauses.change(kind as 'add' | 'append', path, value);
    }
  }
  writeIndexKeys(clauses, values, isMade, !!current);
  return clauses.toString();
}

/**
 * Whether a value is made with the item, and not changed afterwards: it is not given, or computed from one such value. Of
 * several, an item that is there may have some and lack others: it is read.
 */
function madeWith(model: EntityModel, given: Values, isRead: boolean): IsMade {
  const isCreated = (name: string) =>
    given[name] === undefined && model.attributes[name]?.settings.generation?.on === 'create';
  const computed = new Set<string>();
  for (const [name, { settings }] of model.entries) {
    const sources = settings.computation?.dependsOn ?? [];
    const lacking = upsertReliesOn(model, given).filter((source) => sources.includes(source));
    if (lacking.length === 0) continue;
    if (sources.length === 1 && sources.every(isCreated)) computed.add(name);
    else if (!isRead) refuseIncomplete(model, lacking, name);
  }
  return (name) => computed.has(name) || isCreated(name);
}

function writeIndexKeys(clauses: Clauses, values: Values, isMade: IsMade, isRead: boolean): void {
  const { model } = clauses;
  const isKnown = (name: string) =>
    values[name] !== undefined || !!model.attributes[name]?.settings.computation;
  for (const keys of model.indexes.values()) {
    const { open, names, index, stored, incomplete } = keys;
    const known = open.filter(isKnown);
    if (!stored || (known.length === 0 && open.length > 0 && incomplete === 'absent')) continue;
    const made = open.filter(isMade);
    const isWhole = known.length === open.length && (made.length === 0 || open.length === 1);
    if (!isWhole && !isRead) {
      const missing = open.filter((name) => made.includes(name) || !known.includes(name));
      refuseIncomplete(model, missing, index as string);
    }
    writeKey(clauses, names as readonly string[], keyOf(keys, values), isWhole && made.length > 0);
  }
}
