import { SingleTableError } from './errors.js';
import { attributeAt, type ExpressionScope } from './expression.js';
import { completeItem } from './item-codec.js';
import { indexKeyOf, type EntityModel } from './model.js';
import type { UntypedChanges } from './update.js';

type Values = Readonly<Record<string, unknown>>;

/**
 * The update expression of an upsert: sets what is given; what is made at creation (defaults, ids) only where it is
 * missing. Index keys are written whole or not at all.
 */
export function writeUpsert(
  model: EntityModel,
  given: Values,
  changes: Pick<UntypedChanges, 'add' | 'append'>,
  scope: ExpressionScope,
  now: Date,
): string {
  const { versionAttribute } = model;
  const values = completeItem(
    model,
    versionAttribute === undefined ? given : { ...given, [versionAttribute]: 1 },
    now,
  );
  const made = (name: string) =>
    given[name] === undefined && model.attributes[name]?.settings.generation?.on === 'create';
  const set: string[] = [`${scope.name(model.discriminator)} = ${scope.value({ S: model.name })}`];
  const add: string[] = [];
  if (model.schema)
    set.push(`${scope.name(model.versionMark)} = ${scope.value({ N: String(model.schema.version) })}`);
  for (const [name, { codec }] of model.entries) {
    if (name === model.versionAttribute) {
      add.push(`${scope.name(name)} ${scope.value({ N: '1' })}`);
      continue;
    }
    if (
      values[name] === undefined ||
      changes.add?.[name] !== undefined ||
      changes.append?.[name] !== undefined
    )
      continue;
    const value = scope.value(codec.encode(values[name], name));
    const target = scope.name(name);
    set.push(made(name) ? `${target} = if_not_exists(${target}, ${value})` : `${target} = ${value}`);
  }
  for (const [name, value] of Object.entries(changes.add ?? {})) {
    if (value !== undefined)
      add.push(
        `${scope.name(name)} ${scope.value(attributeAt(model.attributes, name).codec.encode(value, name))}`,
      );
  }
  for (const [name, value] of Object.entries(changes.append ?? {})) {
    if (value === undefined) continue;
    const entries = scope.value(attributeAt(model.attributes, name).codec.encode(value, name));
    const target = scope.name(name);
    set.push(`${target} = list_append(if_not_exists(${target}, ${scope.value({ L: [] })}), ${entries})`);
  }
  set.push(...indexKeyClauses(model, values, made, scope));
  return `SET ${set.join(', ')}${add.length > 0 ? ` ADD ${add.join(', ')}` : ''}`;
}

/** The index keys that the values decide: whole, or none. */
function indexKeyClauses(
  model: EntityModel,
  values: Values,
  made: (name: string) => boolean,
  scope: ExpressionScope,
): string[] {
  const set: string[] = [];
  for (const keys of model.indexes.values()) {
    if (!keys.stored) continue;
    const present = keys.open.filter((name) => values[name] !== undefined);
    if (present.length === 0 && keys.open.length > 0) continue;
    const generated = keys.open.filter(made);
    if (present.length < keys.open.length || (generated.length > 0 && generated.length < keys.open.length)) {
      throw new SingleTableError(
        'InvalidRequest',
        `The upsert of ${model.name} must give all of ${keys.open.join(', ')}, which ${keys.index} needs, or none.`,
        { operation: 'UpdateItem' },
      );
    }
    for (const [name, text] of Object.entries(indexKeyOf(keys, values) ?? {})) {
      const target = scope.name(name);
      const value = scope.value({ S: text });
      set.push(
        generated.length > 0 ? `${target} = if_not_exists(${target}, ${value})` : `${target} = ${value}`,
      );
    }
  }
  return set;
}
