import { openSubscriber, type Subscriber } from '@rollbook/subscriber';
import type { Network } from '../ports/network.js';
import { functions, type SubscribersDatabase, type Write } from '../ports/subscribers-database.js';
import type { SimulatedProcess } from '../scheduler/process.js';

export interface Subscription {
  /** Of all accounts without it. */
  accountId: string | undefined;
  from: 'beginning' | 'snapshot';
  database: SubscribersDatabase;
}

/** One process of a subscription: it opens it again and again until it can be opened, and follows the feed. */
export async function subscriberOf(
  self: SimulatedProcess,
  { accountId, from, database }: Subscription,
  network: Network,
  ask: typeof fetch,
): Promise<Subscriber<Write[]>> {
  const { now, elapsed, random, id, sleep } = self;
  for (;;)
    try {
      return await openSubscriber<Write[]>({
        baseUrl: 'http://api.simulated',
        token: 'simulated',
        accountId,
        from,
        store: database.store(self, network),
        ...functions,
        fetch: ask,
        ...{ now, elapsed, random, id, sleep },
        onNotice: (line) => self.scheduler.note(self.name, `NOTICE ${line.slice(0, 160)}`),
      });
    } catch (error) {
      self.scheduler.note(self.name, `could not open: ${(error as Error).message.slice(0, 100)}`);
      await sleep(1_000);
    }
}
