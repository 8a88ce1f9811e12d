import type { Item, Typed } from '../definitions/entity-types.js';
import type { QueryTarget, EntityModel } from '../model/model.js';
import { decodeItem, entityNameOf, isItemOf, modelOf } from './item-codec.js';
import type { WireItem } from '../wire/wire.js';

/** The fields of a stream record that are used, from the SDK's stream client or a Lambda event. */
export interface StreamRecordLike {
  eventName?: string | undefined;
  dynamodb?:
    | {
        Keys?: object | undefined;
        NewImage?: object | undefined;
        OldImage?: object | undefined;
        SequenceNumber?: string | undefined;
      }
    | undefined;
  userIdentity?: object | undefined;
}

export type EntityChange<E extends Typed> = E extends Typed
  ? | { kind: 'insert'; entity: E['~types']['name']; new: Item<E>; sequenceNumber: string }
    | { kind: 'modify'; entity: E['~types']['name']; old: Item<E>; new: Item<E>; sequenceNumber: string }
    | {
        kind: 'remove';
        entity: E['~types']['name'];
        old: Item<E>;
        /** True if DynamoDB's time to live removed it, not a caller. */
        expired: boolean;
        sequenceNumber: string;
      }
  : never;

export interface OtherChange {
  kind: 'other';
  entity: string | undefined;
  sequenceNumber: string;
}

export type Change<E extends Typed> = EntityChange<E> | OtherChange;

function isExpiry(identity: object | undefined): boolean {
  const { type, Type, principalId, PrincipalId } = (identity ?? {}) as Record<string, unknown>;
  return (type ?? Type) === 'Service' && (principalId ?? PrincipalId) === 'dynamodb.amazonaws.com';
}

/** Insert, modify and remove of each entity, typed, and `other` for the rest, and for an item that changed its entity. */
export function streamReader<const E extends readonly QueryTarget[]>(
  entities: E,
): (record: StreamRecordLike) => Change<E[number]> {
  const models = entities.map(({ model }) => model);
  const read = (record: StreamRecordLike): Change<Typed> => {
    const { NewImage, OldImage, SequenceNumber: sequenceNumber = '' } = record.dynamodb ?? {};
    const after = NewImage as WireItem | undefined;
    const before = OldImage as WireItem | undefined;
    const present = after ?? before ?? {};
    const model = modelOf(models, present);
    if (!model || (before && !isItemOf(model, before))) {
      return { kind: 'other', entity: entityNameOf(models[0]?.discriminator, present), sequenceNumber };
    }
    return changeOf(model, record, before, after, sequenceNumber);
  };
  return read as (record: StreamRecordLike) => Change<E[number]>;
}

function changeOf(
  model: EntityModel,
  record: StreamRecordLike,
  before: WireItem | undefined,
  after: WireItem | undefined,
  sequenceNumber: string,
): Change<Typed> {
  const entity = model.name;
  if (after && before) {
    return {
      kind: 'modify',
      entity,
      old: decodeItem(model, before),
      new: decodeItem(model, after),
      sequenceNumber,
    };
  }
  if (after) return { kind: 'insert', entity, new: decodeItem(model, after), sequenceNumber };
  if (before) {
    const expired = isExpiry(record.userIdentity);
    return { kind: 'remove', entity, old: decodeItem(model, before), expired, sequenceNumber };
  }
  return { kind: 'other', entity, sequenceNumber };
}
