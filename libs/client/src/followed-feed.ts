import { createClient } from './client.js';
import { RollbookError } from './errors.js';
import { FeedAge, TwoClocks, type Clocks, type Moment } from './feed-age.js';
import { feedOf, type Feed } from './feed.js';
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
import type { RollbookClient } from './rollbook-client.js';

export interface FollowOptions extends Pick<ClientOptions, 'baseUrl' | 'fetch'>, Clocks {
  /** An API key with the scope `events:read`, or what gives a bearer token each time. */
  token: Token | undefined;
  /** Whose feed to follow. Without it: that of all accounts, with a key of the operators. */
  accountId?: string | undefined;
  /** Opening is given up when nothing new has come for so long. Milliseconds; 30,000 by default, and `Infinity` waits for ever. */
  startWithinMs?: number | undefined;
  /** Told what went wrong, and that it works again. By default `console.warn` has the first failure of several, and the end of them. */
  onNotice?: ((line: string) => void) | undefined;
}

const START_WITHIN_MS = 30_000;
/** How long an answer may take, beside what it is to wait. */
const ANSWER_MS = 10_000;

/** The feed, for those who follow it by themselves: they know how old it is, say when it cannot be read, and do not begin for ever. */
export class FollowedFeed {
  readonly client: RollbookClient;
  readonly clocks: TwoClocks;
  private readonly feed: Feed;
  private trouble: string | undefined;
  private isStanding = false;
  /** To be called when something new has come: opening is not given up then. */
  progress: () => void = () => {};

  /** @throws TypeError that names the option and its rule */
  constructor(private readonly options: FollowOptions) {
    requireBaseUrl(options.baseUrl);
    requireToken(options.token);
    const { baseUrl, token, accountId, fetch } = options;
    if (accountId === '' || (accountId !== undefined && typeof accountId !== 'string'))
      throw wrongOption('accountId', 'the id of an account', accountId);
    requireMilliseconds(options, { startWithinMs: { min: 1 } });
    // The follower decides when to retry, not the client.
    this.client = createClient({ baseUrl, token, fetch, retries: { attempts: 1 } });
    this.feed = feedOf(this.client, accountId);
    this.clocks = new TwoClocks(options);
  }

  newAge(): FeedAge {
    return new FeedAge(this.clocks);
  }

  /** @returns the page, and the moment when its request was sent */
  async page(
    after: string | undefined,
    waitSeconds: number,
    signal: AbortSignal,
  ): Promise<{ page: FeedPage; asked: Moment }> {
    const asked = this.clocks.moment();
    const page = await this.feed.page(after, waitSeconds, signal, waitSeconds * 1_000 + ANSWER_MS);
    if (page.data.length > 0) this.progress();
    return { page, asked };
  }

  snapshot(signal: AbortSignal): ReturnType<Feed['snapshot']> {
    return this.progressing(this.feed.snapshot(signal));
  }

  accessSnapshot(signal: AbortSignal): ReturnType<Feed['accessSnapshot']> {
    return this.progressing(this.feed.accessSnapshot(signal));
  }

  private async *progressing<Line>(lines: AsyncGenerator<Line>): AsyncGenerator<Line> {
    for await (const line of lines) {
      this.progress();
      yield line;
    }
  }

  /** @throws Error with the last trouble, if nothing new comes within `startWithinMs` before the work is done */
  async startWithin<T>(work: Promise<T>): Promise<T> {
    const { startWithinMs = START_WITHIN_MS } = this.options;
    if (startWithinMs > LONGEST_TIMER_MS) return work;
    const { promise, reject } = Promise.withResolvers<never>();
    const giveUp = () =>
      reject(new Error(`Not level within ${startWithinMs} ms: ${this.trouble ?? 'nothing was answered'}.`));
    let timer = setTimeout(giveUp, startWithinMs);
    this.progress = () => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, startWithinMs);
    };
    try {
      return await Promise.race([work, promise]);
    } finally {
      clearTimeout(timer);
      this.progress = () => {};
    }
  }

  /** An attempt has failed; `onNotice` is told each time, the console once. */
  fails(trouble: string, then: string): void {
    const isFirst = this.trouble === undefined;
    this.trouble = trouble;
    if (isFirst || this.options.onNotice) this.notice(`${trouble}. ${then}`);
  }

  /** It can be read, but is not complete. Told once. */
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

  /** That which no repetition mends: the token, its rights, the account, or an option. */
  isMistake(error: unknown): boolean {
    return (
      error instanceof TypeError || (error instanceof RollbookError && [401, 403, 404].includes(error.status))
    );
  }

  /** A refusal, with what the reason may be here. */
  explained(error: unknown): Error {
    if (!(error instanceof Error)) return new Error(String(error));
    if (!(error instanceof RollbookError && error.status === 403 && this.options.accountId === undefined))
      return error;
    const hint =
      'Without accountId the client reads the changes of all accounts, which takes a key of the operators. Is accountId missing?';
    const problem = { ...error.problem, detail: `${error.problem.detail} ${hint}` };
    return new RollbookError(error.status, problem, error.retryAfterMs);
  }
}

function warn(line: string): void {
  // Otherwise a program that waits for a wrong address would do so in silence.
  // oxlint-disable-next-line no-console
  console.warn(`Rollbook: ${line}`);
}
