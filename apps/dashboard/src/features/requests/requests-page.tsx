import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { Select } from '../../components/controls/inputs.js';
import { EmptyState } from '../../components/feedback/empty-state.js';
import { ListCard } from '../../components/layout/list-card.js';
import { Page } from '../../components/layout/page.js';
import { SampleGroup, samplePeople } from '../../components/people/sample.js';
import { useSession } from '../../session/session.js';
import { DecideDialog } from './decide-dialog.js';
import { REQUESTS_PAGE } from './page-facts.js';
import { managedOnly, requestsQuery, type AccessRequest, type Decision, type Status } from './queries.js';
import { RequestList } from './request-list.js';
import { SelectedRequests } from './selected-requests.js';
import { TEXTS } from './texts.js';

const route = getRouteApi('/signed-in/a/$account/requests');
const STATUSES = Object.keys(TEXTS.statuses) as Status[];

export interface Deciding {
  decision: Decision;
  requests: readonly AccessRequest[];
}

/** What members ask for: decided on one by one, or several at once. */
export function RequestsPage() {
  const { account } = route.useParams();
  const { status: wanted } = route.useSearch();
  const navigate = route.useNavigate();
  const session = useSession();
  const status = STATUSES.find((each) => each === wanted) ?? 'requested';
  const query = useQuery(requestsQuery(account, status, managedOnly(session, account)));
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [deciding, setDeciding] = useState<Deciding>();
  const requests = query.data ?? [];
  const chosen = requests.filter(({ id }) => selected.includes(id));
  const isOpen = status === 'requested';
  const filter = (
    <Select
      aria-label={TEXTS.status}
      value={status}
      onChange={({ target }) => {
        const { value } = target;
        void navigate({ search: value === 'requested' ? {} : { status: value } });
      }}
    >
      {STATUSES.map((each) => (
        <option key={each} value={each}>
          {TEXTS.statuses[each]}
        </option>
      ))}
    </Select>
  );
  return (
    <Page title={REQUESTS_PAGE.title} subtitle={TEXTS.subtitle} actions={filter}>
      <ListCard
        query={query}
        isEmpty={requests.length === 0}
        empty={
          <EmptyState
            icon={Inbox}
            picture={samplePeople((index) => (
              <SampleGroup index={index} />
            ))}
            title={isOpen ? TEXTS.emptyTitle : TEXTS.noneTitle}
          >
            {isOpen ? TEXTS.empty : TEXTS.none}
          </EmptyState>
        }
      >
        <RequestList
          requests={requests}
          selected={selected}
          onSelect={setSelected}
          onDecide={(decision, request) => setDeciding({ decision, requests: [request] })}
        />
      </ListCard>
      <SelectedRequests
        requests={chosen}
        onDecide={(decision) => setDeciding({ decision, requests: chosen })}
      />
      {deciding && (
        <DecideDialog {...deciding} onClose={() => setDeciding(undefined)} onDone={() => setSelected([])} />
      )}
    </Page>
  );
}
