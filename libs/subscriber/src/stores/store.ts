/** How far a subscription is. */
export interface Place {
  /** `loading`: a snapshot is being taken over, and what there is of it is incomplete. */
  phase: 'new' | 'loading' | 'following';
  /** Where to go on in the feed; null for its beginning. */
  cursor: string | null;
  /** Counts the times that the subscription began again: sequences of an earlier time mean nothing. */
  epoch: number;
  /** Counts each change of the place, so that what another process has done is noticed. */
  revision: number;
  /** Whether a subject without a sequence has none of its events in the copy, or it is not known which. */
  unseen: 'nothing' | 'unknown';
}

export const NO_PLACE: Place = { phase: 'new', cursor: null, epoch: 0, revision: 0, unseen: 'nothing' };

/** Inside a transaction of the user's database. */
export interface Session<Tx> {
  /** What the user's functions write with. */
  tx: Tx;
  /** As it is in this transaction. */
  place: Place;
  /** The last event of each subject that was handled; subjects of which none was are missing. */
  sequencesOf(subjects: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Takes effect with what was written, or not at all. */
  save(changes: { place?: Place; sequences?: ReadonlyMap<string, number> }): Promise<void>;
}

/** Where a subscription keeps how far it is: in the user's own database, so that it moves together with what the user's functions write. */
export interface Store<Tx> {
  /** How many events go into one transaction at most. */
  readonly eventsPerTransaction: number;
  /** Makes what it needs, if it is missing. */
  prepare(): Promise<void>;
  /**
   * Commits what `work` has written and saved, all or nothing; nothing if it throws.
   * @throws ConflictError if another process was there in between
   */
  transact<T>(work: (session: Session<Tx>) => Promise<T>): Promise<T>;
}

/** Another process of the same subscription has gone on meanwhile. Nothing was written. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
}
