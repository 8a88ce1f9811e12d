import type { AttributeMap, EntityPacks, PackedEntity } from './attribute-types.js';
import { refuseAttribute, refuseDefinition as refuse, refuseRequest } from '../wire/errors.js';
import { decodeNumber, define, encodeUnknown, type WireItem, type WireValue } from '../wire/wire.js';

type Values = Readonly<Record<string, unknown>>;
type Packs = Map<string, string[]>;

/**
 * The packs of an entity. Refuses what is needed by itself, what JSON has no value for, and two members of one name. Only programs
 * that pack attributes contain this: their attributes bring it along.
 */
export function packsOf(model: PackedEntity, taken: Set<string>): EntityPacks {
  const { attributes } = model;
  const packs = collect(model.name, attributes, taken);
  requireAlone(model);
  for (const pack of packs.keys()) taken.add(pack);
  const valueOf = (pack: string, values: Values) => packed(attributes, packs.get(pack)!, values);
  return {
    names: packs,
    encode(values, wire) {
      for (const pack of packs.keys()) {
        const value = valueOf(pack, values);
        if (value) wire[pack] = value;
      }
    },
    flat: (wire) => unpacked(attributes, packs, wire),
    select(paths, scope) {
      const packOf = (path: string) => attributes[path]?.settings.pack?.name;
      // Whatever form the item is stored in.
      return paths.flatMap((path) => {
        const pack = packOf(path);
        return pack ? [scope.name(pack), scope.name(path)] : scope.path(path, attributes);
      });
    },
    update(clauses, set, isFlat) {
      const { scope } = clauses;
      for (const [pack, names] of packs) {
        if (names.every((name) => set[name] === undefined)) continue;
        const isMissing = (name: string) =>
          set[name] === undefined && attributes[name]!.settings.presence !== 'optional';
        const missing = names.filter(isMissing);
        if (missing.length > 0)
          refuseRequest(
            'UpdateItem',
            `The update of ${model.name} must set ${missing.join(', ')} too, packed with others.`,
          );
        for (const name of names) {
          if (!isFlat || set[name] === undefined) clauses.remove(scope.name(name));
          else clauses.set(scope.name(name), clauses.value(name, set[name]));
        }
        if (isFlat) clauses.remove(scope.name(pack));
        else clauses.set(scope.name(pack), scope.value(valueOf(pack, set)!));
      }
    },
  };
}

function collect(entity: string, attributes: AttributeMap, taken: ReadonlySet<string>): Packs {
  const packs: Packs = new Map();
  const stored = new Set<string>();
  for (const [name, { codec, settings }] of Object.entries(attributes)) {
    if (!settings.pack) continue;
    const { name: pack, as } = settings.pack;
    if (/^binary|Set$/.test(codec.type)) refuse(entity, `packs ${name}, of a type that JSON does not have`);
    if (taken.has(pack) || Object.hasOwn(attributes, pack))
      refuse(entity, `has an attribute ${pack}, a name it packs others under`);
    const place = JSON.stringify([pack, as]);
    if (stored.has(place)) refuse(entity, `packs two attributes as ${as}`);
    stored.add(place);
    packs.set(pack, [...(packs.get(pack) ?? []), name]);
  }
  return packs;
}

function requireAlone({ name, attributes, table, key, indexes, versionAttribute }: PackedEntity): void {
  const inKeys = [key, ...indexes.values()].flatMap(({ variables, included = [] }) => [
    ...variables,
    ...included,
  ]);
  const sources = Object.values(attributes).flatMap(({ settings }) => settings.computation?.dependsOn ?? []);
  const needed = [...inKeys, ...sources, versionAttribute ?? '', table.timeToLive ?? ''];
  const alone = needed.find((each) => Object.hasOwn(attributes, each) && attributes[each]!.settings.pack);
  if (alone) refuse(name, `packs ${alone}, which a key, an index or a computed attribute needs by itself`);
}

/** The value of a pack; undefined if none of its members has one. */
function packed(attributes: AttributeMap, names: readonly string[], values: Values): WireValue | undefined {
  const plain: Record<string, unknown> = {};
  for (const name of names) {
    const { codec, settings } = attributes[name]!;
    if (values[name] !== undefined)
      define(plain, settings.pack!.as, plainOf(codec.encode(values[name], name), name));
  }
  return Object.keys(plain).length === 0 ? undefined : { S: JSON.stringify(plain) };
}

function plainOf(wire: WireValue, name: string): unknown {
  if ('S' in wire) return wire.S;
  if ('N' in wire) return decodeNumber(wire.N, name);
  if ('BOOL' in wire) return wire.BOOL;
  if ('NULL' in wire) return null;
  if ('L' in wire) return wire.L.map((each) => plainOf(each, name));
  if (!('M' in wire))
    return refuseAttribute('InvalidAttribute', name, `${name} must be a value that JSON has.`);
  const plain = {};
  for (const key in wire.M) define(plain, key, plainOf(wire.M[key]!, name));
  return plain;
}

/**
 * A stored item with each attribute on its own, also those that its entity once packed. What is stored so beside its pack was written
 * later, by a program without packs.
 */
function unpacked(attributes: AttributeMap, packs: Packs, wire: WireItem): WireItem {
  let flat = wire;
  for (const [pack, names] of packs) {
    const value = wire[pack];
    if (!value) continue;
    if (flat === wire) flat = { ...wire };
    delete flat[pack];
    for (const [as, plain] of Object.entries('S' in value ? parse(value.S, pack) : refusePack(pack))) {
      const name = names.find((each) => attributes[each]?.settings.pack?.as === as) ?? as;
      if (!flat[name]) define(flat, name, encodeUnknown(plain, name));
    }
  }
  return flat;
}

function parse(text: string, pack: string): Values {
  try {
    return (JSON.parse(text) ?? refusePack(pack)) as Values;
  } catch {
    return refusePack(pack);
  }
}

const refusePack = (pack: string) =>
  refuseAttribute('InvalidAttribute', pack, `${pack} must be a JSON object.`);
