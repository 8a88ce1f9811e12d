import { setTimeout as delay } from 'node:timers/promises';
import {
  createClient,
  feedOf,
  RollbookError,
  type ClientOptions,
  type Feed,
  type FeedPage,
  type RollbookClient,
} from '@rollbook/client';
import { AccessCopy } from './copy/access-copy.js';
import { applyEvent } from './copy/apply-event.js';
import { readCopy, writeCopy } from './follow/copy-file.js';

export interface GuardOptions extends Pick<ClientOptions, 'baseUrl' | 'fetch'> {
  /** An API key with the scope `events:read`, and `access:check` to ask the API; or what gives a bearer token each time. */
  token: string | (() => string | Promise<string>);
  /** Whose feed to follow. Without it: that of all accounts, with a key of the operators. */
  accountId?: string | undefined;
  /** Answers are refused, or asked of the API, when the copy is older. Milliseconds; 30,000 by default. */
  maxAgeMs?: number | undefined;
  /** What to answer then. `refuse` by default: nobody may enter. */
  whenTooOld?: 'refuse' | 'ask' | undefined;
  /** Where to keep the copy, so that the next start need not read everything again. Ids only, nothing personal. */
  file?: string | undefined;
  /** How often to write the file. Milliseconds; 60,000 by default. */
  saveEveryMs?: number | undefined;
  /** The clock by which memberships end, for tests. Milliseconds since the epoch. */
  now?: (() => number) | undefined;
  /** Told what went wrong, and that it is tried again. */
  onNotice?: ((line: string) => void) | undefined;
}

export interface AskOptions {
  /** The `Rollbook-Position` of the answer to a write: the answer is not from before it. */
  atLeast?: string | undefined;
  /** How long to wait for that. Milliseconds; 5,000 by default. */
  waitMs?: number | undefined;
}

export interface GuardStatus {
  /** It has been level with the API once. */
  isReady: boolean;
  /** How long ago the API said that there was nothing more. Milliseconds; Infinity before the first time. */
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
const WAIT_MS = 5_000;
const MAX_PAUSE_MS = 10_000;

interface Waiting {
  subject: string;
  version: number;
  resolve: () => void;
}

/**
 * Answers who may enter what from a copy in memory that the feed of the API keeps. It is exact at the end of a membership, by the clock of this
 * process, and about as old as the network is slow. When it is older than it may be, it refuses.
 */
export class Guard {
  private readonly client: RollbookClient;
  private readonly feed: Feed;
  private readonly stopping = new AbortController();
  private readonly waiting = new Set<Waiting>();
  private copy = new AccessCopy();
  private cursor: string | undefined;
  private levelAt = -Infinity;
  private latest = -Infinity;
  private hasStarted = false;
  private savedAt = Date.now();
  private following: Promise<void> | undefined;
  private closing: Promise<void> | undefined;

  constructor(private readonly options: GuardOptions) {
    // What fails is tried again here: until then the copy grows old.
    this.client = createClient({ ...options, retries: { attempts: 1 } });
    this.feed = feedOf(this.client, options.accountId);
  }

  /** Resolves when the copy is level. It goes on by itself until `close`. @throws RollbookError if the API refuses it: 401, 403, 404 */
  async start(): Promise<this> {
    const { file } = this.options;
    const kept = file === undefined ? undefined : await readCopy(file, this.nameOfFeed);
    if (kept) Object.assign(this, kept);
    await new Promise<void>((resolve, reject) => {
      this.following = this.follow(resolve).catch(reject);
    });
    return this;
  }

  /** From the copy; false while that is too old. */
  mayEnter(userId: string, serviceGroupId: string): boolean;
  /** From the copy, at least as new as a write; from the API if the copy is too old and the guard is to ask. @throws NotReachedError */
  mayEnter(userId: string, serviceGroupId: string, options: AskOptions): Promise<boolean>;
  mayEnter(userId: string, serviceGroupId: string, options?: AskOptions): boolean | Promise<boolean> {
    if (options) return this.ask(userId, serviceGroupId, options);
    return this.isFresh() && this.copy.mayEnter(userId, serviceGroupId, this.now());
  }

  /** The service groups that a user may enter; none while the copy is too old. */
  groupsOf(userId: string): string[] {
    return this.isFresh() ? this.copy.groupsOf(userId, this.now()) : [];
  }

  /** The users who may enter a service group; none while the copy is too old. */
  membersOf(serviceGroupId: string): string[] {
    return this.isFresh() ? this.copy.membersOf(serviceGroupId, this.now()) : [];
  }

  status(): GuardStatus {
    const ageMs = performance.now() - this.levelAt;
    return { isReady: ageMs < Infinity, ageMs, ...this.copy.sizes };
  }

  /** Stops following, and writes the file. */
  close(): Promise<void> {
    this.stopping.abort();
    this.closing ??= Promise.resolve(this.following).then(() => this.save());
    return this.closing;
  }

  private async ask(
    userId: string,
    serviceGroupId: string,
    { atLeast, waitMs = WAIT_MS }: AskOptions,
  ): Promise<boolean> {
    if (!this.isFresh() && this.options.whenTooOld === 'ask') return this.askApi(userId, serviceGroupId);
    for (const position of atLeast?.split(',') ?? []) await this.reach(position.trim(), waitMs);
    return this.mayEnter(userId, serviceGroupId);
  }

  /** The API's own answer (AuthZEN 1.0). */
  private async askApi(userId: string, serviceGroupId: string): Promise<boolean> {
    const { accountId } = this.options;
    const body = {
      subject: { type: 'user' as const, id: userId },
      action: { name: 'enter' as const },
      resource: { type: 'service_group' as const, id: serviceGroupId },
      ...(accountId !== undefined && { context: { account_id: accountId } }),
    };
    return (await this.client.post('/access/v1/evaluation', { body })).decision;
  }

  private async reach(atLeast: string, waitMs: number): Promise<void> {
    const dot = atLeast.lastIndexOf('.');
    const [subject, version] = [atLeast.slice(0, dot), Number(atLeast.slice(dot + 1))];
    if (dot < 1 || !Number.isInteger(version)) throw new TypeError(`${atLeast} is not a position.`);
    if (this.hasReached({ subject, version })) return;
    const reached = await new Promise<boolean>((resolve) => {
      const waiting: Waiting = { subject, version, resolve: () => end(true) };
      const timer = setTimeout(() => end(false), waitMs);
      const end = (value: boolean) => {
        clearTimeout(timer);
        this.waiting.delete(waiting);
        resolve(value);
      };
      this.waiting.add(waiting);
    });
    if (!reached) throw new NotReachedError(atLeast, this.copy.versionOf(subject));
  }

  /** A snapshot may say a version before the feed has said what was read around it. */
  private hasReached({ subject, version }: Pick<Waiting, 'subject' | 'version'>): boolean {
    return this.isFresh() && this.copy.versionOf(subject) >= version;
  }

  private get nameOfFeed(): string {
    return `${this.options.baseUrl} ${this.options.accountId ?? 'all'}`;
  }

  private get maxAgeMs(): number {
    return this.options.maxAgeMs ?? MAX_AGE_MS;
  }

  private isFresh(): boolean {
    return performance.now() - this.levelAt <= this.maxAgeMs;
  }

  /** What has ended stays ended when the clock is set back. */
  private now(): number {
    return (this.latest = Math.max(this.latest, this.options.now?.() ?? Date.now()));
  }

  private async follow(onLevel: () => void): Promise<void> {
    const { signal } = this.stopping;
    // An answer comes twice before the copy would be too old, however little happens.
    const wait = Math.max(0, Math.min(20, Math.floor(this.maxAgeMs / 2_000)));
    for (let failures = 0; !signal.aborted;) {
      try {
        if (this.cursor === undefined && this.options.accountId !== undefined) await this.startOver();
        const page = await this.feed.page(this.cursor, this.levelAt === -Infinity ? 0 : wait, signal);
        this.take(page);
        if (page.upToDate) {
          this.hasStarted = true;
          onLevel();
        }
        failures = 0;
        if (Date.now() - this.savedAt > (this.options.saveEveryMs ?? SAVE_EVERY_MS)) await this.save();
      } catch (error) {
        if (signal.aborted) return;
        if (!this.hasStarted && isMistake(error)) throw error;
        failures += 1;
        await this.recover(error, failures);
      }
    }
  }

  private take({ data, nextCursor, upToDate }: FeedPage): void {
    for (const event of data) applyEvent(this.copy, event);
    this.cursor = nextCursor;
    if (upToDate) this.levelAt = performance.now();
    for (const waiting of this.waiting) if (this.hasReached(waiting)) waiting.resolve();
  }

  private async startOver(): Promise<void> {
    const copy = new AccessCopy();
    let cursor: string | undefined;
    for await (const line of this.feed.snapshot(this.stopping.signal))
      if ('cursor' in line) cursor = line.cursor;
      else applyEvent(copy, line);
    if (cursor === undefined) throw new Error('The snapshot is not complete.');
    // The feed repeats what happened around the snapshot: until it has, the copy may go back.
    Object.assign(this, { copy, cursor, levelAt: -Infinity });
  }

  private async recover(error: unknown, failures: number): Promise<void> {
    const code = error instanceof RollbookError ? error.code : undefined;
    // A cursor from another secret or table: everything is read again.
    if (code === 'invalid_cursor') this.cursor = undefined;
    // There is no snapshot of all accounts: the copy begins with the feed.
    if (code === 'invalid_cursor' && this.options.accountId === undefined)
      Object.assign(this, { copy: new AccessCopy(), levelAt: -Infinity });
    // Closed, or never there.
    if (code === 'account_not_found') this.copy = new AccessCopy();
    const backoff = Math.min(MAX_PAUSE_MS, 100 * 2 ** failures) * (0.5 + Math.random() / 2);
    const pauseMs = (error instanceof RollbookError ? error.retryAfterMs : undefined) ?? backoff;
    this.options.onNotice?.(
      `The feed could not be read, and will be again in ${Math.round(pauseMs)} ms: ${String(error)}`,
    );
    await delay(pauseMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }

  private async save(): Promise<void> {
    const { file } = this.options;
    this.savedAt = Date.now();
    if (file === undefined || this.cursor === undefined || this.levelAt === -Infinity) return;
    await writeCopy(file, this.nameOfFeed, { copy: this.copy, cursor: this.cursor });
  }
}

/** That which no repetition mends: the token, its rights, or the account. */
function isMistake(error: unknown): boolean {
  return error instanceof RollbookError && [401, 403, 404].includes(error.status);
}

/** Starts a guard, and resolves when it is level. @throws RollbookError if the API refuses it: 401, 403, 404 */
export function openGuard(options: GuardOptions): Promise<Guard> {
  return new Guard(options).start();
}
