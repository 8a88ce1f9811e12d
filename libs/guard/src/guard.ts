import { ENTER } from './copy/access-roles.js';
import { externalIdIn, type Kind } from './copy/external-ids.js';
import { CopyFollower } from './follow/follower.js';
import {
  NotReachedError,
  requireOptions,
  type AskOptions,
  type FindOptions,
  type GuardOptions,
  type GuardStatus,
  type OfAccount,
} from './options.js';

const MAX_AGE_MS = 30_000;
const SAVE_EVERY_MS = 60_000;
const SNAPSHOT_EVERY_MS = 6 * 60 * 60_000;
const WAIT_MS = 5_000;

interface Question {
  user: string;
  serviceGroup: string;
  permission: string;
}

/**
 * Answers who may do what where from a copy in memory that the feed of the API keeps. It is exact at the end of a membership, by the clock of this
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
    return options ? this.mayDo(user, serviceGroup, ENTER, options) : this.mayDo(user, serviceGroup, ENTER);
  }

  /**
   * Like `mayEnter`, of a permission: whether the user may enter, and the access role of their membership has it. What no access role has, nobody
   * may do. `enter` itself is a permission of every membership.
   */
  mayDo(user: string, serviceGroup: string, permission: string): boolean;
  mayDo(user: string, serviceGroup: string, permission: string, options: AskOptions): Promise<boolean>;
  mayDo(
    user: string,
    serviceGroup: string,
    permission: string,
    options?: AskOptions,
  ): boolean | Promise<boolean> {
    if (options) return this.ask({ user, serviceGroup, permission }, options);
    return this.decide({ user, serviceGroup, permission }, {});
  }

  /** What a user may do in a service group, `enter` included, in order; nothing while the copy is too old. */
  permissionsOf(user: string, serviceGroup: string, of: OfAccount = {}): string[] {
    const ids = this.idsOf(user, serviceGroup, of);
    return ids && this.isFresh() ? this.follower.copy.permissionsOf(...ids, this.now()) : [];
  }

  /**
   * Whether an access role of the account has a permission; `enter` always. What none has is likely misspelt. True where it is not known which
   * account is meant, or nothing is known of it.
   */
  isKnownPermission(permission: string, user: string, serviceGroup: string, of: OfAccount = {}): boolean {
    const accountId = this.accountOf(user, serviceGroup, of);
    if (!accountId || accountId !== (this.options.accountId ?? accountId)) return true;
    return this.follower.copy.accessRoles.isKnown(accountId, permission);
  }

  /** The ids of the service groups that a user may enter, or do something else in; none while the copy is too old. */
  groupsOf(
    user: string,
    { accountId = this.options.accountId, permission = ENTER }: FindOptions = {},
  ): string[] {
    const userId = this.idOf('user', user, accountId);
    return this.isFresh() ? this.follower.copy.groupsOf(userId, this.now(), permission) : [];
  }

  /** The ids of the users who may enter a service group, or do something else in it; none while the copy is too old. */
  membersOf(
    serviceGroup: string,
    { accountId = this.options.accountId, permission = ENTER }: FindOptions = {},
  ): string[] {
    const groupId = this.idOf('service_group', serviceGroup, accountId);
    return this.isFresh() ? this.follower.copy.membersOf(groupId, this.now(), permission) : [];
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

  private async ask(question: Question, options: AskOptions): Promise<boolean> {
    const { atLeast, waitMs = WAIT_MS } = options;
    const isFresh = await this.follower.fresh(waitMs);
    if (!isFresh && this.options.whenTooOld === 'ask' && !this.follower.isClosed)
      return this.askApi(question, options);
    if (atLeast !== undefined) await this.reach(atLeast, waitMs);
    return this.decide(question, options);
  }

  private decide({ user, serviceGroup, permission }: Question, of: OfAccount): boolean {
    const ids = this.idsOf(user, serviceGroup, of);
    return ids !== undefined && this.isFresh() && this.follower.copy.mayDo(...ids, permission, this.now());
  }

  /** Undefined if the service group is another account's. */
  private idsOf(
    user: string,
    serviceGroup: string,
    of: OfAccount,
  ): [userId: string, groupId: string] | undefined {
    const accountId = this.accountOf(user, serviceGroup, of);
    const userId = this.idOf('user', user, accountId);
    const groupId = this.idOf('service_group', serviceGroup, accountId);
    const isOther = of.accountId !== undefined && this.follower.copy.accountOf(groupId) !== of.accountId;
    return isOther ? undefined : [userId, groupId];
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
  private async askApi({ user, serviceGroup, permission }: Question, options: AskOptions): Promise<boolean> {
    const { atLeast } = options;
    const accountId = this.accountOf(user, serviceGroup, options);
    const body = {
      subject: { type: 'user' as const, id: user },
      action: { name: permission },
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

/**
 * Starts a guard, and resolves when it is level.
 * @throws TypeError for options that make no sense, RollbookError if the API refuses it (401, 403, 404), and Error if nothing new has come for
 *   `startWithinMs`
 */
export async function openGuard(options: GuardOptions): Promise<Guard> {
  return new Guard(options).start();
}
