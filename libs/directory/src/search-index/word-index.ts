import type { Row } from './entries.js';
import { LOOKS_OF_A_CANDIDATE, type Work } from './work.js';

/** The words of some rows in their order, each with the rows that have it: what begins with some letters is found by bisection. */
export class WordIndex {
  private readonly rows: readonly Row[];
  private readonly words: readonly string[];
  /** Where the rows of each word begin in `postings`, and one place more for the end. */
  private readonly starts: Uint32Array;
  private readonly postings: Uint32Array;

  constructor(
    rows: Iterable<Row>,
    private readonly work: Work,
  ) {
    this.rows = [...rows];
    const numbers = new Map<string, number[]>();
    for (const [number, { text }] of this.rows.entries())
      for (const word of text.slice(1).split(' ')) {
        const known = numbers.get(word);
        if (!known) numbers.set(word, [number]);
        else if (known.at(-1) !== number) known.push(number);
      }
    this.words = [...numbers.keys()].sort((a, b) => (a < b ? -1 : 1));
    this.starts = new Uint32Array(this.words.length + 1);
    for (const [at, word] of this.words.entries())
      this.starts[at + 1] = this.starts[at]! + numbers.get(word)!.length;
    this.postings = new Uint32Array(this.starts.at(-1)!);
    for (const [at, word] of this.words.entries()) this.postings.set(numbers.get(word)!, this.starts[at]);
  }

  get size(): number {
    return this.rows.length;
  }

  /** @param terms of each one: beginnings of words, of which a row must have one */
  find(terms: readonly (readonly string[])[]): Row[] {
    const hits = new Uint8Array(this.rows.length);
    const found: Row[] = [];
    for (const [term, beginnings] of terms.entries())
      for (const beginning of beginnings) {
        const [start, end] = [this.starts[this.indexOf(beginning)]!, this.postingsEnd(beginning)];
        this.work.looked += end - start;
        for (let at = start; at < end; at += 1) {
          const number = this.postings[at]!;
          if (hits[number] !== term) continue;
          hits[number] = term + 1;
          if (term + 1 === terms.length) found.push(this.rows[number]!);
        }
      }
    return found;
  }

  has(beginning: string): boolean {
    return this.words[this.indexOf(beginning)]?.startsWith(beginning) ?? false;
  }

  /**
   * What words begin with and one error makes of a text: a letter wrong, missing, too many, or two exchanged. Only letters that
   * words have at that place are looked at, and nothing after a beginning that no word has.
   */
  similarTo(text: string): string[] {
    const similar = new Set<string>();
    const letters = [...text];
    let before = '';
    for (let at = 0; at <= letters.length && this.has(before); at += 1) {
      const here = letters[at];
      const [rest, after] = [letters.slice(at).join(''), letters.slice(at + 1).join('')];
      for (const letter of this.lettersAfter(before)) {
        similar.add(before + letter + rest);
        if (here !== undefined) similar.add(before + letter + after);
      }
      if (here === undefined) break;
      similar.add(before + after);
      const next = letters[at + 1];
      if (next !== undefined) similar.add(before + next + here + letters.slice(at + 2).join(''));
      before += here;
    }
    this.work.looked += similar.size * LOOKS_OF_A_CANDIDATE;
    return [...similar].filter((each) => this.has(each));
  }

  /** The letters that words have after a beginning. */
  private lettersAfter(beginning: string): string[] {
    const letters: string[] = [];
    let at = this.indexOf(beginning);
    while (letters.length < MAX_LETTERS) {
      const word = this.words[at];
      if (!word?.startsWith(beginning)) break;
      const letter = String.fromCodePoint(word.codePointAt(beginning.length) ?? 0);
      if (word.length === beginning.length) at += 1;
      else {
        if (LETTER.test(letter)) letters.push(letter);
        at = this.indexOf(`${beginning}${letter}\uffff`);
      }
    }
    return letters;
  }

  private postingsEnd(beginning: string): number {
    return this.starts[this.indexOf(`${beginning}\uffff`)]!;
  }

  /** Of the first word that is not before a text. */
  private indexOf(text: string): number {
    let [low, high] = [0, this.words.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.words[middle]! < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Of scripts with more letters than an alphabet has, errors are looked for among the first. */
const MAX_LETTERS = 200;
const LETTER = /^\p{L}$/u;
