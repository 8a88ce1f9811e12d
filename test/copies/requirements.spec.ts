import { createClient, snapshotOf } from '@rollbook/client';
import { openGuard, type GuardOptions } from '@rollbook/guard';
import { MemoryStore, openSubscriber, type SubscriberOptions } from '@rollbook/subscriber';
import { eventually } from '../support/eventually.js';
import { MEMBER_REMOVED, ScriptedFeed } from '../support/streams/scripted-feed.js';

/** An API may have something that a copy must understand to be right. One that does not know it says so, and answers nothing. */

const ADDRESS = { baseUrl: 'http://feed.example', token: 'key', accountId: 'acct_1' };
const NEW = ['something-new'];
const notices: string[] = [];
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
  notices.length = 0;
});

const onNotice = (line: string) => void notices.push(line);

async function guardOf(feed: ScriptedFeed, more: Partial<GuardOptions> = {}) {
  const guard = await openGuard({ ...ADDRESS, fetch: feed.fetch, onNotice, ...more });
  closing.push(() => guard.close());
  return guard;
}

async function subscriberOf(feed: ScriptedFeed, more: Partial<SubscriberOptions<string[]>> = {}) {
  const store = new MemoryStore<string[]>({ create: () => [] });
  const functions = { store, on: {}, reset: () => store.clear() };
  const subscriber = await openSubscriber({
    ...{ ...ADDRESS, ...functions, fetch: feed.fetch, onNotice },
    otherwise: (seen, { type }) => void seen.push(type),
    ...more,
  });
  closing.push(() => subscriber.close());
  return { subscriber, store };
}

const readers = { 'a guard': guardOf, 'a subscriber': subscriberOf } as const;

describe.each(Object.entries(readers))('%s', (_what, open) => {
  test.each(['pages', 'snapshots'] as const)(
    'is not opened if %s require what it does not know',
    async (of) => {
      const feed = new ScriptedFeed();
      feed.requires[of] = ['other', ...NEW];
      const opening = open(feed, { startWithinMs: Infinity });
      await expect(opening).rejects.toMatchObject({
        name: 'NotUnderstoodError',
        features: ['other', ...NEW],
        message: expect.stringContaining('other, something-new') as string,
      });
    },
  );
});

test('a guard refuses at once when the feed begins to require what it does not know, and until it no longer does', async () => {
  const feed = new ScriptedFeed();
  const guard = await guardOf(feed);
  expect(guard.mayEnter('user_1', 'sgrp_1')).toBe(true);
  feed.requires.pages = NEW;
  feed.events.push(MEMBER_REMOVED);
  await eventually('it has heard of it', () => !guard.status().isReady);
  expect(notices).toEqual([expect.stringContaining('something-new')]);
  expect(guard.mayEnter('user_1', 'sgrp_1')).toBe(false);
  expect([guard.groupsOf('user_1'), guard.membersOf('sgrp_1')]).toEqual([[], []]);
  expect(await guard.mayEnter('user_1', 'sgrp_1', {})).toBe(false);
  // Nothing of such a page was taken.
  expect(guard.status()).toMatchObject({ ageMs: Infinity, memberships: 1 });
  feed.requires.pages = [];
  await eventually('it is ready', () => guard.status().isReady);
  expect(guard.status().memberships).toBe(0);
});

test('a guard that asks the API when its copy is too old asks it then, too', async () => {
  const feed = new ScriptedFeed();
  const guard = await guardOf(feed, { whenTooOld: 'ask' });
  feed.requires.pages = NEW;
  feed.events.push(MEMBER_REMOVED);
  await eventually('it has heard of it', () => !guard.status().isReady);
  expect(await guard.mayEnter('user_1', 'sgrp_1', {})).toBe(true);
  expect(feed.asked).toContain('evaluation');
});

test('a guard knows nothing of it, whatever who opens it says', async () => {
  const feed = new ScriptedFeed();
  feed.requires.pages = NEW;
  const opening = guardOf(feed, { understands: NEW } as Partial<GuardOptions>);
  await expect(opening).rejects.toThrow('something-new');
});

test('a guard knows of teams', async () => {
  const feed = new ScriptedFeed();
  Object.assign(feed.requires, { pages: ['teams'], snapshots: ['teams'] });
  const guard = await guardOf(feed);
  expect(guard.mayEnter('user_1', 'sgrp_1')).toBe(true);
});

test('a subscriber is not level when the feed begins to require what its functions do not know', async () => {
  const feed = new ScriptedFeed();
  const { subscriber, store } = await subscriberOf(feed);
  feed.requires.pages = NEW;
  feed.events.push(MEMBER_REMOVED);
  await eventually('it has heard of it', () => !subscriber.status().isLevel);
  expect(notices).toEqual([expect.stringContaining('something-new')]);
  expect(store.state).not.toContain(MEMBER_REMOVED.type);
  expect(subscriber.metrics()).toContain('rollbook_subscriber_lag_seconds +Inf');
  feed.requires.pages = [];
  await eventually('it is level', () => subscriber.status().isLevel);
  expect(store.state.at(-1)).toBe(MEMBER_REMOVED.type);
});

test('a subscriber reads on if its functions know it', async () => {
  const feed = new ScriptedFeed();
  Object.assign(feed.requires, { pages: NEW, snapshots: NEW });
  const { subscriber, store } = await subscriberOf(feed, { understands: NEW });
  expect(subscriber.status().isLevel).toBe(true);
  expect(store.state).toHaveLength(4);
});

test('a snapshot in pages is refused after the first', async () => {
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = (input) => {
    asked.push(new URL(input).search);
    return Promise.resolve(new Response(`${JSON.stringify({ next: 'p2', requires: NEW })}\n`));
  };
  const client = createClient({ ...ADDRESS, fetch });
  await expect(snapshotOf(client, 'acct_1', 'access').next()).rejects.toThrow('something-new');
  expect(asked).toHaveLength(1);
});
