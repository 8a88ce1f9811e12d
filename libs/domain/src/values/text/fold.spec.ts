import fc from 'fast-check';
import { fold } from '../../index.js';

describe('the folded form of a text', () => {
  test.each([
    ['ALICE@Example.COM', 'alice@example.com'],
    ['Ａlice', 'alice'],
    ['Straße', 'STRASSE'],
    ['ẞ', 'ss'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
    ['ſ', 'S'],
    ['ﬀ', 'FF'],
    ['K', 'k'],
    ['Å', 'å'],
    ['e\u0301', 'É'],
  ])('is the same for %j and %j', (one, other) => {
    expect(fold(one)).toBe(fold(other));
  });

  test.each([
    ['ı', 'i'],
    ['a', 'á'],
    ['o', '0'],
  ])('differs for %j and %j', (one, other) => {
    expect(fold(one)).not.toBe(fold(other));
  });

  test('is of ASCII what it is of ASCII beside a letter that is not', () => {
    const ascii = fc.string({ unit: 'binary-ascii' });
    fc.assert(fc.property(ascii, (text) => expect(`é${fold(text)}`).toBe(fold(`é${text}`))));
  });

  test('does not change when it is folded again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => expect(fold(fold(text))).toBe(fold(text))),
    );
  });

  test('is the same whatever the case and the composition of the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(text.toLowerCase())).toBe(fold(text.toLowerCase().normalize('NFD')));
        expect(fold(text.normalize('NFKC'))).toBe(fold(text));
      }),
    );
  });
});
