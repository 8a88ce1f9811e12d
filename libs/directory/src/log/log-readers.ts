import type { Directory } from '../core/directory.js';
import type { LogKey } from './log-key.js';

/** A tree that an account's log had when a batch of the log of all accounts took it. */
export interface LoggedTree {
  size: number;
  root: Uint8Array;
  /** Which leaf of the log of all accounts is the batch. */
  batch: number;
}

export interface EventProof {
  entry: Uint8Array;
  /** In the account's tree. */
  index: number;
  path: readonly Uint8Array[];
  tree: LoggedTree;
  /** The account's line in the batch. */
  line: { index: number; path: readonly Uint8Array[]; root: Uint8Array };
  /** The batch in the log of all accounts, up to the checkpoint. */
  leaf: { index: number; path: readonly Uint8Array[] };
  /** The signed note of the log of all accounts. */
  checkpoint: string;
}

export interface AccountLogs {
  /** The newest tree that a checkpoint of the log of all accounts covers. Undefined until there is one. */
  head(accountId: string): Promise<LoggedTree | undefined>;
  /** The root of the perfect subtree `index` of 2^level leaves, within what `head` has. */
  hashAt(accountId: string, level: number, index: number): Promise<Uint8Array>;
  /** The first `width` hashes of a tile, within what `head` has; undefined if it does not have so many. */
  tile(accountId: string, level: number, index: number, width: number): Promise<Uint8Array | undefined>;
  /** The entries `from` to before `to`, within what `head` has; undefined if it does not have so many. */
  entries(accountId: string, from: number, to: number): Promise<Uint8Array[] | undefined>;
  /** Signed when asked for, of what `head` has. */
  checkpoint(accountId: string): Promise<string | undefined>;
  /** `unknown`: the account has no such event, or it is no leaf; `pending`: no checkpoint covers it yet. */
  proof(accountId: string, eventId: string): Promise<EventProof | 'pending' | 'unknown'>;
}

export interface InstallationLog {
  /** The newest signed note, with the witnesses' cosignatures. */
  checkpoint(): Promise<string | undefined>;
  tile(level: number, index: number, width: number): Promise<Uint8Array | undefined>;
  /** A leaf's entry has the root of a batch. */
  entries(from: number, to: number): Promise<Uint8Array[] | undefined>;
  /** What a batch has, as it is hashed: for monitors. */
  lines(batch: number): Promise<readonly Uint8Array[] | undefined>;
}

/** What the API reads, and the monitor. @param key signs checkpoints of accounts */
export declare function openLogs(
  directory: Directory,
  key: LogKey,
): { accounts: AccountLogs; installation: InstallationLog };
