/** Recommended scripts, and those of limited use: UAX 31, tables 5 and 7. All others count as one. */
const SCRIPTS =
  'Latn Cyrl Grek Arab Armn Beng Bopo Deva Ethi Geor Gujr Guru Hang Hani Hebr Hira Kana Knda Khmr Laoo Mlym Mymr Orya Sinh Taml ' +
  'Telu Thaa Thai Tibt Adlm Bali Bamu Batk Cakm Cans Cham Cher Hmnp Java Kali Lana Lepc Limb Lisu Mand Mtei Newa Nkoo Olck Osge ' +
  'Plrd Rohg Saur Sund Sylo Syrc Tale Talu Tavt Tfng Vaii Wcho Yiii';
/** Written together in one word: UTS 39, section 5.2, level "Highly Restrictive". */
const WRITTEN_TOGETHER = ['Latn Hani Hira Kana', 'Latn Hani Bopo', 'Latn Hani Hang'];
/** Letters and marks of no script of their own, such as most digits and accents. */
const OF_ANY = 'Zyyy Zinh';

const listed = SCRIPTS.split(' ');
const classOf = (scripts: string) =>
  scripts
    .split(' ')
    .map((script) => `\\p{scx=${script}}`)
    .join('');
const ONE_SCRIPT = [
  ...[...WRITTEN_TOGETHER, ...listed].map((scripts) => `[${classOf(scripts)}${classOf(OF_ANY)}]*`),
  `[^${classOf(SCRIPTS)}]*`,
];

const WORDS = /[\p{L}\p{M}\p{N}]+/gu;
let oneScript: RegExp | undefined;

/** The first word with letters of scripts that are not written together, as `prоd` with a Cyrillic о. */
export function wordOfMixedScripts(text: string): { word: string; index: number } | undefined {
  if (/^[ -~]*$/.test(text)) return undefined;
  oneScript ??= new RegExp(`^(?:${ONE_SCRIPT.join('|')})$`, 'u');
  for (const { 0: word, index } of text.matchAll(WORDS)) if (!oneScript.test(word)) return { word, index };
  return undefined;
}
