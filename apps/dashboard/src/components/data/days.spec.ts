import fc from 'fast-check';
import { endOfDay, isDay, startOfDay } from './days.js';

const HOUR_MS = 3_600_000;
const hoursOf = (day: string, zone: string) =>
  (Date.parse(endOfDay(day, zone) ?? '') - Date.parse(startOfDay(day, zone) ?? '')) / HOUR_MS;

test.each([
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', 25],
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', 24.5],
  ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00.000Z', 23.5],
  // Clocks went from 23:59 to 1:00, and at 24:00 back to 23:00.
  ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z', 23],
  ['America/Sao_Paulo', '2018-02-17', '2018-02-17T02:00:00.000Z', 25],
  // Samoa left it out.
  ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z', 0],
  ['UTC', '2026-03-29', '2026-03-29T00:00:00.000Z', 24],
])('in %s, %s begins at %s and has %d hours', (zone, day, start, hours) => {
  expect([startOfDay(day, zone), hoursOf(day, zone)]).toEqual([start, hours]);
});

test('a day is from when clocks first show it to when they first show the next, in every zone', () => {
  const dates = fc.date({ min: new Date('1975-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(fc.constantFrom(...Intl.supportedValuesOf('timeZone')), dates, (zone, date) => {
      const day = date.toISOString().slice(0, 10);
      const start = Date.parse(startOfDay(day, zone) ?? '');
      // As Sweden writes dates.
      const shown = (instant: number) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(instant);
      expect(shown(start) >= day).toBe(true);
      expect(shown(start - 1) < day).toBe(true);
      if (hoursOf(day, zone) > 0) expect(shown(start)).toBe(day);
    }),
    { numRuns: 300 },
  );
});

test.each(['2026-02-30', '2026-13-01', 'yesterday', '', '0002-11-25', '2026-1-1', '2026-01-01T10:00Z'])(
  '%s is no day',
  (text) =>
    expect([isDay(text), startOfDay(text, 'UTC'), endOfDay(text, 'UTC')]).toEqual([
      false,
      undefined,
      undefined,
    ]),
);
