import fc from 'fast-check';
import type { SearchChange, SearchEntry } from './entries.js';
import { countMatches, matchingRows, type SearchFilter } from './query-index.js';
import { SearchIndex } from './search-index.js';

const NAMES = [
  'Ada',
  'Adam',
  'Öztürk',
  'Ozan',
  'Grace',
  'Grayson',
  'Lovelace',
  'Łukasz',
  '太郎',
  'Жанна',
  'O’Neil',
];
const QUERIES = [
  ...['ad', 'ADA', 'ozt', 'gra', 'lovelac', 'lovelcae', 'lvelace', 'graxe', 'xrace', 'lukasx', 'жана'],
  ...[
    '太',
    'neil',
    'example',
    'exmaple',
    'zzzzz',
    '*',
    '%',
    '\u202eada',
    'ada gra',
    'gra ada exam',
    'ad adaa',
  ],
];

const entry = fc.record({
  id: fc.integer({ min: 1, max: 30 }).map((n) => `user_${String(n).padStart(4, '0')}`),
  name: fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' ')),
  detail: fc.constantFrom('a@example.com', 'grace@exempel.org', ''),
  role: fc.constantFrom('owner', 'admin', 'member'),
  status: fc.constantFrom('active', 'invited'),
  createdAt: fc.integer({ min: 1, max: 5 }),
});
const step = fc.oneof(
  { weight: 6, arbitrary: entry.map((value) => ({ kind: 'put', ...value }) as const) },
  { weight: 1, arbitrary: entry.map(({ id }) => ({ kind: 'remove', id }) as const) },
  {
    weight: 3,
    arbitrary: fc
      .record({
        q: fc.constantFrom(...QUERIES),
        role: fc.constantFrom(undefined, 'member'),
        status: fc.constantFrom(undefined, 'active'),
        isExact: fc.boolean(),
      })
      .map((filter) => ({ kind: 'ask', filter }) as const),
  },
);

/** The whole list, filtered as it is written down: by words, and by single errors where nothing is found. */
function filtered(
  entries: readonly SearchEntry[],
  { q = '', role, status, isExact }: SearchFilter,
): string[] {
  const asked = [...new Set(words(q))];
  const matches = ({ name, detail, id }: SearchEntry, wanted: readonly Wanted[]) => {
    const own = words(`${name} ${detail} ${id}`);
    return wanted.every(({ word, forgives }) =>
      own.some((each) => each.startsWith(word) || (forgives && beginsSimilarly(each, word))),
    );
  };
  const find = (wanted: readonly Wanted[]) =>
    entries.filter((each) => wanted.length > 0 && matches(each, wanted));
  let found = find(asked.map((word) => ({ word, forgives: false })));
  if (found.length === 0 && !isExact) {
    const known = new Set(entries.flatMap(({ name, detail, id }) => words(`${name} ${detail} ${id}`)));
    const isKnown = (word: string) => [...known].some((each) => each.startsWith(word));
    found = find(asked.map((word) => ({ word, forgives: /^\p{L}{4,}$/u.test(word) && !isKnown(word) })));
  }
  return found
    .filter((each) => (role ?? each.role) === each.role && (status ?? each.status) === each.status)
    .map(({ id }) => id)
    .sort();
}

interface Wanted {
  word: string;
  forgives: boolean;
}

function words(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replaceAll('ł', 'l');
  return plain
    .replace(/\p{Script=Han}/gu, ' $& ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

function beginsSimilarly(text: string, word: string): boolean {
  return [-1, 0, 1].some((more) => {
    const beginning = [...text].slice(0, word.length + more);
    return beginning.length === word.length + more && isOneErrorFrom(beginning, [...word]);
  });
}

/** By taking the same from both ends: what is left is one letter at most, or two that are exchanged. */
function isOneErrorFrom(a: string[], b: string[]): boolean {
  const start = a.findIndex((letter, at) => letter !== b[at]);
  const [left, right] = start < 0 ? [[], b.slice(a.length)] : [a.slice(start), b.slice(start)];
  while (left.length > 0 && left.at(-1) === right.at(-1)) {
    left.pop();
    right.pop();
  }
  const isExchanged = left.length === 2 && left.join('') === right.toReversed().join('');
  const isLetter = [...left, ...right].every((each) => /\p{L}/u.test(each));
  return isLetter && (isExchanged || (left.length <= 1 && right.length <= 1));
}

test('what is found and counted is what a filter of the whole list leaves, whatever has changed meanwhile', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 120 }), (steps) => {
      const index = new SearchIndex();
      const model = new Map<string, SearchEntry>();
      for (const [at, { kind, ...what }] of steps.entries()) {
        const version = at + 1;
        if (kind === 'ask') {
          const { filter } = what as { filter: SearchFilter };
          const order = { field: 'createdAt', descending: false } as const;
          const expected = filtered([...model.values()], filter);
          const rows = matchingRows(index, 'user', filter, { order, most: 100 });
          expect({ filter, ids: rows.map(({ id }) => id).sort() }).toEqual({ filter, ids: expected });
          expect(countMatches(index, 'user', filter).total).toBe(expected.length);
          continue;
        }
        const change = { ...what, version, externalId: '', removedAt: 1 } as unknown as SearchEntry & {
          removedAt?: 1;
        };
        if (kind === 'put') {
          delete change.removedAt;
          model.set(change.id, change);
        } else model.delete(change.id);
        index.apply([change]);
      }
    }),
    { numRuns: 300 },
  );
});

test('many changes between two questions are all found', () => {
  const index = new SearchIndex();
  const user = (n: number, name: string, version: number): SearchChange => ({
    ...{ id: `user_${n}`, version, name, detail: '', role: 'member', status: 'active' },
    ...{ externalId: '', createdAt: n },
  });
  const found = (q: string) => countMatches(index, 'user', { q, isExact: true }).total;
  index.apply(Array.from({ length: 3_000 }, (_, n) => user(n, 'before', 1)));
  expect(found('before')).toBe(3_000);
  index.apply(Array.from({ length: 400 }, (_, n) => user(n, 'after', 2)));
  expect([found('before'), found('after')]).toEqual([2_600, 400]);
  index.apply(Array.from({ length: 900 }, (_, n) => user(n, 'later', 3)));
  const order = { field: 'name', descending: true } as const;
  expect(matchingRows(index, 'user', { q: 'before' }, { order, most: 5_000 })).toHaveLength(2_100);
  expect([found('before'), found('after'), found('later')]).toEqual([2_100, 0, 900]);
});

test('ten misspelt words take as many looks as some words that everybody has, whatever letters names are written in', () => {
  const index = new SearchIndex();
  const alphabets = [
    'абвгдежзийклмнопрстуфхцчшщъыьэюя',
    'αβγδεζηθικλμνξοπρστυφχψω',
    'אבגדהוזחטיכלמנסעפצקרשת',
  ];
  const letters = [...`${alphabets.join('')}abcdefghijklmnopqrstuvwxyz`];
  const names = Array.from({ length: 1_000 }, (_, n) => {
    const at = (place: number) => letters[(n * (place + 3) + place * 7) % letters.length]!;
    return Array.from({ length: 14 }, (_, place) => at(place)).join('');
  });
  index.apply(
    names.map((name, n) => ({
      ...{
        id: `user_${n}`,
        version: 1,
        name: `administrator ${name}`,
        detail: '',
        role: 'member',
        status: 'active',
      },
      ...{ externalId: '', createdAt: n },
    })),
  );
  const looksFor = (q: string) => {
    const before = index.work.looked;
    countMatches(index, 'user', { q });
    return index.work.looked - before;
  };
  const misspelt = names.slice(0, 10).map((name, n) => {
    const word = [...name];
    word.splice(4 + n, 1, 'q', 'z');
    return word.join('').slice(0, 20);
  });
  const usual = looksFor('administrator');
  expect(usual).toBeGreaterThanOrEqual(2_000);
  for (const q of [misspelt.join(' '), misspelt.map((word) => word.slice(0, 8)).join(' '), 'admimistrator'])
    expect(looksFor(q)).toBeLessThan(20 * usual);
});

test('an error is forgiven in a word that nobody has any more', () => {
  const index = new SearchIndex();
  const user = (version: number, detail: string): SearchChange => ({
    ...{ id: 'user_1', version, name: 'Ada', detail, role: 'member', status: 'active' },
    ...{ externalId: '', createdAt: 1 },
  });
  index.apply([user(1, 'a@example.com')]);
  expect(countMatches(index, 'user', { q: 'exam' }).total).toBe(1);
  index.apply([user(2, 'a@exempel.org')]);
  expect(countMatches(index, 'user', { q: 'exam' }).total).toBe(1);
});
