import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../components/controls/button.js';
import { CopyableId } from '../../../../components/controls/copy-button.js';
import { exactTime } from '../../../../components/data/time.js';
import { Problem } from '../../../../components/feedback/problem.js';
import { useAction } from '../../../../components/feedback/use-action.js';
import { BackLink } from '../../../../components/layout/back-link.js';
import { Card } from '../../../../components/layout/card.js';
import { Page } from '../../../../components/layout/page.js';
import { Unread } from '../../../../components/layout/states.js';
import { useMay } from '../../../../session/session.js';
import { CopyAs } from '../../../copy-as/copy-as.js';
import { Copyable } from '../../copyable.js';
import {
  type Attempt,
  type Delivery,
  deliveryQuery,
  deliveryRead,
  endpointQuery,
  redeliver,
} from '../queries.js';
import { DeliveryBadge, durationText } from '../status.js';
import { TEXTS } from '../texts.js';

const route = getRouteApi('/signed-in/a/$account/developers/webhooks/$endpoint/deliveries/$event');

export function DeliveryPage() {
  const { account, endpoint: webhookEndpointId, event: eventId } = route.useParams();
  const mayChange = useMay(account)('webhook-endpoints:write');
  const path = { accountId: account, webhookEndpointId };
  const { data: endpoint } = useQuery(endpointQuery(path));
  const [sentAfter, setSentAfter] = useState<number>();
  const query = useQuery(deliveryQuery(path, eventId, sentAfter));
  const delivery = query.data;
  const again = useAction(
    () => redeliver(path, eventId),
    TEXTS.redelivered,
    () => setSentAfter(delivery?.attemptCount),
  );
  const isSending = delivery?.attemptCount === sentAfter;
  const back = (
    <BackLink
      to="/a/$account/developers/webhooks/$endpoint"
      params={{ account, endpoint: webhookEndpointId }}
    >
      {endpoint?.url ?? TEXTS.back}
    </BackLink>
  );
  if (!delivery) return <Unread title={TEXTS.delivery} above={back} query={query} />;
  const { eventType, status, attemptCount, nextAttemptAt } = delivery;
  return (
    <Page
      title={eventType}
      above={back}
      heading={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 break-all">{eventType}</span>
          <span className="font-normal tracking-normal">
            <DeliveryBadge {...{ status, attemptCount }} />
          </span>
        </span>
      }
      subtitle={<CopyableId id={eventId} />}
      actions={
        <>
          <CopyAs calls={[deliveryRead(path, eventId)]} of={TEXTS.read} />
          {mayChange && (
            <Button
              kind="primary"
              busy={again.isPending || isSending}
              blocked={endpoint?.status === 'disabled' && TEXTS.enableFirst}
              onClick={() => again.mutate()}
            >
              <RotateCw aria-hidden className="size-4" /> {TEXTS.redeliver}
            </Button>
          )}
        </>
      }
    >
      {again.error && <Problem error={again.error} />}
      <Attempts delivery={delivery} isSending={isSending} />
      {nextAttemptAt !== null && (
        <p className="text-sm text-muted">
          {TEXTS.next}: {exactTime(nextAttemptAt)}
        </p>
      )}
      <Card title={TEXTS.request}>
        <div className="grid gap-4">
          <Copyable label={TEXTS.headers} text={headersOf(endpoint?.url, eventId)} />
          <Copyable label={TEXTS.body} text={JSON.stringify(delivery.event, null, 2)} />
        </div>
      </Card>
    </Page>
  );
}

/** As they are sent; the time and the signature are those of each attempt. */
function headersOf(url: string | undefined, eventId: string): string {
  return [
    `POST ${url ?? ''}`,
    'content-type: application/json',
    `webhook-id: ${eventId}`,
    'webhook-timestamp: …',
    'webhook-signature: v1,…',
  ].join('\n');
}

interface AttemptsProps {
  delivery: Delivery;
  /** One more is on its way. */
  isSending: boolean;
}

/** Each time that it was sent, with what came back. */
function Attempts({ delivery: { attempts, attemptCount }, isSending }: AttemptsProps) {
  return (
    <Card
      title={TEXTS.attemptsTitle}
      description={attemptCount > attempts.length ? TEXTS.attemptsHint : undefined}
      flush
    >
      {isSending && (
        <p role="status" className="border-b border-line px-4 py-3 text-sm text-muted last:border-0">
          {TEXTS.sending}
        </p>
      )}
      {attempts.length === 0 && !isSending ? (
        <p className="px-4 py-3 text-sm text-muted">{TEXTS.noAttempt}</p>
      ) : (
        <ol aria-label={TEXTS.attemptsTitle} className="divide-y divide-line">
          {attempts.toReversed().map((attempt) => (
            <AttemptRow key={attempt.at} attempt={attempt} />
          ))}
        </ol>
      )}
    </Card>
  );
}

function AttemptRow({ attempt: { at, durationMs, status, error, response } }: { attempt: Attempt }) {
  const isGood = status !== null && status >= 200 && status < 300;
  return (
    <li className="grid gap-2 px-4 py-3 text-sm">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className={isGood ? 'font-medium text-good' : 'font-medium text-bad'}>
          {status ?? TEXTS.noAnswer}
        </span>
        <span className="text-muted tabular-nums">{durationText(durationMs)}</span>
        <time dateTime={at} className="text-xs text-muted sm:ml-auto">
          {exactTime(at)}
        </time>
      </p>
      {error !== null && <p className="break-words text-bad">{error}</p>}
      {response ? (
        <pre
          role="region"
          aria-label={TEXTS.answer}
          tabIndex={0}
          className="max-h-40 overflow-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs break-all whitespace-pre-wrap"
        >
          {response}
        </pre>
      ) : (
        status !== null && <p className="text-xs text-faint">{TEXTS.emptyAnswer}</p>
      )}
    </li>
  );
}
