/** What a field may hold. The decorators of the DTOs state the same for requests, and a test compares the two. */
export interface FieldRule<Given = string, Kept = Given> {
  readonly type: 'string' | 'object' | 'list' | 'boolean';
  /** How many characters, or entries of a list, a request may send. */
  readonly most?: number;
  readonly values?: readonly string[];
  readonly optional?: boolean;
  /** Null removes it. */
  readonly removable?: boolean;
  /** @throws DomainError */
  parse?(value: Given): Kept;
}

export type Fields = Readonly<Record<string, FieldRule<never, unknown>>>;
