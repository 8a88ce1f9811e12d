/**
 * Programs the compiler must reject, each under a `@ts-expect-error` that fails if it is not rejected, next to valid ones.
 * Checked by `npm run typecheck` and by types.spec.ts; never run.
 */
import {
  any,
  connectTable,
  createdAt,
  defineEntity,
  defineTable,
  list,
  map,
  number,
  oneOf,
  packed,
  string,
  stringSet,
  updatedAt,
  type Item,
  type Key,
  type PutItem,
  type TableOptions,
} from '@rollbook/single-table';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <T extends true>(): T | undefined => undefined;

const shop = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: { GSI1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' }, Inverse: 'inverted' },
});

const member = defineEntity(shop, {
  name: 'member',
  key: { PK: 'org:{orgId}', SK: 'dept:{dept}#team:{team}#member:{memberId}' },
  indexes: { GSI1: { GSI1PK: 'status:{status}', GSI1SK: '{since:iso}:{memberId}' } },
  attributes: {
    orgId: string(),
    dept: string(),
    team: string(),
    memberId: string(),
    status: oneOf('active', 'away'),
    since: string(),
    age: number(),
    labels: stringSet(),
    history: list(map({ at: string() })),
    address: map({ city: string(), zip: string().optional() }),
    nickname: string().optional(),
    notes: any<{ open: true }>().optional(),
    secret: string().hidden(),
    createdAt: createdAt(),
    source: string().readOnly(),
  },
});

/** In its index by its state and by times that no update gives. */
const ticket = defineEntity(shop, {
  name: 'ticket',
  key: { PK: 'ticket:{ticketId}', SK: 'ticket' },
  indexes: { GSI1: { GSI1PK: '{state}:{owner}', GSI1SK: '{createdAt:iso}:{changedAt:iso}' } },
  attributes: {
    ticketId: string(),
    state: string(),
    owner: string().nullable(),
    createdAt: createdAt(),
    changedAt: updatedAt(),
  },
});

const group = defineEntity(shop, {
  name: 'group',
  key: { PK: 'group:{groupId}', SK: 'metadata' },
  attributes: { groupId: string(), title: string() },
});

const parcel = defineEntity(shop, {
  name: 'parcel',
  key: { PK: 'parcel:{parcelId}', SK: 'parcel' },
  attributes: {
    parcelId: string(),
    title: string(),
    ...packed('d', { weight: number(), to: map({ town: string() }), note: string().optional() }),
  },
});

declare const options: TableOptions;
const table = connectTable(shop, options);
const key = { orgId: 'o', dept: 'd', team: 't', memberId: 'm' };
const wholeMember = {
  ...key,
  status: 'active' as const,
  since: '2026-01-01T00:00:00.000Z',
  age: 3,
  labels: new Set(['x']),
  history: [{ at: '' }],
  address: { city: 'Bern' },
  secret: 's',
  source: 'import',
};

export function types(): void {
  same<Equal<Key<typeof member>, { orgId: string; dept: string; team: string; memberId: string }>>();
  same<Equal<Item<typeof group>, { groupId: string; title: string }>>();
  same<Equal<Item<typeof member>['status'], 'active' | 'away'>>();
  same<Equal<PutItem<typeof member>['createdAt'], string | undefined>>();
  // @ts-expect-error a hidden attribute is not in what reads return
  same<Equal<Item<typeof member>['secret'], string>>();
}

export async function packs(): Promise<void> {
  const to = { town: 'Bern' };
  same<Equal<Item<typeof parcel>['weight'], number>>();
  same<Equal<PutItem<typeof parcel>['note'], string | undefined>>();
  const { items } = await table.query(parcel, { parcelId: 'p' }, { select: ['weight', 'to'] });
  void items[0]?.to.town.length;
  const is = { parcelId: 'p' };
  await table.update(parcel, is, { set: { weight: 2, to, title: 't' } });
  await table.update(parcel, is, { set: { title: 't' }, condition: (c) => c.eq('title', 'u') });
  // @ts-expect-error a part of a pack
  await table.update(parcel, is, { set: { weight: 2 } });
  // @ts-expect-error a path into a pack
  await table.update(parcel, is, { set: { 'to.town': 'Thun' } });
  // @ts-expect-error a number in a pack is not added to
  await table.update(parcel, is, { add: { weight: 2 } });
  // @ts-expect-error nothing is removed from a pack by itself
  await table.update(parcel, is, { remove: ['note'] });
  // @ts-expect-error a condition on what is packed
  await table.update(parcel, is, { set: { title: 't' }, condition: (c) => c.eq('weight', 2) });
  // @ts-expect-error a filter by what is packed
  await table.query(parcel, { parcelId: 'p' }, { filter: (c) => c.eq('to.town', 'Bern') });
  // @ts-expect-error a path into a pack is not selected
  await table.query(parcel, { parcelId: 'p' }, { select: ['to.town'] });
}

export async function keys(): Promise<void> {
  await table.get(member, key);
  // @ts-expect-error a key parameter is missing
  await table.get(member, { orgId: 'o', dept: 'd', team: 't' });
  // @ts-expect-error a key parameter has the wrong type
  await table.get(member, { ...key, memberId: 7 });
  // @ts-expect-error a key parameter has the wrong name
  await table.get(group, { groupid: 'g' });
  // @ts-expect-error a key parameter that the key does not have
  await table.get(group, { groupId: 'g', dept: 'd' });
}

export async function queries(): Promise<void> {
  await table.query(member, { orgId: 'o' });
  await table.query(member, { orgId: 'o', dept: 'd' });
  await table.query(member, { orgId: 'o', dept: 'd', team: 't' }, { beginsWith: { memberId: 'a' } });
  // @ts-expect-error the partition key is missing
  await table.query(member, { dept: 'd' });
  // @ts-expect-error a partial sort key from the right
  await table.query(member, { orgId: 'o', team: 't' });
  // @ts-expect-error a partial sort key with a hole
  await table.query(member, { orgId: 'o', dept: 'd', memberId: 'm' });
  // @ts-expect-error a name that the key does not have
  await table.query(member, { orgId: 'o', status: 'active' });
  // @ts-expect-error a bound from the right of the sort key
  await table.query(member, { orgId: 'o' }, { atLeast: { team: 't' } });
  // @ts-expect-error a bound that the query key fixes already
  await table.query(member, { orgId: 'o', dept: 'd' }, { atLeast: { dept: 'e' } });
  // @ts-expect-error an order that does not exist
  await table.query(member, { orgId: 'o' }, { order: 'up' });
  // @ts-expect-error an attribute that does not exist
  await table.query(member, { orgId: 'o' }, { select: ['nothing'] });
  const { items } = await table.query(member, { orgId: 'o' }, { select: ['age'] });
  // @ts-expect-error a path to a member that the map does not have
  await table.query(member, { orgId: 'o' }, { select: ['address.street'] });
  const { items: cities } = await table.query(member, { orgId: 'o' }, { select: ['address.city'] });
  void cities[0]?.address.city.length;
  // @ts-expect-error a member of a map that was not selected
  void cities[0]?.address.zip;
  // @ts-expect-error an attribute that was not selected
  void items[0]?.nickname;
}

export async function indexes(): Promise<void> {
  await table.query(member.by('GSI1'), { status: 'away' });
  await table.query(group.by('Inverse'), { groupId: 'g' });
  // @ts-expect-error an unknown index
  member.by('GSI2');
  // @ts-expect-error an index the entity is not in
  group.by('GSI1');
  // @ts-expect-error the index key takes only known values
  await table.query(member.by('GSI1'), { status: 'gone' });
  // @ts-expect-error the key of the table is not the key of the index
  await table.query(member.by('GSI1'), { orgId: 'o' });
}

export async function puts(): Promise<void> {
  await table.put(member, wholeMember);
  // @ts-expect-error a required attribute is missing
  await table.put(group, { groupId: 'g' });
  // @ts-expect-error an attribute that does not exist
  await table.put(group, { groupId: 'g', title: 't', size: 1 });
  // @ts-expect-error a value outside of the enumeration
  await table.put(member, { ...wholeMember, status: 'gone' });
  // @ts-expect-error a value of the wrong type
  await table.put(member, { ...wholeMember, age: '3' });
}

export async function conditions(): Promise<void> {
  await table.delete(member, key, { condition: (c) => c.and(c.eq('age', 1), c.contains('labels', 'x')) });
  await table.delete(member, key, { condition: (c) => c.eq('address.city', 'Bern') });
  // @ts-expect-error an unknown attribute in a condition
  await table.delete(member, key, { condition: (c) => c.eq('size', 1) });
  // @ts-expect-error a wrong type in a condition
  await table.delete(member, key, { condition: (c) => c.eq('age', '1') });
  // @ts-expect-error a value outside of the enumeration in a condition
  await table.delete(member, key, { condition: (c) => c.eq('status', 'gone') });
  // @ts-expect-error a path whose first name is no attribute
  await table.delete(member, key, { condition: (c) => c.exists('adress.city') });
  // @ts-expect-error an entry of another type than the set's
  await table.delete(member, key, { condition: (c) => c.contains('labels', 1) });
  // @ts-expect-error an unknown attribute in a filter
  await table.query(member, { orgId: 'o' }, { filter: (c) => c.gt('size', 1) });
}

export async function updates(): Promise<void> {
  await table.update(member, key, { set: { age: 4, 'address.city': 'Basel' }, remove: ['nickname'] });
  await table.update(member, key, { set: { status: 'away', since: '2026-01-01T00:00:00.000Z' } });
  await table.update(member, key, {
    add: { age: 1, labels: new Set(['y']) },
    append: { history: [{ at: '' }] },
  });
  await table.update(ticket, { ticketId: 't' }, { set: { state: 'closed', owner: null } });
  // @ts-expect-error the other variable of an index key that an update can set
  await table.update(ticket, { ticketId: 't' }, { set: { state: 'closed' } });
  // @ts-expect-error a wrong type in set
  await table.update(member, key, { set: { age: '4' } });
  // @ts-expect-error an unknown attribute in set
  await table.update(member, key, { set: { size: 4 } });
  // @ts-expect-error a key attribute in an update
  await table.update(member, key, { set: { memberId: 'n' } });
  // @ts-expect-error a read-only attribute in an update
  await table.update(member, key, { set: { source: 'hand' } });
  // @ts-expect-error one variable of an index key without the other
  await table.update(member, key, { set: { status: 'away' } });
  // @ts-expect-error the other one alone
  await table.update(member, key, { set: { since: '2026-01-01T00:00:00.000Z', age: 4 } });
  // @ts-expect-error a variable of an index key by another way than set
  await table.update(member, key, { ifNotExists: { status: 'away' } });
  // @ts-expect-error only an optional attribute can be removed
  await table.update(member, key, { remove: ['age'] });
  // @ts-expect-error adding to what is neither a number nor a set
  await table.update(member, key, { add: { nickname: 1 } });
  // @ts-expect-error appending to what is no list
  await table.update(member, key, { append: { age: [1] } });
  // @ts-expect-error taking out of what is no set
  await table.update(member, key, { delete: { history: new Set(['x']) } });
}

export async function nested(): Promise<void> {
  await table.update(member, key, {
    set: { 'address.city': 'Basel', 'history[0]': { at: '' }, 'notes.open': true },
  });
  await table.update(member, key, { set: { 'history[12].at': '' }, remove: ['address.zip', 'history[0]'] });
  // @ts-expect-error a member that the map must have
  await table.update(member, key, { remove: ['address.city'] });
  // @ts-expect-error a member that the maps of a list must have
  await table.update(member, key, { remove: ['history[0].at'] });
  await table.delete(member, key, { condition: (c) => c.eq('history[0].at', '') });
  // @ts-expect-error a wrong type within a map
  await table.update(member, key, { set: { 'address.city': 3 } });
  // @ts-expect-error a wrong type within a list of maps
  await table.update(member, key, { set: { 'history[0].at': 3 } });
  // @ts-expect-error a name that the map does not have
  await table.update(member, key, { set: { 'address.street': 'x' } });
  // @ts-expect-error a name that the list's maps do not have
  await table.update(member, key, { set: { 'history[0].by': 'x' } });
  // @ts-expect-error a position in what is no list
  await table.update(member, key, { set: { 'address[0]': 'x' } });
  // @ts-expect-error a path into a text
  await table.update(member, key, { set: { 'nickname.first': 'x' } });
  // @ts-expect-error adding to a text within a map
  await table.update(member, key, { add: { 'address.city': 1 } });
  // @ts-expect-error a wrong type within a map in a condition
  await table.delete(member, key, { condition: (c) => c.eq('address.city', 3) });
  // @ts-expect-error a name that the map does not have, in a condition
  await table.delete(member, key, { condition: (c) => c.exists('address.street') });
}
