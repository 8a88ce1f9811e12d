import { connection } from '../../api/connection.js';
import { queryClient } from '../../api/query-client.js';
import { useStore } from '../../api/store.js';
import { TEXTS } from '../../api/texts.js';
import { Button } from '../../components/controls/button.js';
import { Banner } from '../../components/feedback/banner.js';

export function ConnectionBanner() {
  const state = useStore(connection);
  if (state !== 'offline' && state !== 'unavailable') return null;
  return (
    <div className="sticky top-12 z-20 p-2 md:top-0">
      <Banner
        tone="warn"
        action={
          <Button small onClick={() => void queryClient.invalidateQueries()}>
            {TEXTS.again}
          </Button>
        }
      >
        {TEXTS[state]}
      </Banner>
    </div>
  );
}
