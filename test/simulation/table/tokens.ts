import { invalid } from './values.js';

const TOKEN = /\s*(?:([#:]?[A-Za-z_0-9]+)|(<=|>=|<>|[()[\],.=<>+-]))/y;

/** The tokens of one expression, read from the left. */
export class Tokens {
  readonly #tokens: string[] = [];
  #at = 0;

  constructor(expression: string) {
    TOKEN.lastIndex = 0;
    const text = expression.trimEnd();
    while (TOKEN.lastIndex < text.length) {
      const found = TOKEN.exec(text);
      if (!found) return invalid(`Syntax error in expression: ${text}`);
      this.#tokens.push(found[1] ?? found[2] ?? '');
    }
  }

  get next(): string | undefined {
    return this.#tokens[this.#at];
  }

  get afterNext(): string | undefined {
    return this.peek(1);
  }

  /** So many tokens after the next one. */
  peek(ahead: number): string | undefined {
    return this.#tokens[this.#at + ahead];
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length;
  }

  take(): string {
    return this.#tokens[this.#at++] ?? invalid('Syntax error: the expression ends too early');
  }

  /** Whether this is next: if so, it is taken. Keywords are in any case. */
  has(token: string): boolean {
    if (this.next?.toUpperCase() !== token) return false;
    this.#at += 1;
    return true;
  }

  require(token: string): void {
    if (!this.has(token)) invalid(`Syntax error; token: ${this.next ?? 'the end'}, expected: ${token}`);
  }

  /** One or more, with commas between them. */
  list<T>(read: () => T): T[] {
    const all = [read()];
    while (this.has(',')) all.push(read());
    return all;
  }
}
