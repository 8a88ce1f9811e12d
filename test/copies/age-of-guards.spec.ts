import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expressGuard, openGuard, type Guard, type GuardOptions } from '@rollbook/guard';
import { eventually } from '../support/eventually.js';
import { MEMBER, MEMBER_REMOVED, ScriptedFeed } from '../support/streams/scripted-feed.js';

/** No guard says yes on hope: what it answers is as old as the API says that its feed is, whatever stands still. */

let folder: string;
const guards: Guard[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollbook-guards-'));
});
afterEach(async () => {
  await Promise.all(guards.splice(0).map((guard) => guard.close()));
});
afterAll(() => rm(folder, { recursive: true }));

async function guardOf(feed: ScriptedFeed, options: Partial<GuardOptions> = {}) {
  const notices: string[] = [];
  const guard = await openGuard({
    ...{ baseUrl: 'http://feed.example', token: 'key', accountId: 'acct_1', fetch: feed.fetch },
    onNotice: (line) => void notices.push(line),
    ...options,
  });
  guards.push(guard);
  return {
    guard,
    notices,
    mayEnter: () => guard.mayEnter('user_1', 'sgrp_1'),
    mayEnterSoon: () => guard.mayEnter('user_1', 'sgrp_1', {}),
  };
}

/** Both clocks of a process, which a test moves. */
function movedClocks() {
  const moved = { wall: 0, monotonic: 0 };
  const clocks = {
    now: () => Date.now() + moved.wall,
    elapsed: () => performance.now() + moved.monotonic,
  };
  return { moved, clocks };
}
const TWENTY_MINUTES_MS = 20 * 60_000;

describe('the age of a guard', () => {
  test('is that of the feed: while this stands still it refuses, though the API answers that there is nothing more', async () => {
    const feed = new ScriptedFeed();
    const { guard, mayEnter, notices } = await guardOf(feed, { maxAgeMs: 600 });
    expect([mayEnter(), guard.status().isReady]).toEqual([true, true]);
    feed.standStill();
    await eventually('it refuses', () => !mayEnter());
    const asked = feed.asked.length;
    await eventually('the feed has answered since', () => feed.asked.length > asked + 1);
    expect(mayEnter()).toBe(false);
    expect([guard.groupsOf('user_1'), guard.membersOf('sgrp_1')]).toEqual([[], []]);
    expect(guard.status()).toMatchObject({ isReady: false, memberships: 1 });
    expect(guard.status().ageMs).toBeGreaterThan(600);
    expect(notices.filter((line) => line.includes('not complete'))).toHaveLength(1);
    feed.goOn();
    await eventually('it answers again', mayEnter);
    expect(notices.at(-1)).toContain('is complete');
  });

  test('is asked about at the API while the feed stands still, if the guard is to ask', async () => {
    const feed = new ScriptedFeed();
    feed.standStill();
    const { mayEnterSoon } = await guardOf(feed, { maxAgeMs: 300, whenTooOld: 'ask' });
    await eventually('it is too old', async () => {
      await mayEnterSoon();
      return feed.asked.includes('evaluation');
    });
    expect(await mayEnterSoon()).toBe(true);
  });

  test.each([
    ['nothing', null],
    ['nothing at all, as an API from before', undefined],
  ])('is too high while the API says %s of its feed', async (_what, said) => {
    const feed = new ScriptedFeed();
    const { guard, mayEnter, notices } = await guardOf(feed, { maxAgeMs: 300 });
    feed.completeTo = () => said;
    await eventually('it refuses', () => !mayEnter());
    await eventually('it says why', () => notices.length > 0);
    expect(guard.status().ageMs).toBeGreaterThan(300);
    expect(notices[0]).toContain(said === null ? 'not known' : 'from before');
  });

  test('counts from when the answer was asked for, not from when it came', async () => {
    const feed = new ScriptedFeed();
    const { clocks, moved } = movedClocks();
    const [frozen, thaw] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let answers = 0;
    const late: typeof fetch = async (input, init) => {
      const answer = await feed.fetch(input, init);
      const isFirstPage = (input as string).includes('/changes?') && (answers += 1) === 1;
      if (!isFirstPage) return answer;
      frozen.resolve();
      await thaw.promise;
      return answer;
    };
    const opening = guardOf(feed, { ...clocks, fetch: late });
    await frozen.promise;
    moved.wall += TWENTY_MINUTES_MS;
    feed.events.push(MEMBER_REMOVED);
    thaw.resolve();
    // The answer from before is 20 minutes old, so it was not enough.
    const { mayEnter } = await opening;
    expect([mayEnter(), answers > 1]).toEqual([false, true]);
  });
});

describe.each([
  ['the wall clock alone ran on', { wall: TWENTY_MINUTES_MS, monotonic: 0 }],
  ['both clocks ran on', { wall: TWENTY_MINUTES_MS, monotonic: TWENTY_MINUTES_MS }],
  ['the wall clock was set back', { wall: -TWENTY_MINUTES_MS, monotonic: TWENTY_MINUTES_MS }],
])('a process that was frozen while %s', (_how, by) => {
  async function frozen(options: Partial<GuardOptions> = {}) {
    const feed = new ScriptedFeed();
    const { clocks, moved } = movedClocks();
    const opened = await guardOf(feed, { ...clocks, ...options });
    // A poll is under way, of which nothing will come.
    await eventually('it polls', () => feed.asked.at(-1)!.includes('wait=1'));
    return {
      ...opened,
      feed,
      thaw: () => {
        moved.wall += by.wall;
        moved.monotonic += by.monotonic;
      },
    };
  }

  test('admits nobody by what it knew before', async () => {
    const { feed, mayEnter, thaw } = await frozen();
    expect(mayEnter()).toBe(true);
    thaw();
    feed.events.push(MEMBER_REMOVED);
    expect(mayEnter()).toBe(false);
    const asked = feed.asked.length;
    await eventually('it has asked again', () => feed.asked.length > asked);
    expect(mayEnter()).toBe(false);
  });

  test('reads on within the first call that can wait, and answers by that', async () => {
    const { feed, mayEnter, mayEnterSoon, thaw } = await frozen();
    thaw();
    expect(await mayEnterSoon()).toBe(true);
    expect(mayEnter()).toBe(true);
    feed.events.push(MEMBER_REMOVED);
    thaw();
    expect(await mayEnterSoon()).toBe(false);
  });

  test('serves the first request through its middleware, and refuses if the API is away', async () => {
    const { feed, guard, thaw } = await frozen();
    const middleware = expressGuard<{ user: string }>(guard, {
      user: ({ user }) => user,
      serviceGroup: 'sgrp_1',
    });
    const request = () =>
      new Promise<number>((resolve) => {
        const answer = { status: () => answer, type: () => answer, json: () => resolve(403) };
        middleware({ user: 'user_1' }, answer, () => resolve(200));
      });
    thaw();
    expect(await request()).toBe(200);
    feed.fault = ScriptedFeed.away;
    thaw();
    expect(await request()).toBe(403);
  });
});

describe('after an outage', () => {
  test.each([
    ['that is not answered', ScriptedFeed.away],
    ['of a proxy', ScriptedFeed.refusing(502, 'bad_gateway', { 'content-type': 'text/html' })],
    ['that asks for an hour', ScriptedFeed.refusing(503, 'service_unavailable', { 'retry-after': '3600' })],
  ])('%s, a guard of 30 s answers again within two seconds', async (_how, fault) => {
    const feed = new ScriptedFeed();
    const { clocks, moved } = movedClocks();
    const { guard, mayEnter, notices } = await guardOf(feed, clocks);
    feed.fault = fault;
    moved.monotonic += TWENTY_MINUTES_MS;
    expect(mayEnter()).toBe(false);
    // The pause between tries is as long as it gets.
    await eventually('it has failed often', () => notices.length > 6);
    const pauses = notices.map((line) => Number(/in (\d+) ms/.exec(line)?.[1]));
    expect(Math.max(...pauses)).toBeLessThanOrEqual(1_500);
    feed.fault = undefined;
    const asked = feed.asked.length;
    await eventually('it answers again', () => guard.status().isReady);
    // At the first try, which does not wait for a change.
    expect(feed.asked.slice(asked)[0]).toContain('wait=0');
    expect(mayEnter()).toBe(true);
  });

  test('too many requests are not repeated sooner than the API asks, up to a third of the bound', async () => {
    const feed = new ScriptedFeed();
    const { clocks, moved } = movedClocks();
    const { notices } = await guardOf(feed, clocks);
    feed.fault = ScriptedFeed.refusing(429, 'rate_limited', { 'retry-after': '7' });
    moved.monotonic += TWENTY_MINUTES_MS;
    guards.at(-1)!.mayEnter('user_1', 'sgrp_1');
    await eventually('it was refused', () => notices.some((line) => line.includes('in 7000 ms')));
  });

  test('a call that waits does not make a request of its own each time', async () => {
    const feed = new ScriptedFeed();
    const { clocks, moved } = movedClocks();
    const { mayEnterSoon } = await guardOf(feed, clocks);
    feed.fault = ScriptedFeed.away;
    moved.monotonic += TWENTY_MINUTES_MS;
    await mayEnterSoon();
    const asked = feed.asked.length;
    const answers = await Promise.all(Array.from({ length: 200 }, () => mayEnterSoon()));
    expect(answers).not.toContain(true);
    expect(feed.asked.length - asked).toBeLessThan(5);
  });
});

describe('the file of a guard', () => {
  const fileOf = (name: string) => join(folder, `${name}.json`);

  test('that was altered is believed until the copy was made again, and then no more', async () => {
    const feed = new ScriptedFeed([...MEMBER, MEMBER_REMOVED]);
    const file = fileOf('altered');
    await guardOf(feed, { file });
    await guards.pop()!.close();
    const stored = JSON.parse(await readFile(file, 'utf8')) as { users: unknown[][] };
    stored.users[0]![4] = [0];
    await writeFile(file, JSON.stringify(stored));
    // Without this option the check is made within a minute.
    const { mayEnter } = await guardOf(feed, { file, snapshotEveryMs: 300, maxAgeMs: 500 });
    await eventually('it refuses', () => !mayEnter());
    expect(feed.asked.filter((what) => what === 'snapshot').length).toBeGreaterThan(1);
    await guards.pop()!.close();
    const { mayEnter: mayEnterNow } = await guardOf(feed, { file });
    expect(mayEnterNow()).toBe(false);
  });

  test('of a guard of all accounts is compared with their history', async () => {
    const feed = new ScriptedFeed([...MEMBER, MEMBER_REMOVED]);
    const options = { file: fileOf('all'), accountId: undefined };
    await guardOf(feed, options);
    await guards.pop()!.close();
    const stored = JSON.parse(await readFile(options.file, 'utf8')) as { users: unknown[][] };
    stored.users[0]![4] = [0];
    await writeFile(options.file, JSON.stringify(stored));
    const { mayEnter } = await guardOf(feed, { ...options, snapshotEveryMs: 300, maxAgeMs: 500 });
    await eventually('it refuses', () => !mayEnter());
  });

  test('has nobody who was removed', async () => {
    const feed = new ScriptedFeed([
      ...MEMBER,
      {
        type: 'user.removed',
        subject: 'user_1',
        accountid: 'acct_1',
        sequence: '3',
        data: { userId: 'user_1' },
      },
    ]);
    const file = fileOf('removed');
    const { guard } = await guardOf(feed, { file });
    expect(guard.status()).toMatchObject({ users: 0, memberships: 0 });
    // As somebody asks who has just removed them.
    expect(await guard.mayEnter('user_1', 'sgrp_1', { atLeast: 'user_1.3' })).toBe(false);
    await guard.close();
    expect(await readFile(file, 'utf8')).not.toContain('user_1');
  });

  test('that cannot be written is told, and the guard goes on', async () => {
    const feed = new ScriptedFeed();
    const { guard, notices, mayEnter } = await guardOf(feed, {
      file: join(folder, 'no such folder', 'copy.json'),
      saveEveryMs: 1,
      maxAgeMs: 300,
    });
    await eventually('it was told', () => notices.some((line) => line.includes('could not be written')));
    expect(mayEnter()).toBe(true);
    await guard.close();
  });
});

describe('an account that is not found', () => {
  test('for once gives a copy that refuses, and is read again when it is there', async () => {
    const feed = new ScriptedFeed();
    const { guard, mayEnter } = await guardOf(feed, { maxAgeMs: 500 });
    feed.fault = ScriptedFeed.refusing(404, 'account_not_found');
    await eventually('it refuses', () => !mayEnter());
    feed.fault = undefined;
    await eventually('it answers again', mayEnter);
    expect(guard.status()).toMatchObject({ memberships: 1 });
    expect(feed.asked.filter((what) => what === 'snapshot')).toHaveLength(2);
  });

  test('because it is closed is not asked for any more, and is told', async () => {
    const feed = new ScriptedFeed();
    const { mayEnter, mayEnterSoon, notices } = await guardOf(feed, { maxAgeMs: 500, whenTooOld: 'ask' });
    feed.events.push({ type: 'account.closed', subject: 'acct_1', accountid: 'acct_1', sequence: '2' });
    await eventually('it is told', () => notices.some((line) => line.includes('closed')));
    feed.fault = ScriptedFeed.refusing(404, 'account_not_found');
    expect([mayEnter(), await mayEnterSoon()]).toEqual([false, false]);
    expect(feed.asked.slice(-1)).not.toContain('evaluation');
  });
});
