import fc from 'fast-check';
import { record, type Recording } from '../index.js';

const recording: Recording = {
  accountId: 'acct_1',
  aggregateId: 'acct_1',
  currentVersion: 4,
  lastEventAt: '2026-01-01T00:00:00.000Z',
  now: Date.parse('2026-06-01T12:00:00.000Z'),
  actor: 'operator:ops',
  correlationId: 'req-1',
  causationId: 'req-1',
};
const newEvent = { type: 'account.suspended', data: { name: 'Acme' } } as const;

describe('recorded events', () => {
  test('are numbered on from the aggregate, each with its own id', () => {
    expect(record([newEvent, newEvent], recording)).toMatchObject([
      { eventId: 'acct_1.5', version: 5, at: '2026-06-01T12:00:00.000Z', schemaVersion: 1 },
      { eventId: 'acct_1.6', version: 6, at: '2026-06-01T12:00:00.001Z', schemaVersion: 1 },
    ]);
  });

  test('rise in time as they rise in version, wherever the clock jumps', () => {
    const clock = fc.array(
      fc.tuple(
        fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }),
        fc.integer({ min: 1, max: 3 }),
      ),
    );
    fc.assert(
      fc.property(clock, (commits) => {
        let last = recording.lastEventAt as string;
        let version = 4;
        for (const [now, count] of commits) {
          const newEvents = Array.from({ length: count }, () => newEvent);
          for (const event of record(newEvents, {
            ...recording,
            currentVersion: version,
            lastEventAt: last,
            now: +now,
          })) {
            expect(event.at > last).toBe(true);
            expect(event.version).toBe(version + 1);
            ({ at: last, version } = event);
          }
        }
      }),
    );
  });
});
