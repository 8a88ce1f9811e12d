import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ChevronRight, Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/controls/button.js';
import { Time } from '../../../components/data/time.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { lazily } from '../../../components/lazily.js';
import { ListCard } from '../../../components/layout/list-card.js';
import { Page } from '../../../components/layout/page.js';
import { useMay } from '../../../session/session.js';
import { CopyAs } from '../../copy-as/copy-as.js';
import { WEBHOOKS_PAGE } from '../../pages.js';
import type { Issued } from './dialogs/issued-secret.js';
import { endpointsQuery, endpointsRead, type Endpoint } from './endpoints.js';
import { DeliveryBadge, EndpointStatus } from './status.js';
import { TEXTS } from './texts.js';
import { takeWrites } from '../../../api/writes.js';
import type { EndpointInput } from './queries.js';
import { createEndpoint } from './queries.js';

const route = getRouteApi('/signed-in/a/$account/developers/webhooks');
const EndpointForm = lazily(async () => (await import('./dialogs/endpoint-form.js')).EndpointForm);
const IssuedSecret = lazily(async () => (await import('./dialogs/issued-secret.js')).IssuedSecret);

export function WebhooksPage() {
  const { account } = route.useParams();
  const navigate = route.useNavigate();
  const mayChange = useMay(account)('webhook-endpoints:write');
  const [open, setOpen] = useState<'create' | Issued>();
  const query = useQuery(endpointsQuery(account));
  const endpoints = query.data ?? [];
  const create = async (input: EndpointInput) =>
    setOpen({ endpoint: await createEndpoint(account, input), writes: takeWrites() });
  const add = mayChange && (
    <Button kind="primary" onClick={() => setOpen('create')}>
      <Plus aria-hidden className="size-4" /> {TEXTS.add}
    </Button>
  );
  return (
    <Page
      title={WEBHOOKS_PAGE.title}
      subtitle={TEXTS.subtitle}
      actions={
        <>
          <CopyAs calls={[endpointsRead(account)]} of={TEXTS.read} />
          {add}
        </>
      }
    >
      <ListCard
        query={query}
        isEmpty={endpoints.length === 0}
        skeletonRows={3}
        empty={
          <EmptyState
            icon={Webhook}
            picture={(['delivered', 'delivered', 'failed'] as const).map((status, index) => (
              <>
                <span className="min-w-0 flex-1 truncate font-medium">
                  {['user.created', 'user.suspended', 'user.removed'][index]}
                </span>
                <DeliveryBadge status={status} attemptCount={1} />
              </>
            ))}
            title={TEXTS.emptyTitle}
            text={TEXTS.empty}
            action={add}
          />
        }
      >
        <ul aria-label={WEBHOOKS_PAGE.title} className="divide-y divide-line">
          {endpoints.map((endpoint) => (
            <EndpointRow key={endpoint.id} endpoint={endpoint} />
          ))}
        </ul>
      </ListCard>
      {open === 'create' && <EndpointForm save={create} onClose={() => setOpen(undefined)} />}
      {typeof open === 'object' && (
        <IssuedSecret
          issued={open}
          onClose={() =>
            void navigate({
              to: '/a/$account/developers/webhooks/$endpoint',
              params: { account, endpoint: open.endpoint.id },
            })
          }
        />
      )}
    </Page>
  );
}

function EndpointRow({ endpoint }: { endpoint: Endpoint }) {
  const { accountId, id, url, description, eventTypes, failingSince } = endpoint;
  return (
    <li>
      <Link
        to="/a/$account/developers/webhooks/$endpoint"
        params={{ account: accountId, endpoint: id }}
        className="flex items-center gap-3 px-4 py-3 text-sm hover:bg-hover focus-visible:outline-offset-[-2px]"
      >
        <span className="grid min-w-0 flex-1 gap-0.5">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 font-medium break-all">{url}</span>
            <EndpointStatus endpoint={endpoint} />
          </span>
          <span className="break-words text-muted">
            {[description, eventTypes.join(', ') || TEXTS.allEvents].filter(Boolean).join(' · ')}
          </span>
          {failingSince !== null && (
            <span className="text-xs text-bad">
              {TEXTS.failingBegan} <Time at={failingSince} />
            </span>
          )}
        </span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-faint" />
      </Link>
    </li>
  );
}
