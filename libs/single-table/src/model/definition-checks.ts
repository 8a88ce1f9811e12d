import { refuseDefinition as refuse } from '../wire/errors.js';
import type { CompiledKeys, EntityConfiguration, EntityModel } from './model.js';
import { isLocal, keyTypeOf, type TableDefinition } from '../definitions/table.js';

function checkAttributes(
  table: TableDefinition,
  config: EntityConfiguration,
  { key, indexes }: EntityModel,
): void {
  const { name: entity, attributes, versionAttribute, hideExpired } = config;
  const of = (name: string | undefined) =>
    name !== undefined && Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  if (!entity) refuse('An entity', 'needs a name');
  for (const name of key.variables) {
    const { presence, generation } = of(name)!.settings;
    if (presence === 'optional') refuse(entity, `has the optional attribute ${name} in its key`);
    if (generation?.on === 'write') refuse(entity, `has ${name} in its key, which changes at each write`);
  }
  const version = versionAttribute === undefined || of(versionAttribute);
  if ([key, ...indexes.values()].some(({ variables }) => variables.includes(versionAttribute ?? '')))
    refuse(entity, `counts versions in ${versionAttribute}, which is in a key: no update could know it`);
  if (
    !version ||
    (version !== true && (version.codec.type !== 'number' || version.settings.presence === 'optional'))
  )
    refuse(entity, `needs ${versionAttribute}, its versions, as a number that every item has`);
  const expiry = of(table.timeToLive);
  if (hideExpired && !expiry) refuse(entity, 'has no attribute for the time to live of its table');
  if (expiry && expiry.codec.type !== 'number') refuse(entity, `needs ${table.timeToLive} as a number`);
  const folded = key.templates.flatMap((template) => template?.folded ?? []);
  for (const [name, { settings }] of Object.entries(attributes)) {
    if (settings.keyOnly && (!key.variables.includes(name) || folded.includes(name)))
      refuse(entity, `stores ${name} in its key only, from which it cannot be read back`);
    const source = settings.computation?.dependsOn.find(
      (each) => !of(each) || of(each)?.settings.computation || each === versionAttribute,
    );
    if (source) refuse(entity, `computes ${name} from ${source}, which is not an attribute that is given`);
  }
}

export function checkEntity(table: TableDefinition, config: EntityConfiguration, model: EntityModel): void {
  for (const keys of [model.key, ...model.indexes.values()]) {
    checkKeys(table, config, keys);
    checkReuse(config.name, keys, model.key);
    checkProjection(table, config, keys, model.key);
  }
  checkAttributes(table, config, model);
}

/** Refuses templates and shards of the table or an index that could never make a key. */
function checkKeys(table: TableDefinition, config: EntityConfiguration, keys: CompiledKeys): void {
  const { names, templates, index, shards, variables } = keys;
  const unknown = variables.find((name) => !Object.hasOwn(config.attributes, name));
  if (unknown) refuse(config.name, `has ${unknown} in a key but not among its attributes`);
  for (const [part, name] of names.entries()) {
    const isNumber = keyTypeOf(table, name!) === 'N';
    if (templates[part]?.isNumber !== isNumber)
      refuse(config.name, `has no template for ${name} of its type`);
  }
  const given = index === undefined ? config.key : config.indexes?.[index];
  const extra = Object.keys(typeof given === 'object' ? (given as object) : {}).find(
    (name) => !names.includes(name) && (name !== 'shards' || index === undefined || isLocal(table, index)),
  );
  if (extra) refuse(config.name, `has a template for ${extra}, which is no key attribute there`);
  if (shards && !(Number.isSafeInteger(shards.count) && shards.count > 0))
    refuse(config.name, `needs a whole number of shards in ${index}, and at least one`);
}

/** An index over a key attribute of the table would write its own template over that of the key. */
function checkReuse(
  entity: string,
  { names, templates, index, stored }: CompiledKeys,
  key: CompiledKeys,
): void {
  const other = names.find((name, part) => {
    const own = key.names.indexOf(name);
    return stored && own >= 0 && key.templates[own]?.text !== templates[part]?.text;
  });
  if (other) refuse(entity, `has another template for ${other} in ${index} than in its key`);
}

/** Refuses what an index that holds only a part of each item cannot give back. */
function checkProjection(
  { timeToLive = '' }: TableDefinition,
  { name, attributes, schema, hideExpired }: EntityConfiguration,
  { index, included, templates }: CompiledKeys,
  key: CompiledKeys,
): void {
  if (!included) return;
  const folded = [...templates, ...key.templates].flatMap((template) => template?.folded ?? []);
  const lost = folded.find((each) => !included.includes(each));
  if (lost) refuse(name, `folds ${lost}, which ${index} has in its keys only`);
  if (schema && schema.version > 1 && included.some((each) => Object.hasOwn(attributes, each)))
    refuse(name, `has versions, and ${index} too little of an item to convert it`);
  if (hideExpired && !included.includes(timeToLive))
    refuse(name, `hides what has expired, and ${index} does not include ${timeToLive}`);
}
