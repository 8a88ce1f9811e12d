import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatNumber } from '../../../components/data/numbers.js';
import { exactTime, Time } from '../../../components/data/time.js';
import { Banner } from '../../../components/feedback/banner.js';
import { Skeleton } from '../../../components/feedback/skeleton.js';
import type { Endpoint } from './endpoints.js';
import { pathOf, statisticsQuery, type Statistics } from './queries.js';
import { durationText } from './status.js';
import { TEXTS } from './texts.js';

/** Whether what is sent arrives, and what to do if it does not. */
export function EndpointHealth({ endpoint }: { endpoint: Endpoint }) {
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
