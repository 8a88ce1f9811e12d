import type { AnyEvent } from '@rollbook/subscriber';
import { startApi, type RunningApi } from '../support/api/api.js';
import { createAccount, createServiceGroup, createUser } from '../support/api/people.js';
import { describeWithPostgres, startPostgres, type Postgres } from '../support/engines/postgres.js';
import { eventually } from '../support/eventually.js';
import { startProcessorOf, type ProcessorOfApi } from '../support/streams/processor-of-api.js';
import { KillSwitch } from './kill-switch.js';
import { live, type Source } from './life.js';
import { dynamodbWorld, memoryWorld, postgresWorld, sqliteWorld, type World } from './worlds.js';

/**
 * The process of a subscriber ends before and after each call that it makes of its database, one after the other, and another
 * goes on: in the end each event was handled once, and what is kept is what the API has.
 */

let api: RunningApi;
let processor: ProcessorOfApi;
let accountId: string;
let token: string;
/** As the API has them. */
let members: string[];
let events: AnyEvent[];
/** Behind the first of them, and how many these are. */
let firstCursor: string;
const FIRST = 9;

beforeAll(async () => {
  api = await startApi();
  processor = await startProcessorOf(api);
  token = await api.issuer.signOperatorToken({ subject: 'subscriber' });
  ({ id: accountId } = await createAccount(api));
  await aHistory();
  const { body } = await api.operator('GET', `/v1/accounts/${accountId}/changes?limit=${FIRST}`);
  firstCursor = (body as { nextCursor: string }).nextCursor;
});
afterAll(async () => {
  await processor.stop();
  await api.close();
});

/** People who come and go, and what the feed has of it. */
async function aHistory(): Promise<void> {
  const group = `/v1/accounts/${accountId}/service-groups`;
  const groups = [await createServiceGroup(api, accountId), await createServiceGroup(api, accountId)];
  const users = [1, 2, 3, 4].map(() => createUser(api, accountId));
  const [ada, bo, cy, di] = (await Promise.all(users)).map(({ id }) => id);
  const pairs = groups.flatMap(({ id }) => [ada, bo, cy].map((user) => `${group}/${id}/members/${user}`));
  for (const pair of pairs) await api.operator('PUT', pair);
  await api.operator('DELETE', pairs[0]!);
  await api.operator('PUT', `${group}/${groups[0]!.id}/members/${di}`);
  await api.operator('DELETE', pairs[4]!);
  await api.operator('PUT', pairs[0]!);
  await api.operator('DELETE', `/v1/accounts/${accountId}/users/${cy}`);
  const last = await api.operator('POST', `/v1/accounts/${accountId}/users/${bo}/suspend`);
  members = [
    `${ada} ${groups[0]!.id}`,
    `${ada} ${groups[1]!.id}`,
    `${bo} ${groups[0]!.id}`,
    `${di} ${groups[0]!.id}`,
  ];
  members.sort();
  await eventually('the last change is in the feed', async () => {
    const { body } = await api.operator('GET', `/v1/accounts/${accountId}/changes?limit=1000`);
    events = (body as { data: AnyEvent[] }).data;
    return events.some(({ id }) => id === last.headers.get('rollbook-position'));
  });
}

type Settings = Pick<Source, 'from' | 'fetch'>;

/** Its process is given what is delivered. */
async function liveWith(world: World, kill: KillSwitch, settings: Settings, deliveries: AnyEvent[] = []) {
  const source = { baseUrl: api.url, token, accountId, follow: false, ...settings };
  await live(world, kill, source, async (subscriber) => {
    for (const event of deliveries) await subscriber.receive(event);
  });
}

/** Of 12 places one, another with each seed; each in the nightly run. Killed subscribers are also simulated. */
const EVERY = process.env['ROLLBOOK_NIGHTLY'] === '1' ? 1 : 12;
const FROM = 1 + (Number(process.env['ROLLBOOK_SEED'] ?? 0) % EVERY);

/** At these places one life that ends there, and one that goes on. @returns how many places there were, or a few more */
async function killEverywhere(world: World, settings: Settings, deliveries?: () => AnyEvent[]) {
  for (let place = FROM; ; place += EVERY) {
    await world.clear();
    const kill = new KillSwitch(place);
    await liveWith(world, kill, settings, deliveries?.());
    if (kill.isDead) await liveWith(world, new KillSwitch(), settings, deliveries?.());
    const found = await world.contents();
    expect([place, found.members]).toEqual([place, members]);
    expect([place, found.handled.filter((id, at) => found.handled.indexOf(id) !== at)]).toEqual([place, []]);
    // A snapshot has what happened before, and nothing of when.
    if (settings.from === 'beginning')
      expect([place, [...found.handled].sort()]).toEqual([place, events.map(({ id }) => id).sort()]);
    if (!kill.isDead) return place;
  }
}

/** The feed as it was in the beginning, until something is delivered that it must be asked for. */
function heldBack(): { fetch: typeof fetch; release: () => void } {
  let isHeld = true;
  return {
    release: () => (isHeld = false),
    fetch: async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      if (!isHeld || !url.pathname.endsWith('/changes')) return fetch(url, init);
      if (url.searchParams.get('after') === firstCursor)
        return Response.json({ data: [], nextCursor: firstCursor, upToDate: true });
      url.searchParams.set('limit', String(FIRST));
      const answer = (await (await fetch(url, init)).json()) as object;
      return Response.json({ ...answer, upToDate: true });
    },
  };
}

const tests = (open: () => World | Promise<World>, lessThan: number) => () => {
  let world: World;
  beforeAll(async () => {
    world = await open();
  });
  afterAll(() => world.close());

  test('from the beginning', async () => {
    const places = await killEverywhere(world, { from: 'beginning' });
    // Otherwise nothing would have been tried.
    expect(places).toBeGreaterThan(events.length / lessThan);
  });

  test('from a snapshot', async () => {
    expect(await killEverywhere(world, { from: 'snapshot' })).toBeGreaterThan(10);
  });

  test('while events are delivered: in order, twice, too early, without their data, and of another account', async () => {
    const { fetch, release } = heldBack();
    const later = events.slice(FIRST);
    const lateFirst = later.slice(-4).reverse();
    const { data: _none, ...bare } = later.at(-1)!;
    // Those in their order come by themselves; the feed is asked for the rest.
    const deliveries = function* () {
      yield* later.slice(0, 3);
      yield later[0]!;
      release();
      yield bare as AnyEvent;
      // A bus may bring those of all accounts.
      yield {
        ...later[0]!,
        accountid: 'acct_another',
        subject: 'user_another',
        id: 'user_another.1',
        sequence: '1',
      };
      yield* lateFirst;
    };
    const everything = [...deliveries()];
    expect(await killEverywhere(world, { from: 'beginning', fetch }, () => everything)).toBeGreaterThan(20);
  });
};

describe('SQLite', tests(sqliteWorld, 1));
describe('DynamoDB', tests(dynamodbWorld, 1));
describe('memory, kept in a file', tests(memoryWorld, 1));
describeWithPostgres('PostgreSQL', () => {
  let server: Postgres;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());
  describe(
    'as one process after the other',
    tests(() => postgresWorld(server), 1),
  );
});
