import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Activity, ChevronRight, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/controls/button.js';
import { Time } from '../../../components/data/time.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { lazily } from '../../../components/lazily.js';
import { ListCard } from '../../../components/layout/list-card.js';
import { Page } from '../../../components/layout/page.js';
import { useMay } from '../../../session/session.js';
import { LOG_STREAMS_PAGE } from '../../pages.js';
import { createStream, streamsQuery, type Stream, type StreamInput } from './queries.js';
import { StreamStatus } from './stream-page.js';
import { TEXTS } from './texts.js';

const route = getRouteApi('/signed-in/a/$account/developers/log-streams');
const StreamForm = lazily(async () => (await import('./stream-form.js')).StreamForm);

export function StreamsPage() {
  const { account } = route.useParams();
  const navigate = route.useNavigate();
  const mayChange = useMay(account)('webhook-endpoints:write');
  const [isOpen, setOpen] = useState(false);
  const query = useQuery(streamsQuery(account));
  const streams = query.data ?? [];
  const create = async (input: StreamInput, secret: string) => {
    const { id: stream } = await createStream(account, { ...input, secret });
    await navigate({ to: '/a/$account/developers/log-streams/$stream', params: { account, stream } });
  };
  const add = mayChange && (
    <Button kind="primary" onClick={() => setOpen(true)}>
      <Plus aria-hidden className="size-4" /> {TEXTS.add}
    </Button>
  );
  return (
    <Page title={LOG_STREAMS_PAGE.title} subtitle={TEXTS.subtitle} actions={add}>
      <ListCard
        query={query}
        isEmpty={streams.length === 0}
        skeletonRows={3}
        empty={<EmptyState icon={Activity} title={TEXTS.emptyTitle} text={TEXTS.empty} action={add} />}
      >
        <ul aria-label={LOG_STREAMS_PAGE.title} className="divide-y divide-line">
          {streams.map((stream) => (
            <StreamRow key={stream.id} stream={stream} />
          ))}
        </ul>
      </ListCard>
      {isOpen && <StreamForm save={create} onClose={() => setOpen(false)} />}
    </Page>
  );
}

function StreamRow({ stream }: { stream: Stream }) {
  const { accountId, id, url, description, form, sentAt, waitingSince } = stream;
  return (
    <li>
      <Link
        to="/a/$account/developers/log-streams/$stream"
        params={{ account: accountId, stream: id }}
        className="flex items-center gap-3 px-4 py-3 text-sm hover:bg-hover focus-visible:outline-offset-[-2px]"
      >
        <span className="grid min-w-0 flex-1 gap-0.5">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 font-medium break-all">{url}</span>
            <StreamStatus stream={stream} />
          </span>
          <span className="break-words text-muted">
            {[TEXTS.forms[form], description].filter(Boolean).join(' · ')}
          </span>
          <span className="text-xs text-muted">
            {TEXTS.sentAt}: {sentAt === null ? TEXTS.never : <Time at={sentAt} />} ·{' '}
            {waitingSince === null ? (
              TEXTS.upToDate
            ) : (
              <>
                {TEXTS.behind} <Time at={waitingSince} />
              </>
            )}
          </span>
        </span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-faint" />
      </Link>
    </li>
  );
}
