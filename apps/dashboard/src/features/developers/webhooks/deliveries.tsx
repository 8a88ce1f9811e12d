import { Link } from '@tanstack/react-router';
import { ChevronRight, Send } from 'lucide-react';
import { useList } from '../../../api/lists.js';
import { Button } from '../../../components/controls/button.js';
import { Select } from '../../../components/controls/inputs.js';
import { Time } from '../../../components/data/time.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ListCard } from '../../../components/layout/list-card.js';
import { deliveriesQuery, type Delivery, type DeliveryStatus, type EndpointPath } from './queries.js';
import { DeliveryBadge, durationText } from './status.js';
import { TEXTS } from './texts.js';

interface DeliveriesProps {
  path: EndpointPath;
  status: DeliveryStatus | undefined;
  onStatus: (status: string) => void;
}

/** What was sent, and how it was answered. */
export function Deliveries({ path, status, onStatus }: DeliveriesProps) {
  const { query, rows, news } = useList(deliveriesQuery(path, status), ({ id }) => id);
  return (
    <>
      <ListCard
        query={query}
        news={news}
        isEmpty={rows.length === 0}
        title={TEXTS.deliveries}
        actions={
          <Select<string>
            aria-label={TEXTS.show}
            options={TEXTS.statuses}
            value={status ?? ''}
            onChoose={onStatus}
          >
            <option value="">{TEXTS.all}</option>
          </Select>
        }
        empty={
          <EmptyState
            icon={Send}
            title={status ? TEXTS.noneSuch : TEXTS.none}
            text={!status && TEXTS.noneHint}
          />
        }
      >
        <ul aria-label={TEXTS.deliveries} className="divide-y divide-line">
          {rows.map((delivery) => (
            <DeliveryRow key={delivery.id} path={path} delivery={delivery} />
          ))}
        </ul>
      </ListCard>
      {query.hasNextPage && (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {TEXTS.more}
        </Button>
      )}
    </>
  );
}

function DeliveryRow({ path, delivery }: { path: EndpointPath; delivery: Delivery }) {
  const { id, eventType, status, attemptCount, attempts, createdAt } = delivery;
  const last = attempts.at(-1);
  return (
    <li>
      <Link
        to="/a/$account/developers/webhooks/$endpoint/deliveries/$event"
        params={{ account: path.accountId, endpoint: path.webhookEndpointId, event: id }}
        className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm hover:bg-hover focus-visible:outline-offset-[-2px]"
      >
        <span className="w-20 shrink-0">
          <DeliveryBadge {...{ status, attemptCount }} />
        </span>
        <span className="min-w-40 flex-1 font-medium break-all">{eventType}</span>
        <span className="flex items-center gap-3 text-xs text-muted tabular-nums">
          {attemptCount > 1 && <span>{TEXTS.attempts(attemptCount)}</span>}
          {last && (
            <span>
              {last.status ?? TEXTS.noAnswer} · {durationText(last.durationMs)}
            </span>
          )}
          <Time at={createdAt} />
          <ChevronRight aria-hidden className="size-4 text-faint max-sm:hidden" />
        </span>
      </Link>
    </li>
  );
}
