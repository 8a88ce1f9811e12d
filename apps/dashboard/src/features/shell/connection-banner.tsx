import { useEffect } from 'react';
import { connection, isUnreachable, waitBeforeRetry } from '../../api/connection.js';
import { queryClient } from '../../api/query-client.js';
import { useStore } from '../../api/store.js';
import { TEXTS } from '../../api/texts.js';
import { Button } from '../../components/controls/button.js';
import { Banner } from '../../components/feedback/banner.js';
import { sessionQuery } from '../../api/resources/session.js';

/** Says that the API does not answer, and retries when the API has requested it. */
export function ConnectionBanner() {
  const state = useStore(connection);
  useEffect(() => {
    if (!isUnreachable(state)) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      timer = setTimeout(() => void ask().finally(wait), waitBeforeRetry());
    };
    wait();
    return () => clearTimeout(timer);
  }, [state]);
  if (state !== 'offline' && state !== 'unavailable') return null;
  return (
    <div className="sticky top-12 z-20 p-2 lg:top-0">
      <Banner
        tone="warn"
        action={
          <Button small onClick={() => void ask()}>
            {TEXTS.again}
          </Button>
        }
      >
        {TEXTS[state]}
      </Banner>
    </div>
  );
}

/** Sends one small request first, and everything else once it is answered. */
async function ask(): Promise<void> {
  await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined);
  if (!isUnreachable(connection.get())) await queryClient.invalidateQueries();
}
