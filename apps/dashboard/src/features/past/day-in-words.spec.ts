import { dayInWords } from './day-in-words.js';

const today = '2026-11-27';

test.each([
  ['prod on 3 march', 'prod', '2026-03-03'],
  ['prod on 3 December', 'prod', '2025-12-03'],
  ['Ada Lovelace on march 3', 'Ada Lovelace', '2026-03-03'],
  ['prod on Mar 3, 2024', 'prod', '2024-03-03'],
  ['prod on 2024-02-29', 'prod', '2024-02-29'],
  ['work on it on yesterday', 'work on it', '2026-11-26'],
  ['prod on 27 nov', 'prod', '2026-11-27'],
  ['prod yesterday', 'prod', '2026-11-26'],
  ['prod on last friday', 'prod', '2026-11-20'],
  ['Ada  Lovelace last  Monday', 'Ada Lovelace', '2026-11-23'],
  ['prod on thursday', 'prod', '2026-11-26'],
  ['prod 3 days ago', 'prod', '2026-11-24'],
  ['on on yesterday', 'on', '2026-11-26'],
])('%s', (text, what, day) => {
  expect(dayInWords(text, today)).toEqual({ what, day });
});

test.each([
  'prod',
  'work on it',
  'on 3 march',
  'prod on 31 june',
  'prod on 3',
  'prod on march',
  'prod on ',
  'yesterday',
  'last friday',
  'prod last thing',
  'prod on last 3 march',
])('“%s” names no day', (text) => {
  expect(dayInWords(text, today)).toEqual({ what: text.trim() });
});
