import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../components/controls/button.js';
import { CopyableId } from '../../../../components/controls/copy-button.js';
import { exactTime } from '../../../../components/data/time.js';
import { Problem } from '../../../../components/feedback/problem.js';
import { Card } from '../../../../components/layout/card.js';
import { Page } from '../../../../components/layout/page.js';
import { Unread } from '../../../../components/layout/states.js';
import { useMay } from '../../../../session/session.js';
import { CopyAs } from '../../../copy-as/copy-as.js';
import { Copyable } from '../../copyable.js';
import { deliveryQuery, deliveryRead, endpointQuery, redeliver } from '../queries.js';
import { DeliveryBadge } from '../status.js';
import { TEXTS } from '../texts.js';
import { Attempts } from './attempts.js';
import { BackLink } from '../../../../components/layout/back-link.js';
import { useAction } from '../../../../components/feedback/use-action.js';

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
