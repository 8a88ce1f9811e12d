import {
  ACCOUNTS_SCOPE,
  FeedNotReadyError,
  grantTenant,
  listJobs,
  verifyAccount,
  type Directory,
} from '#libs/directory';
import { isHeld, evolveUser, initialUser } from '#libs/domain';
import type { PublishedEvent } from '../ports/bus.js';
import type { Subscription } from '../processes/subscriber.js';
import type { AccountHistory } from './history.js';
import { feedOf } from './read-all.js';

/** A membership whose end has come is ended by an event within this time, once all is well. */
const ENDED_WITHIN_MS = 120_000;

/**
 * What has not come to rest: nothing, if what follows from the events has followed, everywhere.
 * @param mayMiscount after records were lost: a count made anew may have what changed in its second twice (`recount.ts`)
 */
export async function unrest(
  directory: Directory,
  histories: readonly AccountHistory[],
  published: readonly PublishedEvent[],
  { mayMiscount }: { mayMiscount: boolean },
): Promise<string[]> {
  const complaints: string[] = [];
  for (const history of histories) {
    const tenant = grantTenant(directory, history.accountId);
    const { items } = await listJobs(tenant, { limit: 1_000 });
    for (const { jobId, status, type } of items)
      if (status === 'running') complaints.push(`JOB: ${jobId} (${type}) still runs`);
    await verifyAccount(tenant, {
      recheckAfterMs: 1,
      logSettledAfterMs: 0,
      stuckAfterMs: 60_000,
      onFinding({ level, message, entity }) {
        if (!(mayMiscount && /are counted, but/.test(message)))
          complaints.push(`VERIFY: ${level}, ${entity}: ${message}`);
      },
    });
    complaints.push(...endComplaints(history, directory.now()));
    complaints.push(
      ...sequenceComplaints(
        `the feed of ${history.accountId}`,
        await feed(directory, history.accountId),
        [history],
        'once',
      ),
    );
  }
  complaints.push(
    ...sequenceComplaints(
      'the feed of all accounts',
      await feed(directory, ACCOUNTS_SCOPE),
      histories,
      'once',
    ),
  );
  complaints.push(
    ...sequenceComplaints(
      'the bus',
      published.map(({ id }) => id),
      histories,
      'at least once',
    ),
  );
  return complaints;
}

async function feed(directory: Directory, scope: string): Promise<string[] | undefined> {
  try {
    return await feedOf(directory, scope);
  } catch (error) {
    if (error instanceof FeedNotReadyError) return undefined;
    throw error;
  }
}

function endComplaints({ events }: AccountHistory, now: number): string[] {
  return [...events].flatMap(([id, own]) => {
    if (!id.startsWith('user_')) return [];
    const state = own.reduce((before, event) => evolveUser(before, event as never), initialUser);
    if (!('memberships' in state) || state.status === 'removed') return [];
    return Object.values(state.memberships).flatMap((each) =>
      isHeld(each, now - ENDED_WITHIN_MS)
        ? []
        : [`END: ${id} in ${each.serviceGroupId} ended at ${each.expiresAt}, without an event`],
    );
  });
}

/** Each event was handled once and in order, and what is kept is what follows from them. */
export function subscriptionComplaints(
  subscription: Subscription | undefined,
  histories: readonly AccountHistory[],
): string[] {
  if (!subscription) return [];
  const { accountId, from, database } = subscription;
  const { handled, members } = database.kept;
  const own = histories.filter((each) => accountId === undefined || each.accountId === accountId);
  const expected = new Set(own.flatMap(membersOf));
  const complaints = [...expected]
    .filter((pair) => !members.has(pair))
    .map((pair) => `MISSING: ${pair} in the subscription`);
  for (const pair of members)
    if (!expected.has(pair)) complaints.push(`MISSING: the end of ${pair} in the subscription`);
  // A snapshot has what happened before, and nothing of when.
  return from === 'snapshot'
    ? complaints
    : [...complaints, ...sequenceComplaints('the subscription', handled, own, 'once')];
}

function membersOf({ events }: AccountHistory): string[] {
  return [...events].flatMap(([id, own]) => {
    if (!id.startsWith('user_')) return [];
    const state = own.reduce((before, event) => evolveUser(before, event as never), initialUser);
    if (!('memberships' in state) || state.status === 'removed') return [];
    return Object.keys(state.memberships).map((groupId) => `${id} ${groupId}`);
  });
}

/** Each event once, or at least once, and of each aggregate in order. */
function sequenceComplaints(
  where: string,
  ids: readonly string[] | undefined,
  histories: readonly AccountHistory[],
  how: 'once' | 'at least once',
): string[] {
  if (!ids) return [`FEED: ${where} is not ready`];
  const complaints: string[] = [];
  const seen = new Set<string>();
  const next = new Map<string, number>();
  const known = new Set(histories.flatMap(({ events }) => [...events.keys()]));
  for (const id of ids) {
    const dot = id.lastIndexOf('.');
    const [aggregateId, version] = [id.slice(0, dot), Number(id.slice(dot + 1))];
    if (!known.has(aggregateId)) complaints.push(`FOREIGN: ${id} in ${where}`);
    if (seen.has(id)) {
      if (how === 'once') complaints.push(`TWICE: ${id} in ${where}`);
      continue;
    }
    seen.add(id);
    if (version !== (next.get(aggregateId) ?? 0) + 1)
      complaints.push(`ORDER: ${id} in ${where} after version ${next.get(aggregateId) ?? 0}`);
    next.set(aggregateId, version);
  }
  for (const { events } of histories)
    for (const own of events.values())
      for (const { eventId } of own)
        if (!seen.has(eventId)) complaints.push(`MISSING: ${eventId} in ${where}`);
  return complaints;
}
