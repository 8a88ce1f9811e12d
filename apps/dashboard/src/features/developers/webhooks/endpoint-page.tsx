import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CopyableId } from '../../../components/controls/copy-button.js';
import { formatNumber } from '../../../components/data/numbers.js';
import { exactTime, Time } from '../../../components/data/time.js';
import { Banner } from '../../../components/feedback/banner.js';
import { Skeleton } from '../../../components/feedback/skeleton.js';
import { BackLink } from '../../../components/layout/back-link.js';
import { Card, Details } from '../../../components/layout/card.js';
import { Page } from '../../../components/layout/page.js';
import { Unread } from '../../../components/layout/states.js';
import { useMay } from '../../../session/session.js';
import { CopyAs } from '../../copy-as/copy-as.js';
import { WEBHOOKS_PAGE } from '../../pages.js';
import { Deliveries } from './deliveries.js';
import { EndpointActions } from './endpoint-actions.js';
import type { Endpoint } from './endpoints.js';
import {
  type DeliveryStatus,
  endpointQuery,
  endpointReads,
  pathOf,
  type Statistics,
  statisticsQuery,
} from './queries.js';
import { durationText, EndpointStatus } from './status.js';
import { TEXTS } from './texts.js';

const route = getRouteApi('/signed-in/a/$account/developers/webhooks/$endpoint');

export function EndpointPage() {
  const { account, endpoint: webhookEndpointId } = route.useParams();
  const { status } = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMay(account)('webhook-endpoints:write');
  const path = { accountId: account, webhookEndpointId };
  const shown = status as DeliveryStatus | undefined;
  const query = useQuery(endpointQuery(path));
  const endpoint = query.data;
  const back = (
    <BackLink to="/a/$account/developers/webhooks" params={{ account }}>
      {TEXTS.back}
    </BackLink>
  );
  if (!endpoint) return <Unread title={WEBHOOKS_PAGE.title} above={back} query={query} />;
  return (
    <Page
      title={endpoint.url}
      above={back}
      heading={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 break-all">{endpoint.url}</span>
          <span className="font-normal tracking-normal">
            <EndpointStatus endpoint={endpoint} />
          </span>
        </span>
      }
      subtitle={endpoint.description}
      actions={
        <>
          <CopyAs calls={endpointReads(path, shown)} of={TEXTS.read} />
          {mayChange && <EndpointActions endpoint={endpoint} />}
        </>
      }
    >
      <EndpointHealth endpoint={endpoint} />
      <Deliveries
        path={path}
        status={shown}
        onStatus={(next) => void navigate({ search: next ? { status: next } : {}, replace: true })}
      />
      <Card title={TEXTS.details} flush>
        <Details
          rows={[
            [TEXTS.id, <CopyableId key="id" id={endpoint.id} />],
            [TEXTS.events, endpoint.eventTypes.join(', ') || TEXTS.allEvents],
            [TEXTS.created, exactTime(endpoint.createdAt)],
          ]}
        />
      </Card>
    </Page>
  );
}

/** Whether what is sent arrives, and what to do if it does not. */
function EndpointHealth({ endpoint }: { endpoint: Endpoint }) {
  const { data } = useQuery(statisticsQuery(pathOf(endpoint)));
  return (
    <>
      <WhatToDo endpoint={endpoint} />
      <section
        aria-label={TEXTS.statistics}
        className="rounded-lg border border-line bg-surface p-4 shadow-sm"
      >
        <dl className="grid grid-cols-2 gap-x-4 gap-y-3 text-sm sm:grid-cols-3 lg:grid-cols-5">
          {figuresOf(data).map(([name, value]) => (
            <div key={name}>
              <dt className="text-xs text-muted">{name}</dt>
              <dd className="mt-0.5 font-medium tabular-nums">
                {data ? value : <Skeleton className="h-5 w-12" />}
              </dd>
            </div>
          ))}
        </dl>
        <p className="mt-3 text-xs text-faint">{TEXTS.statistics}</p>
      </section>
    </>
  );
}

function figuresOf(statistics: Statistics | undefined): [string, ReactNode][] {
  const { delivered = 0, failed = 0, pending = 0, medianMs, p95Ms, lastDeliveredAt } = statistics ?? {};
  const duration =
    medianMs != null && p95Ms != null ? TEXTS.durationOf(durationText(medianMs), durationText(p95Ms)) : '–';
  return [
    [TEXTS.delivered, formatNumber(delivered)],
    [TEXTS.failed, formatNumber(failed)],
    [TEXTS.pending, formatNumber(pending)],
    [TEXTS.duration, duration],
    [TEXTS.lastDelivered, lastDeliveredAt == null ? TEXTS.never : <Time key="last" at={lastDeliveredAt} />],
  ];
}

function WhatToDo({ endpoint }: { endpoint: Endpoint }) {
  const { disabledReason, failingSince } = endpoint;
  if (disabledReason !== null)
    return (
      <Banner tone="warn" title={TEXTS.whyDisabled[disabledReason]}>
        <p>{TEXTS.enableThen}</p>
      </Banner>
    );
  if (failingSince === null) return null;
  return (
    <Banner tone="bad" title={TEXTS.status.failing}>
      <p>
        {TEXTS.failingSince} {exactTime(failingSince)}. {TEXTS.willStop}
      </p>
      <p className="mt-2 font-medium">{TEXTS.whatToDo}</p>
      <ol className="mt-1 list-decimal pl-5">
        {TEXTS.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </Banner>
  );
}
