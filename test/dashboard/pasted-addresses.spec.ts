import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import {
  addressText,
  parseAddresses,
} from '../../apps/dashboard/src/features/invitations/parse-addresses.js';

/** As it was on the clipboard. */
const pasted = (name: string) => readFileSync(join(import.meta.dirname, 'pasted', `${name}.txt`), 'utf8');
const read = (text: string) => {
  const { addresses, unread } = parseAddresses(text);
  return { people: addresses.map(({ name, email }) => `${name}: ${email.split('@')[0]}`), unread };
};

const ADA = 'King, Ada: ada.king';
const WALTER = 'Fox, Walter: walter.fox';

test.each([
  [
    'outlook',
    [ADA, 'Fox, Walter (Sales): walter.fox', 'Grace: grace', 'Alan: alan', "O'Brien, Conan: o'brien"],
    ['Lumbergh, Bill'],
  ],
  ['outlook-quoted', [ADA, WALTER], []],
  ['gmail', ['Ada King: ada.king', WALTER, 'Grace: grace', 'Alan Turing: alan'], []],
  [
    'apple-mail',
    [ADA, 'Walter Fox: walter.fox', 'Grace "Amazing" Hopper: grace', 'Conan O’Brien: conan'],
    [],
  ],
  ['thunderbird', ['Ada King: ada.king', WALTER, 'Grace Hopper: grace', 'Bill "Boss" Lumbergh: bill'], []],
  [
    'notes',
    [ADA, WALTER, 'von Neumann, John: john', 'Grace: grace', 'Peter Gibbons: peter'],
    ['Milton Waddams'],
  ],
  ['excel', ['Ada King: ada.king', WALTER, 'Grace Hopper: grace'], ['Milton Waddams no address']],
  [
    'google-sheets',
    ['Ada King: ada.king', 'Walter Fox: walter.fox', 'John von Neumann: john', 'Grace: grace'],
    [],
  ],
])('what %s puts on the clipboard is read, and whoever cannot be is named', (name, people, unread) => {
  expect(read(pasted(name))).toEqual({ people, unread });
});

test('each address is taken once, with the name that somebody gave it', () => {
  expect(read('ada@acme.example\nADA@acme.example, Ada King <ada@acme.example>').people).toEqual([
    'Ada King: ada',
  ]);
});

const WORDS = ['Ada', 'King', 'von', 'ada@acme.example', 'bob@acme.example', ...'<>",;\t\n() :\\\''];
const texts = fc.array(fc.constantFrom(...WORDS), { maxLength: 30 }).map((words) => words.join(''));

test('of any text, every address is taken or named', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const { addresses, unread } = parseAddresses(text);
      const all = JSON.stringify([addresses, unread]);
      for (const email of ['ada@acme.example', 'bob@acme.example'])
        if (text.includes(email)) expect(all).toContain(email);
    }),
  );
});

test('what was refused stands there with its name, and is read again as it was', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const { addresses } = parseAddresses(text);
      const again = parseAddresses(addresses.map(addressText).join('\n'));
      expect(again).toEqual({ addresses, unread: [] });
    }),
  );
});
