/**
 * Text as it is searched: words without accents, in lower case. "Öztürk, Ada" and "ozturk ada" are the same words; so are
 * the parts of an email or of an id.
 */

const ASCII = /^[\x20-\x7e]*$/;
/** Letters that Unicode does not decompose into a base letter and an accent. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
};
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');
/** Accents, and what cannot be seen: direction marks, joiners, variation selectors. */
const DROPPED = /[\p{M}\p{Cf}]/gu;
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u;
/** Scripts that put no space between words: each character is one. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

export function searchForm(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(DROPPED, '')
    .toLowerCase()
    .replace(DROPPED, '')
    .replace(SPECIAL, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFKC');
}

function wordsOf(text: string): string[] {
  const form = searchForm(text);
  const spaced = ASCII.test(form) ? form : form.replace(UNSPACED, ' $& ');
  return spaced.split(BETWEEN_WORDS).filter(Boolean);
}

/** All words of some texts in one text, a space before each: a word that begins with `ad` is found by looking for ` ad`. */
export function searchableText(texts: readonly string[]): string {
  return texts
    .map((text) =>
      wordsOf(text)
        .map((word) => ` ${word}`)
        .join(''),
    )
    .join('');
}

/** Whether a text has all words of a query, each at least as the beginning of one of its own. */
export function matchesWords(query: string): (text: string) => boolean {
  const terms = termsOf(query);
  return (text) => terms.length > 0 && terms.every((term) => searchableText([text]).includes(term));
}

/** Words of a query beyond these are not looked at. */
const MAX_TERMS = 10;

/** What each entry that matches has in its searchable text, whatever the order. */
export function termsOf(query: string): string[] {
  const words = [...new Set(wordsOf(query))].slice(0, MAX_TERMS);
  // A word that another one begins with is found with it.
  return words
    .filter((word) => !words.some((other) => other !== word && other.startsWith(word)))
    .map((word) => ` ${word}`);
}
