import { AccessCopy, applyEvent, type StoredCopy } from '#libs/guard';
import { MemoryStore, Subscriber, type SubscriberOptions } from '#libs/subscriber';

type Source = Pick<SubscriberOptions<AccessCopy>, 'baseUrl' | 'token' | 'accountId' | 'onNotice'>;

/** Of what is kept: one from before access roles or teams has read past them, and is made again. */
const VERSION = 3;

/** "Who may do what in which service group", derived from events alone, and kept in a file. */
export function subscribeToAccess(file: string, source: Source) {
  const store = new MemoryStore<AccessCopy>({
    file,
    version: VERSION,
    create: (stored) => (stored === undefined ? new AccessCopy() : AccessCopy.of(stored as StoredCopy)),
    toJSON: (copy) => copy.stored(),
  });
  const subscriber = new Subscriber<AccessCopy>({
    ...source,
    understands: ['teams'],
    store,
    on: {},
    // Types that say nothing of access only move the version of their subject.
    otherwise: (copy, event) => applyEvent(copy, event),
    reset: () => store.clear(),
  });
  return {
    subscriber,
    get copy(): AccessCopy {
      return store.state;
    },
    async stop(): Promise<void> {
      await subscriber.close();
      store.save();
    },
  };
}

export type Access = ReturnType<typeof subscribeToAccess>;
