import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { ACCOUNTS_SCOPE, hasGrown, type Directory, type FeedPosition } from '#libs/directory';
import { DIRECTORY } from '../directory/directory.module.js';

const LOOK_EVERY_MS = 1_000;
/** After a change that this process has made, its commit is fed soon. */
const LOOK_AFTER_CHANGE_MS = [120, 350];

interface Waiting {
  position: FeedPosition;
  wake: () => void;
}

interface Watched {
  waiting: Set<Waiting>;
  timers: Set<NodeJS.Timeout>;
  isLooking: boolean;
}

/**
 * Waits for changes of feeds. However many wait for a feed, the process looks for what it has got once a second, in one query, and
 * twice more after a change of its own. While nobody waits it does nothing.
 */
@Injectable()
export class FeedWatch implements OnModuleDestroy {
  private readonly watched = new Map<string, Watched>();
  private isStopping = false;

  constructor(@Inject(DIRECTORY) private readonly directory: Directory) {}

  /** Resolves when there is something at the position, the time is over, the signal says so, or the process stops. */
  async wait(
    scope: string,
    position: FeedPosition,
    milliseconds: number,
    signal: AbortSignal,
  ): Promise<void> {
    if (this.isStopping || signal.aborted || milliseconds <= 0) return;
    const watched = this.watched.get(scope) ?? this.begin(scope);
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        watched.waiting.delete(waiting);
        if (watched.waiting.size === 0) this.end(scope, watched);
        resolve();
      };
      const waiting = { position, wake };
      const timer = setTimeout(wake, milliseconds);
      signal.addEventListener('abort', wake);
      watched.waiting.add(waiting);
    });
  }

  /** This process has changed something whose commit will be fed. */
  expect(scope: string): void {
    const watched = this.watched.get(scope);
    if (!watched || watched.timers.size > 1) return;
    for (const delay of LOOK_AFTER_CHANGE_MS) {
      const timer = setTimeout(() => {
        watched.timers.delete(timer);
        void this.look(scope, watched);
      }, delay);
      watched.timers.add(timer);
    }
  }

  onModuleDestroy(): void {
    this.isStopping = true;
    for (const { waiting } of this.watched.values()) for (const { wake } of waiting) wake();
  }

  private begin(scope: string): Watched {
    const watched: Watched = { waiting: new Set(), timers: new Set(), isLooking: false };
    watched.timers.add(setInterval(() => void this.look(scope, watched), LOOK_EVERY_MS));
    this.watched.set(scope, watched);
    return watched;
  }

  private end(scope: string, { timers }: Watched): void {
    for (const timer of timers) clearTimeout(timer);
    if (this.watched.get(scope)?.timers === timers) this.watched.delete(scope);
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
      // The table is away: those who wait find out when they read.
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
