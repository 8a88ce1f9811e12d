import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { collect } from '../../../test/support/collect.js';
import { MARK, markedEvent } from '../../../test/support/marked-events.js';
import {
  cutObjects,
  MAX_OBJECT_EVENTS,
  objectKey,
  writeObject,
  type FeedObject,
  type FeedPart,
} from './index.js';

const MINUTE = 60_000;
const START = Date.parse('2026-03-03T10:00:00.000Z');

async function* each<T>(values: readonly T[]): AsyncGenerator<T> {
  for (const value of values) yield await Promise.resolve(value);
}

function partAt(sequence: number, minutes: number, events = 1): FeedPart {
  return { sequence, at: new Date(START + minutes * MINUTE).toISOString(), events };
}

function cut(parts: readonly FeedPart[], completeTo?: number): Promise<FeedObject[]> {
  return collect(cutObjects(each(parts), completeTo));
}

/** Parts as processes append them, whose clocks differ: a time may be before that of the part before. */
const feeds = fc
  .array(
    fc.record({
      pause: fc.oneof(fc.constant(0), fc.integer({ min: -30_000, max: 10 * MINUTE })),
      events: fc.oneof({ weight: 9, arbitrary: fc.nat(500) }, fc.constant(MAX_OBJECT_EVENTS / 2)),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((appended) => {
    let at = START;
    return appended.map(({ pause, events }, index): FeedPart => {
      at += pause;
      return { sequence: 1_000_000 + index, at: new Date(at).toISOString(), events };
    });
  });

test('each part is in one object, in order, whatever the clocks of those who appended it', async () => {
  await fc.assert(
    fc.asyncProperty(feeds, async (parts) => {
      const objects = await cut(parts, Infinity);
      const sequences = objects.flatMap(({ first, last }) =>
        Array.from({ length: last - first + 1 }, (_, index) => first + index),
      );
      expect(sequences).toEqual(parts.map(({ sequence }) => sequence));
      const all = parts.reduce((sum, { events }) => sum + events, 0);
      expect(objects.reduce((sum, { events }) => sum + events, 0)).toBe(all);
      for (const { first, last, from } of objects)
        for (const { sequence, at } of parts)
          if (sequence >= first && sequence <= last) {
            const after = Date.parse(at) - from;
            expect(after >= 0 && after < 5 * MINUTE).toBe(true);
          }
      expect(new Set(objects.map((object) => objectKey('acct_1', object))).size).toBe(objects.length);
    }),
  );
});

test('objects are the same however far the feed was when it was cut, and from whichever object on', async () => {
  await fc.assert(
    fc.asyncProperty(feeds, fc.nat(60), fc.nat(60), async (parts, length, skipped) => {
      const objects = await cut(parts, Infinity);
      const earlier = await cut(parts.slice(0, length));
      expect(earlier).toEqual(objects.slice(0, earlier.length));
      const begun = objects[skipped % objects.length]!;
      const rest = parts.filter(({ sequence }) => sequence >= begun.first);
      expect(await cut(rest, Infinity)).toEqual(objects.slice(objects.indexOf(begun)));
    }),
  );
});

test('an object is written when the feed is complete to its end, or another has begun', async () => {
  const parts = [partAt(1, 0), partAt(2, 4)];
  expect(await cut(parts)).toEqual([]);
  expect(await cut(parts, START + 6 * MINUTE - 1)).toEqual([]);
  const object = { first: 1, last: 2, from: START, events: 2 };
  expect(await cut(parts, START + 6 * MINUTE)).toEqual([object]);
  expect(await cut([...parts, partAt(3, 5)])).toEqual([object]);
});

test('one that is full ends, so that it can be written from memory', async () => {
  const parts = [partAt(1, 0, MAX_OBJECT_EVENTS - 1), partAt(2, 1, 500), partAt(3, 2, 7)];
  expect(await cut(parts, Infinity)).toEqual([
    { first: 1, last: 2, from: START, events: MAX_OBJECT_EVENTS + 499 },
    { first: 3, last: 3, from: START, events: 7 },
  ]);
});

test('its name says whose it is, from when, and where in the feed', () => {
  expect(
    objectKey('acct_1', { first: 1_000_000, last: 1_000_007, from: START + 5 * MINUTE, events: 9 }),
  ).toBe('acct_1/2026/03/03/20260303T100500Z-000001000000.ndjson.gz');
});

test('its content is NDJSON, the same bytes each time, and has nothing personal where that is left out', async () => {
  const events = [markedEvent('user.created', 'Ada'), markedEvent('user.erased', '', { version: 8 })];
  const written = await writeObject(each(events), { personalData: true });
  expect(gunzipSync(written).toString()).toBe(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
  expect(await writeObject(each(structuredClone(events)), { personalData: true })).toEqual(written);
  // RFC 1952, section 2.3: the time of the content.
  expect(written.readUInt32LE(4)).toBe(0);
  const withoutNames = gunzipSync(await writeObject(each(events), { personalData: false })).toString();
  expect(withoutNames).not.toContain(MARK);
  expect(withoutNames.split('\n')).toHaveLength(3);
});
