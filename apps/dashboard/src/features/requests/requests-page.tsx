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
import { REQUESTS_PAGE } from '../pages.js';
import { managedOnly, requestsQuery, type AccessRequest, type Decision, type Status } from './queries.js';
import { RequestList } from './request-list.js';
import { TEXTS } from './texts.js';
import { Button } from '../../components/controls/button.js';
import { SelectedBar } from '../../components/layout/bottom-bar.js';
import { useSelection } from '../../components/layout/select-column.js';

const route = getRouteApi('/signed-in/a/$account/requests');
const STATUSES = Object.keys(TEXTS.statuses) as Status[];

interface Deciding {
  decision: Decision;
  requests: readonly AccessRequest[];
}

/** The requests of members: decided one by one, or several at once. */
export function RequestsPage() {
  const { account } = route.useParams();
  const { status: wanted } = route.useSearch();
  const navigate = route.useNavigate();
  const session = useSession();
  const status = STATUSES.find((each) => each === wanted) ?? 'requested';
  const query = useQuery(requestsQuery(account, status, managedOnly(session, account)));
  const { selected, toggle, clear } = useSelection();
  const [deciding, setDeciding] = useState<Deciding>();
  const requests = query.data ?? [];
  const chosen = requests.filter(({ id }) => selected.includes(id));
  const isOpen = status === 'requested';
  const show = (next: Status) => void navigate({ search: next === 'requested' ? {} : { status: next } });
  return (
    <Page
      title={REQUESTS_PAGE.title}
      subtitle={TEXTS.subtitle}
      actions={<Select aria-label={TEXTS.status} options={TEXTS.statuses} value={status} onChoose={show} />}
    >
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
            text={isOpen ? TEXTS.empty : TEXTS.none}
          />
        }
      >
        <RequestList
          requests={requests}
          selected={selected}
          onToggle={toggle}
          onDecide={(decision, request) => setDeciding({ decision, requests: [request] })}
        />
      </ListCard>
      {chosen.length > 0 && (
        <SelectedBar
          text={TEXTS.selected(chosen.length)}
          actions={
            <>
              <Button kind="primary" onClick={() => setDeciding({ decision: 'approve', requests: chosen })}>
                {TEXTS.approve}
              </Button>
              <Button onClick={() => setDeciding({ decision: 'refuse', requests: chosen })}>
                {TEXTS.refuse}
              </Button>
            </>
          }
        />
      )}
      {deciding && <DecideDialog {...deciding} onClose={() => setDeciding(undefined)} onDone={clear} />}
    </Page>
  );
}
