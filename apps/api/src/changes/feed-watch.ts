import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { ACCOUNTS_SCOPE, hasGrown, type Directory, type FeedPosition } from '#libs/directory';
import type { WriteSignal } from '#libs/program';
import { DIRECTORY, WRITE_SIGNAL } from '../directory/directory.module.js';
import { Problem } from '../problems/problem.js';

const LOOK_EVERY_MS = 1_000;
/** For so long after a change of this process, whose commit is fed soon, it looks more often. */
const SOON_MS = 1_000;
/** The first pause; then half of the time since the change. The longer one where appended parts are reported. */
const [LOOK_SOON_MS, LOOK_SOON_IF_REPORTED_MS] = [15, 125];
/** More feeds than are changed or reported in that time. */
const MAX_FEEDS = 10_000;
/** Answers at once that may wait for changes of one account, in one process, and for those of all accounts. */
const [MAX_FOLLOWERS, MAX_FOLLOWERS_OF_ALL] = [64, 1_024];

interface Waiting {
  position: FeedPosition;
  wake: () => void;
}

interface Watched {
  waiting: Set<Waiting>;
  /** Calls the next look off. */
  next: AbortController;
  looksAt: number;
  isLooking: boolean;
}

/**
 * Waits for changes of feeds. A stream processor on this machine tells what it has appended. However many wait for a feed, the process also
 * looks for what it has got once a second, in one query, and more often just after a change of its own. While nobody waits it does nothing.
 */
@Injectable()
export class FeedWatch implements OnModuleDestroy {
  private readonly watched = new Map<string, Watched>();
  /** When this process last changed something that a feed will have. Milliseconds, by `elapsed` of the directory. */
  private readonly changed = new Map<string, number>();
  /** The last reported part of each feed. */
  private readonly reported = new Map<string, number>();
  private readonly followers = new Map<string, number>();
  /** The process ends: answers are not to wait any more. */
  isStopping = false;

  constructor(
    @Inject(DIRECTORY) private readonly directory: Directory,
    @Inject(WRITE_SIGNAL) private readonly signal: WriteSignal,
  ) {
    signal.onFed = (scope, sequence) => this.fed(scope, sequence);
  }

  /**
   * Must come before `wait`.
   * @returns how to leave
   * @throws Problem `rate_limited` if as many answers as may wait for a feed do so
   */
  follow(scope: string): () => void {
    const before = this.followers.get(scope) ?? 0;
    if (before >= (scope === ACCOUNTS_SCOPE ? MAX_FOLLOWERS_OF_ALL : MAX_FOLLOWERS)) {
      const detail = `${before} answers wait for changes of this feed already.`;
      throw new Problem('rate_limited', detail, { headers: { 'retry-after': '1' } });
    }
    this.followers.set(scope, before + 1);
    return () => {
      const left = (this.followers.get(scope) ?? 0) - 1;
      if (left > 0) this.followers.set(scope, left);
      else this.followers.delete(scope);
    };
  }

  /** Resolves when there is something at the position, the time is over, the signal says so, or the process stops. */
  async wait(
    scope: string,
    position: FeedPosition,
    milliseconds: number,
    signal: AbortSignal,
  ): Promise<void> {
    if (this.isStopping || signal.aborted || milliseconds <= 0) return;
    // Reported after the page that found nothing.
    if ((this.reported.get(scope) ?? -1) >= position.sequence) return;
    const watched = this.watched.get(scope) ?? this.begin(scope);
    const ended = new AbortController();
    const wake = () => ended.abort();
    const waiting = { position, wake };
    signal.addEventListener('abort', wake);
    watched.waiting.add(waiting);
    await this.directory.sleep(milliseconds, ended.signal);
    signal.removeEventListener('abort', wake);
    watched.waiting.delete(waiting);
    if (watched.waiting.size === 0) this.end(scope, watched);
  }

  /** This process has changed something whose commit will be fed. */
  expect(scope: string): void {
    if (this.changed.size >= MAX_FEEDS) this.changed.clear();
    this.changed.set(scope, this.directory.elapsed());
    const watched = this.watched.get(scope);
    // Many changes must not put it off.
    if (!watched || watched.looksAt <= this.directory.elapsed() + this.lookSoonMs) return;
    watched.next.abort();
    this.lookLater(scope, watched);
  }

  private fed(scope: string, sequence: number): void {
    if (this.reported.size >= MAX_FEEDS) this.reported.clear();
    this.reported.set(scope, sequence);
    for (const { position, wake } of this.watched.get(scope)?.waiting ?? [])
      if (position.sequence <= sequence) wake();
  }

  private get lookSoonMs(): number {
    return this.reported.size > 0 ? LOOK_SOON_IF_REPORTED_MS : LOOK_SOON_MS;
  }

  onModuleDestroy(): void {
    this.isStopping = true;
    for (const { waiting } of this.watched.values()) for (const { wake } of waiting) wake();
  }

  private begin(scope: string): Watched {
    const watched: Watched = {
      waiting: new Set(),
      next: new AbortController(),
      looksAt: 0,
      isLooking: false,
    };
    this.watched.set(scope, watched);
    this.signal.follow();
    this.lookLater(scope, watched);
    return watched;
  }

  private end(scope: string, watched: Watched): void {
    watched.next.abort();
    if (this.watched.get(scope) === watched) this.watched.delete(scope);
  }

  private lookLater(scope: string, watched: Watched): void {
    const sinceChange = this.directory.elapsed() - (this.changed.get(scope) ?? -Infinity);
    const looksSoon = sinceChange < SOON_MS;
    if (!looksSoon) this.changed.delete(scope);
    const inMs = looksSoon ? Math.max(this.lookSoonMs, sinceChange / 2) : LOOK_EVERY_MS;
    watched.looksAt = this.directory.elapsed() + inMs;
    const { signal } = (watched.next = new AbortController());
    void this.directory.sleep(inMs, signal).then(() => {
      if (signal.aborted) return;
      this.signal.follow();
      void this.look(scope, watched);
      this.lookLater(scope, watched);
    });
  }

  private async look(scope: string, watched: Watched): Promise<void> {
    if (watched.isLooking || watched.waiting.size === 0) return;
    watched.isLooking = true;
    const farthest = Math.max(...[...watched.waiting].map(({ position }) => position.sequence));
    try {
      const grown = await hasGrown(this.directory, scope, { sequence: farthest, offset: 0 });
      // Somebody has read on from where others wait: they have something too.
      for (const { position, wake } of watched.waiting) if (grown || position.sequence < farthest) wake();
    } catch {
      // The table is unavailable: those who wait find out when they read.
    } finally {
      watched.isLooking = false;
    }
  }
}

/** What this process changes is looked for at once by those who wait for it. Must be called before any route is added. */
export function expectOwnChanges(fastify: FastifyInstance, watch: FeedWatch): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const { accountId } = request.params as Record<string, string | undefined>;
    if (request.method !== 'GET' && reply.statusCode < 300)
      for (const scope of [accountId ?? ACCOUNTS_SCOPE, ACCOUNTS_SCOPE]) watch.expect(scope);
    done();
  });
}
