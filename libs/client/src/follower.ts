import { createClient } from './client.js';
import { RollbookError } from './errors.js';
import { FeedAge, TwoClocks, type Moment } from './feed-age.js';
import { pagesOf, type ReadPage } from './feed.js';
import type { FeedPage } from './types.js';
import {
  LONGEST_TIMER_MS,
  requireBaseUrl,
  requireMilliseconds,
  requireToken,
  wrongOption,
  type ClientOptions,
  type Token,
} from './options.js';
import { NotUnderstoodError, requireUnderstood } from './requirements.js';
import { backoffMs, type Clocks } from './retries.js';
import type { RollbookClient } from './rollbook-client.js';
import { snapshotOf, type SnapshotForms } from './snapshots.js';

export interface FollowOptions extends Pick<ClientOptions, 'baseUrl' | 'fetch' | 'id'>, Clocks {
  /** An API key with the scope `events:read`, or what gives a bearer token each time. */
  token: Token | undefined;
  /** Whose feed to follow. Without it: that of all accounts, with a key of the operators. */
  accountId?: string | undefined;
  /** Opening is given up when nothing new has come for so long. Milliseconds; 30,000 by default, and `Infinity` waits for ever. */
  startWithinMs?: number | undefined;
  /** Called with each failure, and when the feed works again. By default `console.warn` has the first of several failures, and their end. */
  onNotice?: ((line: string) => void) | undefined;
  /** What the reader knows of what a feed may require (`requires`). A page that requires anything else is refused: `NotUnderstoodError`. */
  understands?: readonly string[] | undefined;
}

/** What is done with a feed. What fails is called again after a pause, unless the API refuses it before it was level for the first time. */
export interface FeedHandler {
  /** Reads on, once, and takes what came. @returns whether it is level now, and how long to pause before the next time */
  readOn(signal: AbortSignal): Promise<{ isLevel: boolean; pauseMs?: number }>;
  /** The API does not know the cursor: the feed is that of another table. */
  beginAgain(): void | Promise<void>;
  /** @returns false if there is nothing to report */
  failed?(error: unknown): boolean;
  /** Nothing more will come. */
  isOver?(): boolean;
  /** It is over, closed or was refused. */
  ended?(): void;
}

/** The pauses after failures. */
export interface Pacing {
  firstPauseMs: number;
  maxPauseMs: number;
  /** The longest `Retry-After` that is waited for. */
  maxRetryAfterMs: (error: RollbookError) => number;
}

const START_WITHIN_MS = 30_000;
/** How long an answer may take, in addition to the time that it is to wait. */
const ANSWER_MS = 10_000;

/** Follows a feed for a handler until it is closed. */
export class Follower {
  readonly clocks: TwoClocks;
  /** Since the last success. */
  failures = 0;
  private readonly read: ReadPage;
  private readonly stopping = new AbortController();
  /** Ends the present wait, for the feed or for the next attempt. */
  private polling = new AbortController();
  private hasStarted = false;
  private running: Promise<void> | undefined;
  private trouble: string | undefined;
  private isStanding = false;
  /** To be called when something new has come: opening is not given up then. */
  progress: () => void = () => {};

  constructor(
    readonly client: RollbookClient,
    private readonly options: Partial<FollowOptions>,
    private readonly handler: FeedHandler,
    private readonly pacing: Pacing,
  ) {
    this.clocks = new TwoClocks(options);
    this.read = pagesOf(client, options.accountId, {}, this.clocks, options.understands);
  }

  /**
   * Resolves when the handler is level. Goes on until `close`.
   * @throws RollbookError if the API refuses it; Error with the last failure if nothing new comes for `startWithinMs`
   */
  async start(): Promise<void> {
    const level = new Promise<void>((resolve, reject) => {
      this.running = this.run(resolve)
        .then(resolve, (error: unknown) => reject(this.explained(error)))
        .finally(() => this.handler.ended?.());
    });
    try {
      await this.startWithin(level);
    } catch (error) {
      this.stopping.abort();
      throw error;
    }
  }

  /** Resolves when nothing runs any more. */
  async close(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Reads on at once instead of waiting. */
  wake(): void {
    this.polling.abort();
  }

  get isWoken(): boolean {
    return this.polling.signal.aborted;
  }

  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  private async run(onLevel: () => void): Promise<void> {
    const { handler, signal } = this;
    while (!signal.aborted && handler.isOver?.() !== true)
      try {
        const { isLevel, pauseMs = 0 } = await this.untilDone((either) => handler.readOn(either));
        this.hasStarted ||= isLevel;
        if (isLevel) onLevel();
        if (pauseMs > 0) await this.pause(pauseMs);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
  }

  /** Tries again, after growing pauses. @throws what no repetition mends, before the first start; the last error when it is closed */
  async untilDone<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    for (this.failures = 0; ;) {
      this.polling = new AbortController();
      try {
        const done = await work(AbortSignal.any([this.signal, this.polling.signal]));
        this.failures = 0;
        return done;
      } catch (error) {
        if (this.signal.aborted || (!this.hasStarted && isMistake(error))) throw error;
        if (!this.isWoken) await this.recover(error);
      }
    }
  }

  private async recover(failure: unknown): Promise<void> {
    let error = failure;
    this.failures += 1;
    if (error instanceof RollbookError && error.code === 'invalid_cursor')
      try {
        await this.handler.beginAgain();
      } catch (reason) {
        error = reason;
      }
    const { firstPauseMs, maxPauseMs, maxRetryAfterMs } = this.pacing;
    const requested =
      error instanceof RollbookError ? Math.min(error.retryAfterMs ?? 0, maxRetryAfterMs(error)) : 0;
    const backoff = backoffMs(this.failures, firstPauseMs, maxPauseMs, this.clocks.random);
    const pauseMs = Math.max(backoff, requested);
    if (this.handler.failed?.(error) !== false)
      this.fails(String(error), `Trying again in ${Math.round(pauseMs)} ms.`);
    await this.pause(pauseMs);
  }

  /** Ends early when it is woken or closed. */
  private async pause(milliseconds: number): Promise<void> {
    const either = AbortSignal.any([this.signal, this.polling.signal]);
    await this.clocks.sleep(milliseconds, either).catch(() => undefined);
  }

  newAge(): FeedAge {
    return new FeedAge(this.clocks);
  }

  /** @returns the page, and the moment when its request was sent. @throws NotUnderstoodError */
  async page(
    after: string | undefined,
    waitSeconds: number,
    signal: AbortSignal,
  ): Promise<{ page: FeedPage; sentAt: Moment }> {
    const sentAt = this.clocks.moment();
    const page = await this.read(after, waitSeconds, signal, waitSeconds * 1_000 + ANSWER_MS);
    requireUnderstood(page, this.options.understands);
    if (page.data.length > 0) this.progress();
    return { page, sentAt };
  }

  async *snapshot<Form extends keyof SnapshotForms>(form: Form, signal: AbortSignal) {
    const { accountId, understands } = this.options;
    for await (const line of snapshotOf(this.client, accountId, form, signal, understands)) {
      this.progress();
      yield line;
    }
  }

  private async startWithin(work: Promise<void>): Promise<void> {
    const { startWithinMs = START_WITHIN_MS } = this.options;
    if (startWithinMs > LONGEST_TIMER_MS) return work;
    const { sleep, monotonic } = this.clocks;
    const done = new AbortController();
    let progressedAt = monotonic();
    this.progress = () => (progressedAt = monotonic());
    const tooLate = async () => {
      for (let left = startWithinMs; left > 0 && !done.signal.aborted;) {
        await sleep(left, done.signal);
        left = progressedAt + startWithinMs - monotonic();
      }
      throw new Error(`Not level within ${startWithinMs} ms: ${this.trouble ?? 'nothing was answered'}.`);
    };
    try {
      await Promise.race([work, tooLate()]);
    } finally {
      done.abort();
      this.progress = () => {};
    }
  }

  /** `onNotice` is called each time, the console once. */
  private fails(trouble: string, then: string): void {
    const isFirst = this.trouble === undefined;
    this.trouble = trouble;
    if (isFirst || this.options.onNotice) this.notice(`${trouble}. ${then}`);
  }

  /** It can be read, but is not complete. Reported once. */
  standsStill(trouble: string, then: string): void {
    this.trouble = trouble;
    if (!this.isStanding) this.notice(`${trouble}. ${then}`);
    this.isStanding = true;
  }

  /** It works, again or still. */
  works(): void {
    if (this.trouble !== undefined)
      this.notice(`The feed of ${this.options.baseUrl} can be read again, and is complete.`);
    [this.trouble, this.isStanding] = [undefined, false];
  }

  notice(line: string): void {
    (this.options.onNotice ?? warn)(line);
  }

  /** A refusal, with what the reason may be here. */
  private explained(error: unknown): Error {
    if (!(error instanceof Error)) return new Error(String(error));
    if (!(error instanceof RollbookError && error.status === 403 && this.options.accountId === undefined))
      return error;
    const hint =
      'Without accountId the client reads the changes of all accounts, which takes a key of the operators. Is accountId missing?';
    const problem = { ...error.problem, detail: `${error.problem.detail} ${hint}` };
    return new RollbookError(error.status, problem, error.retryAfterMs);
  }
}

/**
 * A follower with a client of its own, which leaves the retries to it.
 * @throws TypeError that names the option and its rule
 */
export function follow(options: FollowOptions, handler: FeedHandler, pacing: Pacing): Follower {
  const { baseUrl, token, accountId } = options;
  requireBaseUrl(baseUrl);
  requireToken(token);
  if (accountId === '' || (accountId !== undefined && typeof accountId !== 'string'))
    throw wrongOption('accountId', 'the id of an account', accountId);
  requireMilliseconds(options, { startWithinMs: { min: 1 } });
  const client = createClient({ ...options, retries: { attempts: 1 } });
  return new Follower(client, options, handler, pacing);
}

/** What no repetition mends: the token, its rights, the account, an option, or a version that is too old. */
function isMistake(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof NotUnderstoodError) return true;
  return error instanceof RollbookError && [401, 403, 404].includes(error.status);
}

function warn(line: string): void {
  // Otherwise a program that waits for a wrong address would do so in silence.
  // oxlint-disable-next-line no-console
  console.warn(`Rollbook: ${line}`);
}
