import fc from 'fast-check';
import { DomainError } from './errors.js';
import { parseEmail } from './email.js';
import { foldName } from './text/fold.js';
import { parseDescription, parseGroupName, parseName, parseTitle, planRule } from './name.js';

/** Invisible, or changes the direction of text: not allowed anywhere in a name or an email. */
const UNSEEN = [
  ['zero-width space', '\u200b'],
  ['zero-width joiner', '\u200d'],
  ['zero-width non-joiner', '\u200c'],
  ['word joiner', '\u2060'],
  ['soft hyphen', '\u00ad'],
  ['byte order mark', '\ufeff'],
  ['combining grapheme joiner', '\u034f'],
  ['Hangul filler', '\u3164'],
  ['half-width Hangul filler', '\uffa0'],
  ['blank Braille', '\u2800'],
  ['null note head', '\u{1d159}'],
  ['tag letter', '\u{e0041}'],
  ['variation selector', '\ufe0f'],
  ['ideographic variation selector', '\u{e0100}'],
  ['right-to-left override', '\u202e'],
  ['left-to-right isolate', '\u2066'],
  ['right-to-left mark', '\u200f'],
  ['NUL', '\0'],
  ['line separator', '\u2028'],
  ['interlinear annotation', '\ufff9'],
  ['private use', '\ue000'],
  ['replacement character', '\ufffd'],
  ['half a pair', '\ud800'],
  ['unassigned', '\u0378'],
  ['noncharacter', '\uffff'],
] as const;

const refusalOf = (parse: () => unknown): DomainError => {
  try {
    parse();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('It was taken.');
};

/** Words that every rule accepts, in some scripts, after which no invisible character has an effect. */
const word = fc.constantFrom('Ada', 'prod', 'Žofie', 'Ελένη', 'Юлия', '東京', '한글', 'a1', 'É');

describe('a name', () => {
  test.each(UNSEEN)('holds no %s, and says where one is', (_what, character) => {
    fc.assert(
      fc.property(word, word, (before, after) => {
        const { code, field, message } = refusalOf(() => parseName(`${before}${character}${after}`));
        expect({ code, field }).toEqual({ code: 'invalid_name', field: 'name' });
        const hex = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');
        expect(message).toContain(`U+${hex} (position ${Array.from(before).length + 1})`);
      }),
    );
  });

  test.each([
    ['ZWNJ between joining letters', 'می\u200cخواهم'],
    ['ZWNJ after a virama', 'क्\u200cष'],
    ['ZWJ after a virama', 'ශ්\u200dරී'],
    ['a joined emoji', 'Dev 👩\u200d💻'],
    ['an emoji with a skin tone', 'Ops 👍🏽'],
    ['a symbol shown as an emoji', 'We ❤\ufe0f you'],
    ['a keycap', 'Team 1\ufe0f\u20e3'],
    ['a flag', 'Wien 🇦🇹'],
    ['the flag of Wales', '🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}'],
    ['a combining mark', 'Z\u030codia'],
    ['an apostrophe', 'Seán O’Neill-Müller (Jr.)'],
  ])('may hold %s', (_what, name) => {
    expect(parseName(name)).toBe(name);
  });

  test.each([
    ['an emoji that is joined to nothing', '👩\u200d'],
    ['a second variation selector', '❤\ufe0f\ufe0f'],
    ['a variation selector on a letter', 'a\ufe0f'],
    ['ZWNJ after a letter that does not join', 'ا\u200cب'],
    ['ZWNJ twice', 'می\u200c\u200cخواهم'],
    ['tags that are no known flag', '🏴\u{e0061}\u{e007f}'],
    ['nothing but marks', '\u0301'],
    ['a mark before its letter', '\u0301a'],
    ['white space only', ' \u3000 '],
  ])('is not taken with %s', (_what, name) => {
    expect(refusalOf(() => parseName(name)).code).toBe('invalid_name');
  });

  test('has as many characters as people see in it', () => {
    for (const one of ['a', '😀', '👍🏽', 'é', 'e\u0301', '東']) {
      expect(parseTitle(one.repeat(100))).toBe(one.repeat(100));
      expect(refusalOf(() => parseTitle(one.repeat(101))).message).toMatch(
        /at most 100 characters; it has 101/,
      );
    }
    for (const parse of [parseName, parseGroupName]) {
      for (const one of ['a', 'é', '東']) expect(parse(one.repeat(256))).toBe(one.repeat(256));
      expect(refusalOf(() => parse('a'.repeat(257))).message).toMatch(/at most 256 characters; it has 257/);
    }
    expect(refusalOf(() => parseGroupName('😀'.repeat(201))).message).toContain('800 bytes in UTF-8');
    expect(refusalOf(() => parseGroupName('раypal')).message).toContain('mix scripts');
    expect(planRule.parse('😀'.repeat(50))).toBe('😀'.repeat(50));
    expect(refusalOf(() => planRule.parse('😀'.repeat(51))).field).toBe('plan');
    expect(parseDescription('😀'.repeat(200))).toBe('😀'.repeat(200));
    expect(refusalOf(() => parseDescription('a\u200bb')).field).toBe('description');
  });

  test('has a ceiling in bytes, which it names', () => {
    expect(refusalOf(() => parseName(`a${'\u0301'.repeat(500)}`)).message).toBe(
      'name must have at most 800 bytes in UTF-8.',
    );
    expect(refusalOf(() => parseName('ﷺ'.repeat(100))).message).toContain(
      '800 bytes in its compatibility form',
    );
  });

  test('has single spaces, and none around it', () => {
    const space = fc.array(fc.constantFrom(' ', '\u00a0', '\u3000', '\u2003'), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(word, space, word, space, (one, between, other, around) => {
        const [inner, outer] = [between.join(''), around.join('')];
        expect(parseName(`${outer}${one}${inner}${other}${outer}`)).toBe(`${one} ${other}`);
      }),
    );
  });

  test('is stable: what was taken is taken again, and comes to the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (text) => {
        let name: string;
        try {
          name = parseName(text);
        } catch (error) {
          expect(error).toBeInstanceOf(DomainError);
          return;
        }
        expect(parseName(name)).toBe(name);
        expect(foldName(name)).not.toBe('');
        expect(foldName(foldName(name))).toBe(foldName(name));
      }),
      { numRuns: 2_000 },
    );
  });

  test('does not differ from another by what cannot be seen', () => {
    const invisible = fc.constantFrom(
      '\u200b',
      '\u200c',
      '\u200d',
      '\ufe0f',
      '\u00ad',
      '\u2060',
      '\u{e0061}',
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), invisible, fc.nat(), (text, character, at) => {
        const place = at % (text.length + 1);
        // Not within a pair.
        fc.pre(!/[\ud800-\udbff]$/.test(text.slice(0, place)));
        const other = text.slice(0, place) + character + text.slice(place);
        expect(foldName(other.normalize('NFC'))).toBe(foldName(other));
        expect(foldName(other)).not.toContain(character);
      }),
    );
    expect(foldName('We ❤\ufe0f')).toBe(foldName('we ❤'));
    expect(foldName('می\u200cخواهم')).toBe(foldName('میخواهم'));
  });
});

describe('an email', () => {
  const atom = fc.stringMatching(/^[a-z0-9!#$%&'*+/=?^_`{|}~-]{1,12}$/);
  const label = fc
    .stringMatching(/^[a-z0-9]([a-z0-9-]{0,10}[a-z0-9])?$/)
    .filter((text) => !/^..--/.test(text));
  const local = fc.array(atom, { minLength: 1, maxLength: 4 }).map((atoms) => atoms.join('.'));
  const domain = fc
    .tuple(fc.array(label, { minLength: 1, maxLength: 4 }), fc.stringMatching(/^[a-z]{2,10}$/))
    .map(([labels, last]) => [...labels, last].join('.'));

  test('is a dot-atom at a domain of at least two labels', () => {
    fc.assert(
      fc.property(local, domain, (name, host) => {
        expect(parseEmail(`${name}@${host}`)).toBe(`${name}@${host}`);
        expect(parseEmail(`  ${name}@${host} `)).toBe(`${name}@${host}`);
      }),
    );
  });

  test.each(UNSEEN)('holds no %s, and says where one is', (_what, character) => {
    fc.assert(
      fc.property(local, domain, fc.nat(), (name, host, at) => {
        const email = `${name}@${host}`;
        const place = 1 + (at % (email.length - 1));
        const broken = email.slice(0, place) + character + email.slice(place);
        const { code, field, message } = refusalOf(() => parseEmail(broken));
        expect({ code, field }).toEqual({ code: 'invalid_email', field: 'email' });
        expect(message).toContain(`(position ${place + 1})`);
      }),
    );
  });

  test.each([
    ['a@b..co', 'position 5'],
    ['.a@b.co', 'position 1'],
    ['a.@b.co', 'position 2'],
    ['a..b@c.co', 'position 3'],
    ['a@b.co.', 'position 7'],
    ['a@-b.co', '-b begins or ends with a hyphen'],
    ['a@b-.co', 'b- begins or ends with a hyphen'],
    ['mailto:a@b.co', 'U+003A here (position 7)'],
    ['a b@c.co', 'U+0020 here (position 2)'],
    ['a@b c.co', 'U+0020 here (position 4)'],
    ['"a b"@c.co', 'position 1'],
    ['a@[127.0.0.1]', 'position 3'],
    ['a@127.0.0.1', 'does not end in a number'],
    ['a@localhost', 'domain with a dot'],
    ['a@b@c.co', 'second @ (position 4)'],
    ['a@b_c.co', 'U+005F here (position 4)'],
    ['@b.co', 'no name'],
    ['a@', 'no domain'],
    ['a', 'no @'],
    ['', 'must not be empty'],
    ['a＠b@c.co', 'U+FF20 here (position 2)'],
    ['a@b.co\u2488c', 'IDNA'],
    ['ﷺ@b.co', 'compatibility form'],
    ['a@xn--a.co', 'IDNA'],
    [`${'a'.repeat(65)}@b.co`, '64 bytes before the @'],
    [`${'é'.repeat(33)}@b.co`, '64 bytes before the @'],
    [`a@${'b'.repeat(64)}.co`, '63 bytes between dots'],
    [`a@${'ü'.repeat(60)}x.co`, '63 bytes between dots'],
    [`a@${'b.'.repeat(126)}co`, '254 bytes'],
    ['a@\u0301b.co', 'mark without a letter'],
    ['<a@b.co>', 'position 1'],
    ['a@b.co,c@d.co', 'second @'],
  ])('is not %j, as it says', (email, why) => {
    expect(refusalOf(() => parseEmail(email)).message).toContain(why);
  });

  test.each([
    'a@b.co',
    "o'neill+news@sub.example.com",
    'jürgen@bücher.example',
    '用户@例え.テスト',
    'ada@xn--bcher-kva.example',
    `${'a'.repeat(64)}@${'b'.repeat(63)}.co`,
    '1@2.co',
  ])('may be %j', (email) => {
    expect(parseEmail(email)).toBe(email);
  });

  // Node 22.15 answers otherwise once a call of URL.canParse is hot, for short URLs as for this domain's.
  test('is as valid the ten thousandth time as the first', () => {
    for (let time = 0; time < 10_000; time += 1) parseEmail('a@b.c');
  });

  test('ends at 254 bytes', () => {
    expect(() =>
      parseEmail(`a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(57)}.co`),
    ).not.toThrow();
    expect(
      refusalOf(() =>
        parseEmail(`a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(58)}.co`),
      ).message,
    ).toContain('254 bytes');
  });
});
