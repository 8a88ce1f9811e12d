import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { Button } from '../../components/controls/button.js';
import { EmptyState } from '../../components/feedback/empty-state.js';
import { Problem } from '../../components/feedback/problem.js';
import { ListCard } from '../../components/layout/list-card.js';
import { lazily } from '../../components/lazily.js';
import { useSession } from '../../session/session.js';
import { ownRequestsQuery, withdraw, type AccessRequest } from './queries.js';
import { StatusBadge } from './status-badge.js';
import { TEXTS, wishText } from './texts.js';
import { WishedRole } from './wished-role.js';
import { useAction } from '../../components/feedback/use-action.js';

const RequestAccess = lazily(async () => (await import('./request-access.js')).RequestAccess);

interface OwnRequestsProps {
  accountId: string;
  userId: string;
  /** The dialog is open. */
  isAsking: boolean;
  onAsk: (isAsking: boolean) => void;
}

/** The requests of the person with their outcomes, and the button for another one. */
export function OwnRequests({ accountId, userId, isAsking, onAsk }: OwnRequestsProps) {
  const { seeingAs } = useSession();
  const query = useQuery(ownRequestsQuery(accountId, userId));
  const requests = query.data ?? [];
  const ask = !seeingAs && <Button onClick={() => onAsk(true)}>{TEXTS.request}</Button>;
  return (
    <>
      <ListCard
        title={TEXTS.ownTitle}
        actions={ask}
        query={query}
        isEmpty={requests.length === 0}
        skeletonRows={2}
        empty={<EmptyState icon={Inbox} title={TEXTS.noOwnTitle} text={TEXTS.noOwn} />}
      >
        <ul className="divide-y divide-line">
          {requests.map((request) => (
            <OwnRequest key={request.id} request={request} mayWithdraw={!seeingAs} />
          ))}
        </ul>
      </ListCard>
      {isAsking && <RequestAccess accountId={accountId} onClose={() => onAsk(false)} />}
    </>
  );
}

function OwnRequest({ request, mayWithdraw }: { request: AccessRequest; mayWithdraw: boolean }) {
  const { status, serviceGroup, note } = request;
  const withdrawal = useAction(() => withdraw(request), TEXTS.withdrawn);
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm">
      <span className="min-w-0 flex-1 basis-40 break-words">
        <bdi className="font-medium">{serviceGroup.name}</bdi>{' '}
        <span className="text-muted">
          <WishedRole request={request} />
          {wishText(request)}
        </span>
        {note !== null && <span className="block text-muted">{note}</span>}
      </span>
      <StatusBadge status={status} />
      {status === 'requested' && mayWithdraw && (
        <Button busy={withdrawal.isPending} onClick={() => withdrawal.mutate()}>
          {TEXTS.withdraw}
        </Button>
      )}
      {withdrawal.error && <Problem error={withdrawal.error} />}
    </li>
  );
}
