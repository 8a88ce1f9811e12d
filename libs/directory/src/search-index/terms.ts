import { termsOf } from './search-text.js';

export interface Term {
  beginnings: readonly string[];
  test: (text: string) => boolean;
}

export function exactTerms(query: string): Term[] {
  // With the space before it, as in the texts.
  return termsOf(query).map((word) => ({
    beginnings: [word.slice(1)],
    test: (text) => text.includes(word),
  }));
}

/** Numbers and ids are right or wrong; of shorter words too many are similar. */
const FORGIVABLE = /^\p{L}{4,20}$/u;

/**
 * The same terms with one error forgiven in each that no word begins with; undefined where there is none.
 *
 * @param has whether a word begins with a text
 */
export function forgivingTerms(
  terms: readonly Term[],
  has: (term: Term) => boolean,
  similarTo: (text: string) => string[],
): Term[] | undefined {
  const all = terms.map((term) => (isForgivable(term) && !has(term) ? forgiving(term, similarTo) : term));
  return all.some((term, at) => term !== terms[at]) ? all : undefined;
}

function isForgivable({ beginnings }: Term): boolean {
  return FORGIVABLE.test(beginnings[0] ?? '');
}

function forgiving({ beginnings }: Term, similarTo: (text: string) => string[]): Term {
  const word = beginnings[0]!;
  const pattern = oneErrorIn([...word]);
  return { beginnings: similarTo(word), test: (text) => pattern.test(text) };
}

/** Letters only: nothing in it is special in a pattern. */
function oneErrorIn(letters: readonly string[]): RegExp {
  const any = '\\p{L}';
  const variants = letters.flatMap((letter, at) => {
    const [before, after] = [letters.slice(0, at).join(''), letters.slice(at + 1)];
    const [next = '', ...rest] = after;
    return [
      `${before}${any}?${after.join('')}`,
      `${before}${any}${letter}${after.join('')}`,
      ...(next === '' ? [] : [`${before}${next}${letter}${rest.join('')}`]),
    ];
  });
  return new RegExp(` (?:${[...variants, `${letters.join('')}${any}`].join('|')})`, 'u');
}
