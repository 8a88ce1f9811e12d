import { createClient } from '@rollbook/client';
import { Guard, openGuard, type GuardOptions } from '@rollbook/guard';
import { MemoryStore, openSubscriber, Subscriber, type SubscriberOptions } from '@rollbook/subscriber';
import { eventually } from '../support/eventually.js';
import { MEMBER_REMOVED, ScriptedFeed } from '../support/streams/scripted-feed.js';

/** What makes no sense is refused with the name of the option, and what cannot be reached is said: nothing waits for ever in silence. */

const ADDRESS = { baseUrl: 'http://feed.example', token: 'key' };

type Case = [name: string, given: object, rule: string];

const addresses: Case[] = [
  ['baseUrl', { baseUrl: undefined }, 'environment variable'],
  ['baseUrl', { baseUrl: '' }, 'environment variable'],
  ['baseUrl', { baseUrl: '/api' }, 'http'],
  ['baseUrl', { baseUrl: '127.0.0.1:3000' }, 'http'],
  ['baseUrl', { baseUrl: 'localhost:3000' }, 'http'],
  ['baseUrl', { baseUrl: 'ftp://feed.example' }, 'http'],
  ['baseUrl', { baseUrl: 'http://feed.example?region=eu' }, 'query'],
  ['baseUrl', { baseUrl: 'http://me:secret@feed.example' }, 'http'],
  ['token', { token: undefined }, 'environment variable'],
  ['token', { token: '' }, 'environment variable'],
  ['token', { token: 'key\n' }, 'line breaks'],
];

describe('an option that makes no sense is refused, by its name', () => {
  test.each<Case>([
    ...addresses,
    ['timeoutMs', { timeoutMs: NaN }, 'milliseconds'],
    ['timeoutMs', { timeoutMs: -1 }, 'milliseconds'],
    ['timeoutMs', { timeoutMs: Infinity }, 'at most'],
    ['retries.attempts', { retries: { attempts: 0 } }, '1 or more'],
    ['longestWaitMs', { retries: { longestWaitMs: NaN } }, 'milliseconds'],
  ])('when a client is made: %s %o', (name, given, rule) => {
    const make = () => createClient({ ...ADDRESS, ...given });
    expect(make).toThrow(TypeError);
    expect(make).toThrow(new RegExp(`^${name.replace('.', '\\.')} must .*${rule}`));
  });

  test.each<Case>([
    ...addresses,
    ['maxAgeMs', { maxAgeMs: -1 }, 'milliseconds'],
    ['maxAgeMs', { maxAgeMs: NaN }, 'milliseconds'],
    ['maxAgeMs', { maxAgeMs: Infinity }, 'at most'],
    ['maxAgeMs', { maxAgeMs: '30000' }, 'milliseconds'],
    ['saveEveryMs', { saveEveryMs: NaN }, 'milliseconds'],
    ['snapshotEveryMs', { snapshotEveryMs: 0 }, 'milliseconds'],
    ['startWithinMs', { startWithinMs: -5 }, 'milliseconds'],
    ['whenTooOld', { whenTooOld: 'allow' }, 'refuse'],
    ['accountId', { accountId: '' }, 'environment variable'],
    ['file', { file: '' }, 'path'],
  ])('when a guard is made: %s %o', async (name, given, rule) => {
    const options = { ...ADDRESS, fetch: new ScriptedFeed().fetch, ...given } as GuardOptions;
    expect(() => new Guard(options)).toThrow(TypeError);
    await expect(openGuard(options)).rejects.toThrow(new RegExp(`^${name} must .*${rule}`));
  });

  test.each<Case>([
    ...addresses,
    ['startWithinMs', { startWithinMs: NaN }, 'milliseconds'],
    ['takeOverAfterMs', { takeOverAfterMs: -1 }, 'milliseconds'],
    ['accountId', { accountId: '' }, 'environment variable'],
    ['accountId', { from: 'snapshot' }, 'snapshot'],
    ['from', { from: 'yesterday' }, 'beginning'],
    ['store', { store: undefined }, 'store'],
    ['reset', { reset: undefined }, 'function'],
  ])('when a subscriber is made: %s %o', async (name, given, rule) => {
    const options = {
      ...subscription(new ScriptedFeed()),
      accountId: undefined,
      ...given,
    } as SubscriberOptions<string[]>;
    expect(() => new Subscriber(options)).toThrow(TypeError);
    await expect(openSubscriber(options)).rejects.toThrow(new RegExp(`^${name} must .*${rule}`));
  });

  test('and never says what a token is', () => {
    expect(() => createClient({ ...ADDRESS, token: 'rbk_very secret' })).toThrow(/^token must[^_]*$/);
  });
});

function subscription(feed: ScriptedFeed): SubscriberOptions<string[]> {
  const store = new MemoryStore<string[]>({ create: () => [] });
  return {
    ...ADDRESS,
    ...{ accountId: 'acct_1', fetch: feed.fetch, store, on: {}, reset: () => store.clear() },
    otherwise: (seen, { type }) => void seen.push(type),
  };
}

const opened = [
  [
    'a guard',
    (feed: ScriptedFeed, more: object) =>
      openGuard({ ...ADDRESS, accountId: 'acct_1', fetch: feed.fetch, ...more }),
  ],
  ['a subscriber', (feed: ScriptedFeed, more: object) => openSubscriber({ ...subscription(feed), ...more })],
] as const;

describe.each(opened)('opening %s', (_what, open) => {
  test('is given up in time, with the reason', async () => {
    const feed = new ScriptedFeed();
    feed.fault = ScriptedFeed.away;
    const opening = open(feed, { startWithinMs: 200, onNotice: () => {} });
    await expect(opening).rejects.toThrow(/200 ms.*not answered/);
    const asked = feed.asked.length;
    feed.fault = undefined;
    // It does not go on behind the error.
    await eventually('the rest of the turn', () => true);
    expect(feed.asked).toHaveLength(asked);
  });

  test('is given up when nothing is answered at all', async () => {
    const feed = new ScriptedFeed();
    feed.fault = ScriptedFeed.hangs;
    await expect(open(feed, { startWithinMs: 100 })).rejects.toThrow('nothing was answered');
  });

  test('without an account, by a key of one, says what is missing', async () => {
    const feed = new ScriptedFeed();
    feed.fault = ScriptedFeed.refusing(403, 'forbidden');
    const opening = open(feed, { accountId: undefined });
    await expect(opening).rejects.toMatchObject({ name: 'RollbookError', status: 403 });
    await expect(opening).rejects.toThrow('Is accountId missing?');
  });

  test('warns on the console when it fails first, and when it is back', async () => {
    const warned: string[] = [];
    const { warn } = globalThis.console;
    Object.assign(globalThis.console, { warn: (line: string) => void warned.push(line) });
    try {
      const feed = new ScriptedFeed();
      feed.fault = ScriptedFeed.away;
      const opening = open(feed, {});
      await eventually('it has failed often', () => feed.asked.length > 3);
      feed.fault = undefined;
      const copy = await opening;
      await copy.close();
    } finally {
      Object.assign(globalThis.console, { warn });
    }
    expect(warned).toEqual([
      expect.stringContaining('not answered'),
      expect.stringContaining('can be read again'),
    ]);
  });
});

describe('the lag of a subscriber', () => {
  test('is that of the feed: it grows while this stands still', async () => {
    const feed = new ScriptedFeed();
    let movedMs = 0;
    const now = () => Date.now() + movedMs;
    feed.now = now;
    const subscriber = await openSubscriber({ ...subscription(feed), now });
    try {
      expect(subscriber.status()).toMatchObject({ isLevel: true });
      expect(subscriber.lag()).toBeLessThan(60_000);
      feed.standStill();
      movedMs += 3_600_000;
      feed.events.push(MEMBER_REMOVED);
      await eventually('the page has come', () => subscriber.status().handled === 5);
      expect(subscriber.lag()).toBeGreaterThanOrEqual(3_600_000);
      expect(subscriber.metrics()).toMatch(/^rollbook_subscriber_lag_seconds 36\d\d/m);
    } finally {
      await subscriber.close();
    }
  });

  test('is not known while the API does not say up to when its feed is complete', async () => {
    const feed = new ScriptedFeed();
    feed.completeTo = () => null;
    const subscriber = await openSubscriber({ ...subscription(feed), follow: false });
    expect(subscriber.status()).toMatchObject({ isLevel: false, lagMs: Infinity, handled: 4 });
    await subscriber.close();
  });
});
