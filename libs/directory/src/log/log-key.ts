/** Signs checkpoints: a file on a laptop, AWS KMS in production. Ed25519 only. */
export interface LogKey {
  /** The log's name for good, such as `rollbook.example.com/log`. That of an account's is `{origin}/{accountId}`. */
  readonly origin: string;
  /** 32 bytes. */
  publicKey(): Promise<Uint8Array>;
  sign(message: Uint8Array): Promise<Uint8Array>;
}

/** The newest size and root that was signed or is about to be, kept where nobody who has the table can change it. */
export interface LogMark {
  read(): Promise<MarkedTree | undefined>;
  /** @returns false if another has been written since `before` was read */
  replace(before: MarkedTree | undefined, next: MarkedTree): Promise<boolean>;
}

export interface MarkedTree {
  size: number;
  root: Uint8Array;
  /** For `replace`: which version was read. */
  version?: string | undefined;
}

/** The table is behind what was signed, or has been rewritten: nothing more is appended or signed. */
export class LogStoppedError extends Error {
  override readonly name = 'LogStoppedError';
}
