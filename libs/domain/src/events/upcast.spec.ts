import { UnreadableEventError, upcast, upcastWith, type StoredEvent } from './upcast.js';

const envelope = {
  eventId: 'user_1.1',
  accountId: 'acct_1',
  aggregateId: 'user_1',
  version: 1,
  at: '2026-01-01T00:00:00.000Z',
  actor: 'operator:spec',
  correlationId: 'correlation',
  causationId: 'cause',
} as const;
const stored = (type: string, schemaVersion: number, data: unknown): StoredEvent => ({
  ...envelope,
  type,
  schemaVersion,
  data,
});

/** A type that was changed twice: a name was split, then a greeting was added. */
const upcasters = {
  'person.named': [
    ({ name }: { name: string }) => ({ first: name.split(' ')[0], last: name.split(' ')[1] }),
    (data: { first: string; last: string }) => ({ ...data, greeting: `Dear ${data.first}` }),
  ],
  'person.left': [],
};
const read = (event: StoredEvent) => upcastWith(upcasters, event);

describe('a stored event', () => {
  test('of any earlier schema version is read as one of the current version', () => {
    const current = stored('person.named', 3, { first: 'Ada', last: 'Lovelace', greeting: 'Dear Ada' });
    expect(read(stored('person.named', 1, { name: 'Ada Lovelace' }))).toEqual(current);
    expect(read(stored('person.named', 2, { first: 'Ada', last: 'Lovelace' }))).toEqual(current);
    expect(read(current)).toBe(current);
  });

  test('keeps its envelope, and what was stored is not touched', () => {
    const old = stored('person.named', 1, Object.freeze({ name: 'Ada Lovelace' }));
    expect(read(Object.freeze(old))).toMatchObject(envelope);
    expect(old).toEqual(stored('person.named', 1, { name: 'Ada Lovelace' }));
  });

  test.each([
    ['of an unknown type', stored('person.vanished', 1, {})],
    ['of a type named like something every object has', stored('constructor', 1, {})],
    ['of a schema version from the future', stored('person.left', 2, {})],
    ['of no schema version', stored('person.left', 0, {})],
  ])('%s is refused by name', (_, event) => {
    expect(() => read(event)).toThrow(UnreadableEventError);
    expect(() => read(event)).toThrow('user_1.1');
  });
});

test('an event of the current version is read as it is', () => {
  const event = stored('account.renamed', 1, { name: 'b', previousName: 'a' });
  expect(upcast(event)).toBe(event);
});
