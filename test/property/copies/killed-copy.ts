import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { KillSwitch } from '../../subscriber/kill-switch.js';
import { live, type Source } from '../../subscriber/life.js';
import type { World } from '../../subscriber/worlds.js';

/** A subscriber whose process is killed again and again, at a random call of its database, while things happen. */
export class KilledCopy {
  kills = 0;
  private readonly stopping = new AbortController();
  private readonly running: Promise<void>;

  constructor(
    readonly world: World,
    private readonly source: Source,
  ) {
    this.running = this.run();
  }

  /** Ends the last process, and lets one catch up. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    await this.catchUp();
  }

  async catchUp(): Promise<void> {
    await live(this.world, new KillSwitch(), { ...this.source, follow: false });
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const kill = new KillSwitch(randomInt(1, 300));
      await live(this.world, kill, this.source, async (subscriber) => {
        // Closed when it is killed.
        const isOver = new Promise<void>((resolve) => kill.onKill(() => resolve(subscriber.close())));
        if (!signal.aborted && !kill.isDead) await Promise.race([isOver, once(signal, 'abort')]);
      });
      if (kill.isDead) this.kills += 1;
    }
  }
}
