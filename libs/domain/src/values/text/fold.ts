import { withoutInvisible } from './characters.js';

/** Folding can make text longer (one ligature can become 18 letters), but it must still fit in a key. */
export const FOLDED_MAX_BYTES = 800;

const ASCII = /^[\0-\x7f]*$/;
const DOTLESS_I = 'ı';

/**
 * The form in which two emails are compared: NFKC and full case folding, so that `Ａlice@x`, `ALICE@x` and `alice@x`
 * are the same. Source: NFKC_Casefold, Unicode Standard, section 3.13.
 */
export function fold(text: string): string {
  // Most texts are ASCII, with the same result.
  if (ASCII.test(text)) return text.toLowerCase();
  const folded = Array.from(text.normalize('NFKC'), foldCodePoint).join('');
  return Array.from(folded.normalize('NFKC'), foldCodePoint).join('').normalize('NFKC');
}

/**
 * ECMAScript has no case folding, but lower → upper → lower of a single code point is the same mapping, also for `ß`,
 * `ẞ`, `ſ` and the final sigma. The exception is the dotless i: its upper case is the ordinary I.
 */
function foldCodePoint(character: string): string {
  return character === DOTLESS_I ? character : character.toLowerCase().toUpperCase().toLowerCase();
}

/**
 * The form in which two names are compared: folded and without invisible characters. Names may contain variation
 * selectors and joiners where they have an effect, but two names must differ in more than that. Emails contain none.
 */
export function foldName(name: string): string {
  return ASCII.test(name) ? name.toLowerCase() : withoutInvisible(fold(name));
}
