/**
 * Where an account's events are logged. Compare the key with the one that the operator has published elsewhere. All is null in an
 * installation that keeps no log.
 */
export class LogDto {
  /** Of the log of all accounts, which witnesses follow. */
  name!: string | null;
  /** Its public key, as a policy names it: `name+id+key`. */
  key!: string | null;
  /** The name of the account's own log, which the same key signs. */
  accountLog!: string | null;
}

export class AccountLeafDto {
  accountId!: string;
  /** The index of the event among those of the account, from 0. */
  index!: number;
  /** How many of its events the tree has. */
  size!: number;
  /** Hashes in base64, from the leaf's sibling to the root's child. */
  path!: string[];
}

export class BatchLineDto {
  index!: number;
  path!: string[];
}

/** What shows that an event is in the log. `@rollbook/verify` checks it offline. */
export class EventProofDto {
  /** The event as it is stored, without what an erasure removes, in base64. */
  entry!: string;
  account!: AccountLeafDto;
  /** Where the account's tree is in a batch of the log of all accounts. */
  batch!: BatchLineDto;
  /** That the log of all accounts has the batch, with its checkpoint: https://c2sp.org/tlog-proof. */
  proof!: string;
}

/** What a batch of the log of all accounts says of one of them. */
export class LogLineDto {
  accountId!: string;
  /** How many events its tree has. */
  size!: number;
  /** The root of its tree, in base64. */
  root!: string;
}

/** A batch of the log of all accounts: its root, which the log has as entry `index`, can be computed from it. */
export class LogBatchDto {
  index!: number;
  /** What the padding lines are derived from, 32 bytes in base64. */
  filling!: string;
  /** One for each account that changed. */
  accounts!: LogLineDto[];
}
