import { isRollbookError } from '#libs/client';
import { connection, isUnreachable } from '../../api/connection.js';
import { pause } from '../../api/pause.js';
import { CHANGED_BY } from '../../api/queries.js';
import { queryClient } from '../../api/query-client.js';

/** What is counted and searched follows a change this late, as a rule. */
const FOLLOWS_MS = 2_000;
/** Reading again takes this part of the time at most, however much is changed: after this much of it, which is for what people do one by one. */
const SHARE = 1 / 4;
const FREE_MS = 1_000;

/** `all` for everything, or the first parts of queries' keys. */
export type Affected = readonly string[] | 'all';

const EVERYWHERE = ['events', 'jobs'];
const KNOWN =
  /^(account|access_role|user|service_group|access_request|api_key|webhook_endpoint|log_stream)\./;

/** What an event changes of what was read. One that this page does not know may change anything. */
export function affectedBy(type: string): Affected {
  if (!KNOWN.test(type)) return 'all';
  return [...EVERYWHERE, ...Object.keys(CHANGED_BY).filter((name) => CHANGED_BY[name]?.test(type))];
}

/**
 * Reads what is shown of an account again: at once, and once more when what follows from changes has followed. Many changes are read together.
 * @returns what tells it that something has changed
 */
export function refresher(accountId: string, signal: AbortSignal): (affected: Affected) => void {
  let pending = new Set<string>();
  let isReading = false;
  let [taken, endedAt] = [0, 0];

  async function read(): Promise<void> {
    isReading = true;
    while (pending.size > 0 && !signal.aborted) {
      const names = pending;
      pending = new Set();
      const beganAt = performance.now();
      await readAgain(accountId, names);
      taken = Math.max(0, taken - (beganAt - endedAt) * SHARE);
      endedAt = performance.now();
      taken += (endedAt - beganAt) * (1 - SHARE);
      if (taken > FREE_MS) await pause((taken - FREE_MS) / SHARE, signal);
    }
    isReading = false;
  }

  function ask(names: Iterable<string>): void {
    for (const name of names) pending.add(name);
    if (!isReading) void read();
  }

  let following = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => clearTimeout(timer));
  return (affected) => {
    const names = affected === 'all' ? [ALL] : affected;
    ask(names);
    for (const name of names) following.add(name);
    clearTimeout(timer);
    timer = setTimeout(() => {
      ask(following);
      following = new Set();
    }, FOLLOWS_MS);
  };
}

const ALL = '*';

async function readAgain(accountId: string, names: ReadonlySet<string>): Promise<void> {
  if (isUnreachable(connection.get())) return;
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [name, of], state: { error } }) =>
      of === accountId && (names.has(ALL) || names.has(String(name))) && !isGone(error),
  });
}

/** An id is never given again. */
const isGone = (error: unknown) => isRollbookError(error) && error.status === 404;
