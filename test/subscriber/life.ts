import { Subscriber, type SubscriberOptions, type SubscriberStatus } from '@rollbook/subscriber';
import type { KillSwitch } from './kill-switch.js';
import type { World } from './worlds.js';

export type Source = Omit<SubscriberOptions<never>, 'store' | 'on' | 'otherwise' | 'reset'>;

/** One process of a subscription: it opens it, and does something with it. It may be killed in the middle. */
export async function live(
  world: World,
  kill: KillSwitch,
  source: Source,
  during: (subscriber: Subscriber<never>) => Promise<void> = () => Promise.resolve(),
): Promise<SubscriberStatus> {
  const { end, ...opened } = await world.open(kill);
  // What a process that is dead was loading, nobody waits for.
  const subscriber = new Subscriber<never>({ takeOverAfterMs: 0, ...source, ...opened });
  kill.onKill(() => void subscriber.close());
  try {
    await subscriber.start();
    await during(subscriber);
  } catch (error) {
    if (!kill.isDead) throw error;
  } finally {
    await subscriber.close();
    await end();
  }
  return subscriber.status();
}
