import { presetsAt } from './presets.js';

// 29 March and 25 October 2026 are the Sundays on which Berlin changes its clocks; 1 April 2026 is a Wednesday.
const GIVEN_WHEN_THEN: [given: string, zone: string, when: string, then: Record<string, string>][] = [
  [
    'a morning in the middle of the week',
    'Europe/Berlin',
    '2026-04-01T09:30:00+02:00',
    {
      hour: '2026-04-01T08:30:00.000Z',
      today: '2026-04-01T16:00:00.000Z',
      friday: '2026-04-03T16:00:00.000Z',
    },
  ],
  [
    'a minute before 18:00',
    'Europe/Berlin',
    '2026-04-01T17:59:00+02:00',
    {
      hour: '2026-04-01T16:59:00.000Z',
      today: '2026-04-01T16:00:00.000Z',
      friday: '2026-04-03T16:00:00.000Z',
    },
  ],
  [
    '18:00 sharp: today’s is over',
    'Europe/Berlin',
    '2026-04-01T18:00:00+02:00',
    { hour: '2026-04-01T17:00:00.000Z', friday: '2026-04-03T16:00:00.000Z' },
  ],
  [
    'a Friday morning: today’s, and that of the next Friday',
    'Europe/Berlin',
    '2026-04-03T09:00:00+02:00',
    {
      hour: '2026-04-03T08:00:00.000Z',
      today: '2026-04-03T16:00:00.000Z',
      nextFriday: '2026-04-10T16:00:00.000Z',
    },
  ],
  [
    'a Friday evening',
    'Europe/Berlin',
    '2026-04-03T20:00:00+02:00',
    { hour: '2026-04-03T19:00:00.000Z', nextFriday: '2026-04-10T16:00:00.000Z' },
  ],
  [
    'a Saturday before clocks go forward: Friday is in summer time',
    'Europe/Berlin',
    '2026-03-28T12:00:00+01:00',
    {
      hour: '2026-03-28T12:00:00.000Z',
      today: '2026-03-28T17:00:00.000Z',
      friday: '2026-04-03T16:00:00.000Z',
    },
  ],
  [
    'an hour that clocks skip half of: it is an hour all the same',
    'Europe/Berlin',
    '2026-03-29T01:30:00+01:00',
    {
      hour: '2026-03-29T01:30:00.000Z',
      today: '2026-03-29T16:00:00.000Z',
      friday: '2026-04-03T16:00:00.000Z',
    },
  ],
  [
    'a Saturday before clocks go back: Friday is in winter time',
    'Europe/Berlin',
    '2026-10-24T12:00:00+02:00',
    {
      hour: '2026-10-24T11:00:00.000Z',
      today: '2026-10-24T16:00:00.000Z',
      friday: '2026-10-30T17:00:00.000Z',
    },
  ],
  [
    'Friday already in Auckland, while Thursday in UTC',
    'Pacific/Auckland',
    '2026-04-02T20:00:00Z',
    {
      hour: '2026-04-02T21:00:00.000Z',
      today: '2026-04-03T05:00:00.000Z',
      nextFriday: '2026-04-10T06:00:00.000Z',
    },
  ],
  [
    'a Sunday at the end of a year',
    'UTC',
    '2028-12-31T23:30:00Z',
    { hour: '2029-01-01T00:30:00.000Z', friday: '2029-01-05T18:00:00.000Z' },
  ],
];

test.each(GIVEN_WHEN_THEN)('%s (%s, %s)', (_, zone, when, then) => {
  expect(Object.fromEntries(presetsAt(Date.parse(when), zone).map(({ preset, at }) => [preset, at]))).toEqual(
    then,
  );
});
