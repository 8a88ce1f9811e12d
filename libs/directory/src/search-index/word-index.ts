import type { Row } from './entries.js';

/** The words of some rows in their order, each with the rows that have it: what begins with some letters is found by bisection. */
export class WordIndex {
  private readonly rows: readonly Row[];
  private readonly words: readonly string[];
  /** Where the rows of each word begin in `postings`, and one place more for the end. */
  private readonly starts: Uint32Array;
  private readonly postings: Uint32Array;
  private readonly letters: readonly string[];

  constructor(rows: Iterable<Row>) {
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
    this.letters = lettersOf(this.words);
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
        const end = this.postingsEnd(beginning);
        for (let at = this.starts[this.indexOf(beginning)]!; at < end; at += 1) {
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

  /** What words begin with and one error makes of a text: a letter wrong, missing, too many, or two exchanged. */
  similarTo(text: string): string[] {
    const similar = new Set<string>();
    const letters = [...text];
    const join = (...parts: (string | undefined | readonly string[])[]) => similar.add(parts.flat().join(''));
    for (let at = 0; at <= letters.length; at += 1) {
      const [before, here, after] = [letters.slice(0, at), letters[at], letters.slice(at + 1)];
      for (const letter of this.letters) {
        join(before, letter, here, after);
        if (here !== undefined) join(before, letter, after);
      }
      if (here !== undefined) join(before, after);
      if (after.length > 0) join(before, after[0], here, after.slice(1));
    }
    return [...similar].filter((each) => this.has(each));
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

/** Of scripts with more letters than an alphabet has, errors are not looked for. */
const MOST_LETTERS = 200;
const LETTER = /^\p{L}$/u;

function lettersOf(words: readonly string[]): string[] {
  const letters = new Set<string>();
  for (const word of words) for (const letter of word) letters.add(letter);
  return [...letters].filter((letter) => LETTER.test(letter)).slice(0, MOST_LETTERS);
}
