export interface Flaw {
  /** In code points of the text, from 1; white space before the text does not count. */
  position: number;
  /** Like `U+200B`. */
  codePoint: string;
  why: string;
}

/**
 * What no text for people may contain, with the reason: close to the FreeformClass of PRECIS (RFC 8264, section 4.3),
 * without invisible characters (UTS 39, section 3.1). The first that applies is reported.
 */
const REFUSED: readonly (readonly [RegExp, string])[] = [
  [/\p{Cc}/u, 'it is a control character'],
  [/\p{Cs}/u, 'it is a lone surrogate'],
  [/\p{Bidi_Control}/u, 'it changes the direction of the text around it'],
  // The blank Braille pattern, the null note head and the Khitan filler are drawn as nothing, but not ignorable.
  [/[\p{Default_Ignorable_Code_Point}\u2800\u{1D159}\u{16FE4}]/u, 'it is invisible'],
  [/[\p{Cf}\p{Zl}\p{Zp}]/u, 'it is a formatting character'],
  [/[\uFFFC\uFFFD]/u, 'it is a replacement character'],
  [/\p{Co}/u, 'it is a private-use character'],
  [/\p{Cn}/u, 'it is not assigned in Unicode'],
];
const ANY_REFUSED = new RegExp(REFUSED.map(([pattern]) => pattern.source).join('|'), 'u');
const PLAIN = /^[ -~]*$/;

/** Canonical combining class 9, for which ECMAScript has no property: Unicode 14 and later. */
const VIRAMA =
  '\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d3b\\u0d3c\\u0d4d\\u0dca\\u0e3a\\u0eba\\u0f84\\u1039' +
  '\\u103a\\u1714\\u1715\\u1734\\u17d2\\u1a60\\u1b44\\u1baa\\u1bab\\u1bf2\\u1bf3\\ua806\\ua8c4\\ua953\\ua9c0\\uaaf6' +
  '\\uabed\\u{11133}\\u{11134}\\u{1163f}\\u{1193d}\\u{1193e}';
/** Joining type D, for scripts in use today: Arabic, Syriac, N’Ko, Mandaic, Mongolian, Rohingya, Adlam. */
const JOINS_THE_NEXT =
  '\\u0620\\u0626\\u0628\\u062a-\\u062e\\u0633-\\u063f\\u0641-\\u0647\\u0649\\u064a\\u066e\\u066f\\u0678-\\u0687' +
  '\\u069a-\\u06bf\\u06c1\\u06c2\\u06cc\\u06ce\\u06d0\\u06d1\\u06fa-\\u06fc\\u06ff\\u0712-\\u0714\\u071a-\\u071d' +
  '\\u071f-\\u0727\\u0729\\u072b\\u072d\\u072e\\u074e-\\u0758\\u075c-\\u076a\\u076d-\\u0770\\u0772\\u0775-\\u0777' +
  '\\u077a-\\u077f\\u07ca-\\u07ea\\u0841-\\u0845\\u0848\\u084a-\\u0853\\u0855\\u0860\\u0862-\\u0865\\u0868\\u0886' +
  '\\u0889-\\u088d\\u08a0-\\u08a9\\u08af\\u08b0\\u08b3-\\u08b8\\u08ba-\\u08c8\\u1807\\u1820-\\u1878\\u1887-\\u18a8' +
  '\\u18aa\\u{10d01}-\\u{10d21}\\u{10d23}\\u{1e900}-\\u{1e943}';
const JOINING_LETTER =
  '(?=\\p{L})[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Nkoo}\\p{scx=Mand}\\p{scx=Mong}\\p{scx=Rohg}\\p{scx=Adlm}]';

/** Places where a joiner changes how its neighbours are drawn: CONTEXTJ, RFC 5892, appendices A.1 and A.2. */
const NEEDED_JOINERS = new RegExp(
  `(?<=[${VIRAMA}])[\\u200c\\u200d]|(?<=[${JOINS_THE_NEXT}]\\p{M}*)\\u200c(?=\\p{M}*${JOINING_LETTER})`,
  'gu',
);

/** UTS 51, section 1.4.9, narrowed to visible effects: keycaps, presentation, skin tones, joined emoji, the three tag flags. */
const EMOJI_SEQUENCES = (() => {
  const element = '\\p{Extended_Pictographic}(?:[\\ufe0e\\ufe0f]|\\p{Emoji_Modifier})?';
  const tagFlag =
    '\\u{1f3f4}\\u{e0067}\\u{e0062}(?:\\u{e0065}\\u{e006e}\\u{e0067}|\\u{e0073}\\u{e0063}\\u{e0074}|\\u{e0077}\\u{e006c}\\u{e0073})\\u{e007f}';
  return new RegExp(`[0-9#*]\\ufe0f\\u20e3|${tagFlag}|${element}(?:\\u200d${element})*`, 'gu');
})();

/**
 * Finds the first character that a text for people must not contain.
 * @param plain also refuses emoji sequences and joiners, which names may contain where they have an effect
 */
export function flawIn(text: string, { plain = false } = {}): Flaw | undefined {
  if (PLAIN.test(text)) return undefined;
  const masked = plain ? text : text.replace(NEEDED_JOINERS, mask).replace(EMOJI_SEQUENCES, mask);
  const found = ANY_REFUSED.exec(masked);
  if (!found) return undefined;
  const [character] = found;
  const [, why = ''] = REFUSED.find(([pattern]) => pattern.test(character)) ?? [];
  return { position: positionIn(text, found.index), codePoint: codePointOf(character), why };
}

/** With the same number of code points. */
const mask = (sequence: string) => 'x'.repeat(sequence.length);

/** The position of a code unit in a text, in code points from 1. */
export function positionIn(text: string, index: number): number {
  return Array.from(text.slice(0, index)).length + 1;
}

export function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

let graphemes: Intl.Segmenter | undefined;

/** The number of characters people see in a text: grapheme clusters, UAX 29. */
export function visibleLength(text: string): number {
  if (PLAIN.test(text)) return text.length;
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  let count = 0;
  for (const _ of graphemes.segment(text)) count += 1;
  return count;
}

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** A text without invisible characters, of which two texts that look alike may have different numbers. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '').normalize('NFC');
}

export function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const codePoint = character.codePointAt(0) as number;
    bytes += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
  }
  return bytes;
}
