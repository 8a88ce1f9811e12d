import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CopyableId } from '../../../components/controls/copy-button.js';
import { exactTime, Time } from '../../../components/data/time.js';
import { Badge } from '../../../components/feedback/badge.js';
import { Banner } from '../../../components/feedback/banner.js';
import { lazily } from '../../../components/lazily.js';
import { BackLink } from '../../../components/layout/back-link.js';
import { Card, Details } from '../../../components/layout/card.js';
import { Page } from '../../../components/layout/page.js';
import { Unread } from '../../../components/layout/states.js';
import { useMay } from '../../../session/session.js';
import { LOG_STREAMS_PAGE } from '../../pages.js';
import { streamQuery, type Stream } from './queries.js';
import { TEXTS } from './texts.js';

const route = getRouteApi('/signed-in/a/$account/developers/log-streams/$stream');
const StreamActions = lazily(async () => (await import('./stream-actions.js')).StreamActions);

export function StreamPage() {
  const { account, stream: logStreamId } = route.useParams();
  const mayChange = useMay(account)('webhook-endpoints:write');
  const query = useQuery(streamQuery({ accountId: account, logStreamId }));
  const stream = query.data;
  const back = (
    <BackLink to="/a/$account/developers/log-streams" params={{ account }}>
      {TEXTS.back}
    </BackLink>
  );
  if (!stream) return <Unread title={LOG_STREAMS_PAGE.title} above={back} query={query} />;
  const { sentAt, sentTo, waitingSince, lastRefusal, eventTypes } = stream;
  const timeOf = (at: string | null, none: string) => (at === null ? none : <Time key={at} at={at} />);
  return (
    <Page
      title={stream.url}
      above={back}
      heading={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 break-all">{stream.url}</span>
          <span className="font-normal tracking-normal">
            <StreamStatus stream={stream} />
          </span>
        </span>
      }
      subtitle={stream.description}
      actions={mayChange && <StreamActions stream={stream} />}
    >
      {stream.failingSince !== null && (
        <Banner tone="bad" title={`${TEXTS.failing}: ${exactTime(stream.failingSince)}`}>
          <p>{TEXTS.failingWhat}</p>
        </Banner>
      )}
      <Card title={LOG_STREAMS_PAGE.title} flush>
        <Details
          rows={[
            [TEXTS.sentAt, timeOf(sentAt, TEXTS.never)],
            [TEXTS.sentTo, timeOf(sentTo, TEXTS.never)],
            [TEXTS.behind, timeOf(waitingSince, TEXTS.upToDate)],
            [TEXTS.refusal, lastRefusal ? <Refusal key="refusal" refusal={lastRefusal} /> : TEXTS.noRefusal],
          ]}
        />
      </Card>
      <Card title={TEXTS.details} flush>
        <Details
          rows={[
            [TEXTS.id, <CopyableId key="id" id={stream.id} />],
            [TEXTS.form, TEXTS.forms[stream.form]],
            [TEXTS.personalData, stream.personalData ? TEXTS.withPersonalData : TEXTS.idsOnly],
            [TEXTS.events, eventTypes.join(', ') || TEXTS.allEvents],
            [TEXTS.created, exactTime(stream.createdAt)],
          ]}
        />
      </Card>
    </Page>
  );
}

function Refusal({ refusal }: { refusal: NonNullable<Stream['lastRefusal']> }) {
  const { at, error, response, eventId } = refusal;
  return (
    <span className="grid gap-1">
      <span>
        <Time at={at} /> · {error}
      </span>
      {response !== null && <code className="font-mono text-2xs break-all text-muted">{response}</code>}
      {eventId !== null && <CopyableId id={eventId} />}
    </span>
  );
}

/** Exceptions only: a stream that works has none. */
export function StreamStatus({ stream }: { stream: Stream }) {
  const { disabledReason, failingSince } = stream;
  if (disabledReason === 'requested') return <Badge>{TEXTS.whyDisabled.requested}</Badge>;
  if (disabledReason !== null) return <Badge tone="bad">{TEXTS.whyDisabled[disabledReason]}</Badge>;
  return failingSince === null ? null : <Badge tone="bad">{TEXTS.failing}</Badge>;
}
