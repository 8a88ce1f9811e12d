import { DeleteItemCommand } from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import { rebuildAccount } from '#libs/directory';
import { inParallel } from '#libs/pacing';
import { startApi, type RunningApi } from '../support/api/api.js';
import { holdClock, type Clock } from '../support/clock.js';
import { everyItem } from '../support/directory/items.js';
import { engineClient, indexesSettled } from '../support/engines/engine.js';
import { Past, type Event } from './any-moment/past-model.js';
import { questionsAbout } from './any-moment/questions.js';
import { command, History, type Command } from './any-moment/random-history.js';

/**
 * Whatever has happened to an account: every list and every check answers as of any moment what the events add up to, and answers the
 * same, byte for byte, after everything was renamed and removed, names were given again, and what is derived from the events was lost
 * and rebuilt. Only what is erased is not said again.
 */

const isLong = process.env['ROLLBOOK_NIGHTLY'] !== undefined;
const MOMENTS = Number(process.env['ROLLBOOK_PAST_MOMENTS'] ?? (isLong ? 1_000 : 200));
/** About each moment every fifth question is asked, about the next moment others; at night all of them about each. */
const EVERY = isLong ? 1 : 5;
const COMMANDS = 320;
const AT_ONCE = 8;

let api: RunningApi;
let clock: Clock;
beforeAll(async () => {
  clock = holdClock();
  api = await startApi();
});
afterAll(async () => {
  await api.close();
  clock.letGo();
});

async function eventsOf(history: History): Promise<Event[]> {
  await indexesSettled();
  const events: Event[] = [];
  for (let cursor = ''; ;) {
    const { body } = await history.ask('GET', history.of(`/events?order=asc&limit=100${cursor}`));
    const { data, nextCursor } = body as { data: Event[]; nextCursor: string | null };
    events.push(...data);
    if (nextCursor === null) break;
    cursor = `&cursor=${encodeURIComponent(nextCursor)}`;
  }
  return events.toSorted((a, b) => (a.at === b.at ? a.version - b.version : a.at < b.at ? -1 : 1));
}

/** The past at any moment, each made once. */
function pasts(events: readonly Event[]): (at: string) => Past {
  const known = new Map<string, Past>();
  return (at) => {
    const past = known.get(at) ?? new Past(events, at);
    known.set(at, past);
    return past;
  };
}

interface Moment {
  at: string;
  to: string;
  userId: string;
  groupId: string;
}

/**
 * Anywhere between the first event and the last, and around what happened to somebody in a group and the ends that it set: the
 * questions are about these two.
 */
function momentsIn(events: readonly Event[], positions: readonly number[]): Moment[] {
  const [first, last] = [Date.parse(events[0]!.at), Date.parse(events.at(-1)!.at)];
  const pairs = events.filter(({ data }) => 'userId' in data && 'serviceGroupId' in data);
  const moments = positions.map((position) => {
    const { at, data } = pairs[Math.floor(position * pairs.length)]!;
    const end = typeof data['expiresAt'] === 'string' ? data['expiresAt'] : at;
    const anywhere = Math.floor(first - 1_000 + position * (last - first + 1_000));
    const [began, ended] = [Date.parse(at), Math.min(Date.parse(end), last)];
    const instants = [began, began - 1, ended, ended - 1, ended + 1, anywhere];
    const instant = instants[Math.floor(position * 1_000_000) % instants.length]!;
    const [userId, groupId] = [String(data['userId']), String(data['serviceGroupId'])];
    return { at: new Date(instant).toISOString(), userId, groupId };
  });
  return moments.map((moment, index) => {
    const other = moments[(index + 1) % moments.length]!.at;
    return { ...moment, to: moment.at < other ? other : new Date(last + 1_000).toISOString() };
  });
}

/** What else there may be: everybody and everything gets another name, some are removed and come again, and one is forgotten. */
async function moveOn(history: History): Promise<string> {
  const { users, groups } = history;
  await history.send({ type: 'reactivate account' });
  for (const [user] of users.entries()) await history.send({ type: 'rename', user, name: 'Grace' });
  for (const [group] of [...groups].entries())
    await history.send({ type: 'rename group', group, groupName: `later ${group}` } as unknown as Command);
  for (const [group] of [...groups].entries())
    if (group % 2 === 0) await history.send({ type: 'remove group', group });
  for (const groupName of ['prod', 'dev', 'lab']) await history.send({ type: 'create group', groupName });
  for (const [user] of users.entries()) if (user % 3 === 1) await history.send({ type: 'remove', user });
  await history.send({ type: 'create', name: 'Ada Lovelace', role: 'member' });
  await history.work();
  const forgotten = history.removedUser();
  const { status } = await history.ask('POST', history.of(`/users/${forgotten}/erase`));
  expect(status).toBe(204);
  await history.work();
  return forgotten;
}

/** Half of what is derived from the events is lost, and made again of them. */
async function loseAndRebuild(history: History): Promise<void> {
  const client = engineClient();
  const tableName = api.configuration.table.name;
  const lost = (await everyItem({ client, tableName })).filter(
    ({ entity, accountId }, index) =>
      accountId === history.accountId &&
      /membership|^user$|^service-group$/.test(String(entity)) &&
      index % 2 === 0,
  );
  expect(lost.length).toBeGreaterThan(10);
  for (const { PK, SK } of lost)
    await client.send(
      new DeleteItemCommand({ TableName: tableName, Key: { PK: { S: String(PK) }, SK: { S: String(SK) } } }),
    );
  client.destroy();
  await indexesSettled();
  const { verification } = await rebuildAccount(history.tenant());
  expect(verification.findings).toMatchObject({ wrong: 0, stale: 0 });
}

test('every answer about a moment is what the events add up to, now and ever after', async () => {
  const history = await History.begin(api, clock);
  for (const each of fc.sample(command, COMMANDS)) await history.send(each);
  await history.work();
  clock.turn(60_000);
  const events = await eventsOf(history);
  history.happened(events);
  const positions = fc.sample(fc.noBias(fc.nat(999_999_999)), MOMENTS).map((each) => each / 1e9);
  const questions = momentsIn(events, positions).flatMap((moment, number) =>
    questionsAbout(history, { ...moment, number })
      .filter((_, index) => index % EVERY === number % EVERY)
      .map((question) => ({ ...question, ...moment, before: '' })),
  );
  const pastAt = pasts(events);
  await inParallel(questions, AT_ONCE, async (question) => {
    const { name, at, to, ask, expected } = question;
    const answer = await ask();
    expect({ name, at, to, answer }).toEqual({ name, at, to, answer: expected(pastAt) });
    question.before = JSON.stringify(answer);
  });
  const forgotten = await moveOn(history);
  await loseAndRebuild(history);
  const laterAt = pasts(await eventsOf(history));
  await inParallel(questions, AT_ONCE, async (question) => {
    const { name, at, to, userId, ask, expected, before } = question;
    const answer = await ask();
    // Identities do not say whose they are.
    const isForgotten = before.includes(forgotten) || (name === 'identities' && userId === forgotten);
    if (isForgotten || name.includes('called'))
      expect({ name, at, to, answer }).toEqual({ name, at, to, answer: expected(laterAt) });
    else expect({ name, at, to, answer: JSON.stringify(answer) }).toEqual({ name, at, to, answer: before });
  });
});
