import { requireMilliseconds, wrongOption, type FollowOptions } from '@rollbook/client';
import { externalIdIn, type Kind } from './copy/external-ids.js';
import { CopyFollower } from './follow/follower.js';

export interface GuardOptions extends FollowOptions {
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
   * Whose service groups are meant: of another account's, nobody may enter one. A guard of all accounts takes external ids of this account; if
   * one side is an id, those of its account by default.
   */
  accountId?: string | undefined;
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

const MAX_AGE_MS = 30_000;
const SAVE_EVERY_MS = 60_000;
const SNAPSHOT_EVERY_MS = 6 * 60 * 60_000;
const WAIT_MS = 5_000;

/**
 * Answers who may enter what from a copy in memory that the feed of the API keeps. It is exact at the end of a membership, by the clock of this
 * process, and about as old as the network is slow. When it is older than it may be, it refuses.
 */
export class Guard {
  private readonly follower: CopyFollower;
  private readonly clock: () => number;
  private latest = -Infinity;

  /** @throws TypeError that names the option and its rule */
  constructor(private readonly options: GuardOptions) {
    requireOptions(options);
    const { maxAgeMs = MAX_AGE_MS, saveEveryMs = SAVE_EVERY_MS, whenTooOld, accountId } = options;
    const { snapshotEveryMs = accountId === undefined ? Infinity : SNAPSHOT_EVERY_MS } = options;
    const bounds = { maxAgeMs, saveEveryMs, snapshotEveryMs, asksApi: whenTooOld === 'ask' };
    this.follower = new CopyFollower(bounds, options);
    this.clock = this.follower.feed.clocks.wall;
  }

  /**
   * Resolves when the copy is level. It goes on by itself until `close`.
   * @throws RollbookError if the API refuses it: 401, 403, 404
   * @throws Error if nothing new has come for `startWithinMs`
   */
  async start(): Promise<this> {
    await this.follower.start();
    return this;
  }

  /**
   * From the copy; false while that is too old. Each side is an id, or `external:` and an external id: `external:prod`.
   * @throws TypeError if a guard of all accounts is to know external ids of no account
   */
  mayEnter(user: string, serviceGroup: string): boolean;
  /**
   * From the copy, at least as new as a write. If it is too old, it is read on first; from the API if that does not help and the guard is to
   * ask. @throws NotReachedError
   */
  mayEnter(user: string, serviceGroup: string, options: AskOptions): Promise<boolean>;
  mayEnter(user: string, serviceGroup: string, options?: AskOptions): boolean | Promise<boolean> {
    if (options) return this.ask(user, serviceGroup, options);
    return this.decide(user, serviceGroup, {});
  }

  /** The ids of the service groups that a user may enter; none while the copy is too old. */
  groupsOf(user: string, { accountId = this.options.accountId }: OfAccount = {}): string[] {
    const userId = this.idOf('user', user, accountId);
    return this.isFresh() ? this.follower.copy.groupsOf(userId, this.now()) : [];
  }

  /** The ids of the users who may enter a service group; none while the copy is too old. */
  membersOf(serviceGroup: string, { accountId = this.options.accountId }: OfAccount = {}): string[] {
    const groupId = this.idOf('service_group', serviceGroup, accountId);
    return this.isFresh() ? this.follower.copy.membersOf(groupId, this.now()) : [];
  }

  /**
   * Reads the feed now if the copy is too old, as after a process was frozen: then the answers of the other methods are from after that.
   * @param withinMs how long that may take
   * @returns whether the copy is young enough
   */
  fresh(withinMs = WAIT_MS): Promise<boolean> {
    return this.follower.fresh(withinMs);
  }

  status(): GuardStatus {
    const { ageMs, isFresh, copy } = this.follower;
    return { isReady: isFresh, ageMs, ...copy.sizes };
  }

  /** Stops following, and writes the file. */
  close(): Promise<void> {
    return this.follower.close();
  }

  private async ask(user: string, serviceGroup: string, options: AskOptions): Promise<boolean> {
    const { atLeast, waitMs = WAIT_MS } = options;
    const isFresh = await this.follower.fresh(waitMs);
    if (!isFresh && this.options.whenTooOld === 'ask' && !this.follower.isClosed)
      return this.askApi(user, serviceGroup, options);
    if (atLeast !== undefined) await this.reach(atLeast, waitMs);
    return this.decide(user, serviceGroup, options);
  }

  private decide(user: string, serviceGroup: string, of: OfAccount): boolean {
    const accountId = this.accountOf(user, serviceGroup, of);
    const userId = this.idOf('user', user, accountId);
    const groupId = this.idOf('service_group', serviceGroup, accountId);
    if (of.accountId !== undefined && this.follower.copy.accountOf(groupId) !== of.accountId) return false;
    return this.isFresh() && this.follower.copy.mayEnter(userId, groupId, this.now());
  }

  /** Empty if nobody has the external id. */
  private idOf(kind: Kind, name: string, accountId: string | undefined): string {
    const externalId = externalIdIn(name);
    if (externalId === undefined) return name;
    if (accountId !== undefined)
      return this.follower.copy.externalIds.idOf(kind, accountId, externalId) ?? '';
    throw new TypeError(`A guard of all accounts needs an accountId to know ${name}.`);
  }

  /** Whose external ids are meant; empty if the side that is an id is unknown. */
  private accountOf(
    user: string,
    serviceGroup: string,
    { accountId = this.options.accountId }: OfAccount,
  ): string | undefined {
    if (accountId !== undefined) return accountId;
    const id = [user, serviceGroup].find((name) => externalIdIn(name) === undefined);
    return id === undefined ? undefined : (this.follower.copy.accountOf(id) ?? '');
  }

  /** The API's own answer (AuthZEN 1.0). */
  private async askApi(user: string, serviceGroup: string, options: AskOptions): Promise<boolean> {
    const { atLeast } = options;
    const accountId = this.accountOf(user, serviceGroup, options);
    const body = {
      subject: { type: 'user' as const, id: user },
      action: { name: 'enter' as const },
      resource: { type: 'service_group' as const, id: serviceGroup },
      ...(accountId && { context: { account_id: accountId } }),
    };
    const request = { body, ...(atLeast !== undefined && { atLeast }) };
    return (await this.follower.feed.client.post('/access/v1/evaluation', request)).decision;
  }

  /** @throws NotReachedError if the copy does not reach the positions in time, TypeError for what is no position */
  async reach(atLeast: string, waitMs = WAIT_MS): Promise<void> {
    for (const position of atLeast.split(',')) await this.reachOne(position.trim(), waitMs);
  }

  /** How far the copy has these users and service groups: what an answer about them rests on. Empty if it has none. */
  positionOf(ids: readonly string[]): string {
    const versions = ids.map((id) => [id, this.follower.copy.versionOf(id)] as const);
    return versions.flatMap(([id, version]) => (version > 0 ? [`${id}.${version}`] : [])).join(',');
  }

  private async reachOne(atLeast: string, waitMs: number): Promise<void> {
    const dot = atLeast.lastIndexOf('.');
    const [subject, version] = [atLeast.slice(0, dot), Number(atLeast.slice(dot + 1))];
    if (dot < 1 || !Number.isInteger(version)) throw new TypeError(`${atLeast} is not a position.`);
    // A snapshot may say a version before the feed has said what was read around it.
    const hasReached = () => this.follower.isFresh && this.follower.copy.versionOf(subject) >= version;
    if (hasReached() || (await this.follower.until(() => hasReached() || undefined, waitMs))) return;
    throw new NotReachedError(atLeast, this.follower.copy.versionOf(subject));
  }

  /** A copy that is too old is read on at once: the next call may be answered. */
  private isFresh(): boolean {
    const { isFresh } = this.follower;
    if (!isFresh) this.follower.wake();
    return isFresh;
  }

  /** What has ended stays ended when the clock is set back. */
  private now(): number {
    return (this.latest = Math.max(this.latest, this.clock()));
  }
}

function requireOptions(options: GuardOptions): void {
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

/**
 * Starts a guard, and resolves when it is level.
 * @throws TypeError for options that make no sense, RollbookError if the API refuses it (401, 403, 404), and Error if nothing new has come for
 *   `startWithinMs`
 */
export async function openGuard(options: GuardOptions): Promise<Guard> {
  return new Guard(options).start();
}
