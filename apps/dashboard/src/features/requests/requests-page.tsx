import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/controls/button.js';
import { TextAreaField } from '../../components/controls/field.js';
import { Select } from '../../components/controls/inputs.js';
import { LengthField } from '../../components/controls/length-field.js';
import { lengthOf, secondsOf } from '../../components/data/lengths.js';
import { EmptyState } from '../../components/feedback/empty-state.js';
import { Problem } from '../../components/feedback/problem.js';
import { useAction } from '../../components/feedback/use-action.js';
import { SelectedBar } from '../../components/layout/bottom-bar.js';
import { ListCard } from '../../components/layout/list-card.js';
import { Page } from '../../components/layout/page.js';
import { useSelection } from '../../components/layout/select-column.js';
import { FormDialog } from '../../components/overlays/form-dialog.js';
import { SampleGroup, samplePeople } from '../../components/people/sample.js';
import { useSession } from '../../session/session.js';
import { REQUESTS_PAGE } from '../pages.js';
import { type AccessRequest, decideRequests, type Decision, requestsQuery, type Status } from './queries.js';
import { managedOnly } from './open-count.js';
import { RequestList } from './request-list.js';
import { TEXTS, wishText } from './texts.js';
import { WishedRole } from './wished-role.js';

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

interface DecideDialogProps {
  decision: Decision;
  requests: readonly AccessRequest[];
  onClose: () => void;
  onDone: () => void;
}

/** What could not be decided stays, with the reason: somebody else may have been faster, or the rules have changed. */
function DecideDialog({ decision, requests, onClose, onDone }: DecideDialogProps) {
  const [note, setNote] = useState('');
  const [length, setLength] = useState(lengthOf(undefined));
  const seconds = secondsOf(length);
  const decide = useAction(
    () =>
      decideRequests(decision, requests, {
        ...(note.trim() && { note }),
        ...(decision === 'approve' && typeof seconds === 'number' && { lengthSeconds: seconds }),
      }),
    ({ done }) => (done > 0 ? TEXTS.done[decision](done) : undefined),
    ({ refused }) => {
      onDone();
      if (refused.length === 0) onClose();
    },
  );
  return (
    <FormDialog
      title={TEXTS.decideTitle[decision](requests.length)}
      confirm={decision === 'approve' ? TEXTS.approve : TEXTS.refuse}
      sends={decide}
      blocked={decision === 'approve' && seconds === undefined && TEXTS.noLength}
      onSubmit={() => decide.mutate()}
      onClose={onClose}
    >
      <ul className="grid gap-1 text-sm">
        {requests.map((request) => (
          <li key={request.id} className="break-words">
            <bdi className="font-medium">{request.user.name}</bdi> · <bdi>{request.serviceGroup.name}</bdi>{' '}
            <WishedRole request={request} />
            {wishText(request)}
          </li>
        ))}
      </ul>
      {decision === 'approve' && (
        <LengthField label={TEXTS.shorter} hint={TEXTS.shorterHint} value={length} onChange={setLength} />
      )}
      <TextAreaField
        label={TEXTS.decisionNote}
        hint={TEXTS.optional}
        rows={2}
        value={note}
        onText={setNote}
      />
      {decide.data?.refused.map(({ request, error }) => (
        <Problem key={request.id} error={error} />
      ))}
    </FormDialog>
  );
}
