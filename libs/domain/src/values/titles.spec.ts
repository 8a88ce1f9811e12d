import fc from 'fast-check';
import { DomainError } from './errors.js';
import { parseName, parseTitle } from './name.js';

const refusalOf = (title: string): DomainError => {
  try {
    parseTitle(title);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error(`${title} was accepted.`);
};

describe('the name of a service group, an account or an API key', () => {
  const word = fc.constantFrom('Ada', 'prod', 'Žofie', 'Ελένη', 'Юлия', '東京', '한글', 'a1', 'É');
  const latin = fc.stringMatching(/^[a-z]{1,8}$/);
  const other = fc.constantFrom('о', 'ԁ', 'р', 'ο', 'ν', 'օ', 'Ꭰ', 'ⵏ', 'ꓓ', 'ا', 'א', 'द', 'ⲟ', '٢');

  test('mixes no script with Latin within a word, and says which word and where', () => {
    fc.assert(
      fc.property(latin, other, latin, latin, fc.boolean(), (before, strange, after, first, goesFirst) => {
        const mixed = goesFirst ? `${strange}${after}` : `${before}${strange}${after}`;
        const { code, message } = refusalOf(`${first} ${mixed}`);
        expect(code).toBe('invalid_name');
        expect(message).toContain(`(${mixed}, position ${first.length + 2})`);
        expect(parseName(mixed)).toBe(mixed);
      }),
    );
  });

  test.each(['prоd', 'prοd', 'Пrod', 'Αдмины', 'あア한', '東京ㄅ한', 'a٢', 'IT-отдeл', 'ⲟr'])(
    'is not %s',
    (name) => {
      expect(refusalOf(name).message).toMatch(/mix scripts/);
    },
  );

  test('may have a script for each word', () => {
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(' ', '-', '/', '. '),
        (words, between) => {
          const name = words.join(between);
          expect(parseTitle(name)).toBe(name);
        },
      ),
    );
  });

  test.each([
    'IT-отдел',
    '3D-печать',
    'Tシャツ係',
    'LINE公式アカウント',
    'サーバー',
    'K팝팀',
    'Eㄅ級',
    'Équipe №1',
    'Z\u030codia',
    'µ-services',
    'Ⅳ. Abteilung',
    '२०२६ टीम',
    'विभाग-२',
    'فريق ٢',
    'می\u200cخواهم',
    'ᎠᎡᎢ',
    '👩\u200d💻 prod',
    'рор',
  ])('may be %s', (name) => {
    expect(parseTitle(name)).toBe(name);
  });

  test('is at most what any name is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (text) => {
        let name: string;
        try {
          name = parseTitle(text);
        } catch (error) {
          expect(error).toBeInstanceOf(DomainError);
          return;
        }
        expect(name).toBe(parseName(text));
        expect(parseTitle(name)).toBe(name);
      }),
      { numRuns: 500 },
    );
  });
});
