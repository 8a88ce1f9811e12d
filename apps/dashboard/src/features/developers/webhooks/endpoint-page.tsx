import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CopyableId } from '../../../components/controls/copy-button.js';
import { exactTime } from '../../../components/data/time.js';
import { Card, Details } from '../../../components/layout/card.js';
import { Page } from '../../../components/layout/page.js';
import { Unread } from '../../../components/layout/states.js';
import { useMay } from '../../../session/session.js';
import { CopyAs } from '../../copy-as/copy-as.js';
import { WEBHOOKS_PAGE } from '../../pages.js';
import { BackLink } from '../../../components/layout/back-link.js';
import { Deliveries } from './deliveries.js';
import { EndpointActions } from './endpoint-actions.js';
import { EndpointHealth } from './endpoint-health.js';
import { endpointQuery, endpointReads, type DeliveryStatus } from './queries.js';
import { EndpointStatus } from './status.js';
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
