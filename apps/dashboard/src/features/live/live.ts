import { useEffect } from 'react';
import { Follower, lagOf, type FeedHandler } from '#libs/client';
import { client } from '../../api/client.js';
import { pause } from '../../api/pause.js';
import { queryClient } from '../../api/query-client.js';
import { sessionQuery } from '../../api/resources/session.js';
import { mayIn, useSession } from '../../session/session.js';
import { affectedBy, refresher, type Affected } from './refresh.js';

/** For those who may not follow the feed, and while it cannot be followed or stands still: that nothing comes means nothing then. */
const LOOK_EVERY_MS = 15_000;
const PACING = { firstPauseMs: LOOK_EVERY_MS, maxPauseMs: LOOK_EVERY_MS, maxRetryAfterMs: () => 60_000 };
const WAIT_SECONDS = 20;

/** Keeps what is shown of an account as it is now, while the page can be seen: while it is hidden, it asks for nothing. */
export function Live({ accountId }: { accountId: string }): null {
  const session = useSession();
  const mayFollow = mayIn(session, 'events:read', accountId);
  const { userId } = session;
  useEffect(() => {
    return whileVisible((signal, isReturn) => {
      const refresh = refresher(accountId, signal);
      if (isReturn) refresh('all');
      void (mayFollow ? follow({ accountId, userId, refresh, signal }) : look(refresh, signal));
    });
  }, [accountId, userId, mayFollow]);
  return null;
}

/** Begins when the page comes into view, and ends when it is hidden. */
function whileVisible(begin: (signal: AbortSignal, isReturn: boolean) => void): () => void {
  let running: AbortController | undefined;
  let isReturn = false;
  const change = () => {
    const isVisible = document.visibilityState === 'visible';
    if (isVisible === (running !== undefined)) return;
    running?.abort();
    running = isVisible ? new AbortController() : undefined;
    if (running) begin(running.signal, isReturn);
    isReturn = true;
  };
  document.addEventListener('visibilitychange', change);
  change();
  return () => {
    document.removeEventListener('visibilitychange', change);
    running?.abort();
  };
}

interface Following {
  accountId: string;
  userId: string | null;
  refresh: (affected: Affected) => void;
  signal: AbortSignal;
}

async function follow({ accountId, userId, refresh, signal }: Following): Promise<void> {
  let [after, waitSeconds, hasFailed] = ['now', 0, false];
  const options = { accountId, startWithinMs: Infinity };
  const handler: FeedHandler = {
    async readOn(either) {
      if (hasFailed) refresh('all');
      hasFailed = false;
      const { page } = await follower.page(after, waitSeconds, either);
      const { data, nextCursor, upToDate } = page;
      [after, waitSeconds] = [nextCursor, upToDate ? WAIT_SECONDS : 0];
      for (const { type } of data) refresh(affectedBy(type));
      if (upToDate && lagOf(page) > LOOK_EVERY_MS) refresh('all');
      if (data.some((event) => isAboutSession(event, userId)))
        void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      return { isLevel: true };
    },
    beginAgain: () => void (after = 'now'),
    // Whatever else the page reads shows people the error.
    failed: () => !(hasFailed = true),
  };
  const follower = new Follower(client, options, handler, PACING);
  signal.addEventListener('abort', () => void follower.close());
  await follower.start().catch(() => look(refresh, signal));
}

async function look(refresh: Following['refresh'], signal: AbortSignal): Promise<void> {
  for (;;) {
    await pause(LOOK_EVERY_MS, signal);
    if (signal.aborted) return;
    refresh('all');
  }
}

/** What the person may do, or how their account is called, has changed. */
function isAboutSession({ type, subject, data }: ChangedEvent, userId: string | null): boolean {
  if (type.startsWith('account.')) return true;
  const isOwn = userId !== null && (subject === userId || data['userId'] === userId);
  return isOwn && /^(user\.(role|suspended|removed|reactivated)|service_group\.manager)/.test(type);
}

interface ChangedEvent {
  type: string;
  subject: string;
  data: Record<string, unknown>;
}
