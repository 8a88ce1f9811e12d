import { requireMilliseconds, wrongOption, type FollowOptions } from '@rollbook/client';

export interface GuardOptions extends Omit<FollowOptions, 'understands'> {
  /** An API key with the scope `events:read`, and `access:check` to ask the API; or what gives a bearer token each time. */
  token: FollowOptions['token'];
  /**
   * The maximum age of the copy. When it may be older, answers are refused or come from the API. Milliseconds; 30,000 by default.
   */
  maxAgeMs?: number | undefined;
  /** What to answer then. `refuse` by default: nobody may enter. */
  whenTooOld?: 'refuse' | 'ask' | undefined;
  /** Where to keep the copy, so that the next start need not read everything again. Ids only, and digests of external ids. */
  file?: string | undefined;
  /** How often to write the file. Milliseconds; 60,000 by default. */
  saveEveryMs?: number | undefined;
  /**
   * How often the copy is made again from a snapshot, beside being kept. Milliseconds; 6 hours by default, up to half of it earlier. After a
   * start from the file that happens within a minute. All accounts have no snapshot: their history is read again, by default only then.
   */
  snapshotEveryMs?: number | undefined;
}

export interface OfAccount {
  /**
   * Whose service groups are meant: of another account's, nobody may do anything in one. A guard of all accounts takes external ids of this account; if
   * one side is an id, those of its account by default.
   */
  accountId?: string | undefined;
}

export interface FindOptions extends OfAccount {
  /** What a user may do there: a permission of an access role, or `enter`, the default. */
  permission?: string;
}

export interface AskOptions extends OfAccount {
  /** The `Rollbook-Position` of the answer to a write: the answer is not from before it. */
  atLeast?: string | undefined;
  /** How long to wait for that. Milliseconds; 5,000 by default. */
  waitMs?: number | undefined;
}

export interface GuardStatus {
  /** It answers from the copy, which is not too old. */
  isReady: boolean;
  /**
   * For how long things may have happened that are not in the copy: from the moment up to which the API says that its feed is complete.
   * Milliseconds; Infinity before it has said so.
   */
  ageMs: number;
  accounts: number;
  users: number;
  serviceGroups: number;
  memberships: number;
}

/** The copy did not reach the position in time. */
export class NotReachedError extends Error {
  override readonly name = 'NotReachedError';

  constructor(
    readonly atLeast: string,
    /** How far it was. */
    readonly version: number,
  ) {
    super(`The copy has version ${version} of what ${atLeast} is a position of.`);
  }
}

/** @throws TypeError that names the option and its rule */
export function requireOptions(options: GuardOptions): void {
  requireMilliseconds(options, {
    // Without an end it would say yes for ever.
    maxAgeMs: { min: 1, max: Number.MAX_SAFE_INTEGER },
    saveEveryMs: { min: 0 },
    snapshotEveryMs: { min: 1 },
  });
  const { whenTooOld = 'refuse', file } = options;
  if (whenTooOld !== 'refuse' && whenTooOld !== 'ask')
    throw wrongOption('whenTooOld', "'refuse' or 'ask'", whenTooOld);
  if (file !== undefined && (typeof file !== 'string' || file === ''))
    throw wrongOption('file', 'a path', file);
}
