import { type KeyboardEvent, useRef } from 'react';
import { Button } from '../../components/controls/button.js';
import { Checkbox } from '../../components/controls/inputs.js';
import { Time } from '../../components/data/time.js';
import { Avatar } from '../../components/people/person.js';
import { useSession } from '../../session/session.js';
import type { AccessRequest, Decision } from './queries.js';
import { StatusBadge } from './status-badge.js';
import { WishedRole } from './wished-role.js';
import { TEXTS, wishText } from './texts.js';

interface RequestListProps {
  requests: readonly AccessRequest[];
  selected: readonly string[];
  onToggle: (id: string) => void;
  onDecide: (decision: Decision, request: AccessRequest) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
const DECISIONS: Readonly<Record<string, Decision>> = { a: 'approve', r: 'refuse' };

/** Its keys work where the focus is on a request, and nowhere else. */
export function RequestList({ requests, selected, onToggle, onDecide }: RequestListProps) {
  const list = useRef<HTMLUListElement>(null);
  const { userId } = useSession();
  const isDecidable = (request: AccessRequest) => request.status === 'requested' && request.userId !== userId;

  function onKeyDown(event: KeyboardEvent<HTMLElement>, request: AccessRequest, index: number) {
    const { key, target, currentTarget, ctrlKey, metaKey, altKey } = event;
    if (target !== currentTarget || ctrlKey || metaKey || altKey) return;
    const step = STEPS[key];
    const decision = DECISIONS[key.toLowerCase()];
    if (step !== undefined) list.current?.querySelectorAll<HTMLElement>('li')[index + step]?.focus();
    else if (decision && isDecidable(request)) onDecide(decision, request);
    else if (key === 'x' && isDecidable(request)) onToggle(request.id);
    else return;
    event.preventDefault();
  }

  return (
    <>
      <ul ref={list} className="divide-y divide-line">
        {requests.map((request, index) => (
          <li
            key={request.id}
            tabIndex={0}
            onKeyDown={(event) => onKeyDown(event, request, index)}
            className="px-4 py-3 focus-visible:outline-offset-[-2px]"
          >
            <RequestRow
              request={request}
              isOwn={request.userId === userId}
              isSelected={selected.includes(request.id)}
              onToggle={() => onToggle(request.id)}
              onDecide={(decision) => onDecide(decision, request)}
            />
          </li>
        ))}
      </ul>
      {requests.some(isDecidable) && (
        <p className="border-t border-line px-4 py-2 text-xs text-faint max-sm:hidden">{TEXTS.keys}</p>
      )}
    </>
  );
}

interface RequestRowProps {
  request: AccessRequest;
  isOwn: boolean;
  isSelected: boolean;
  onToggle: () => void;
  onDecide: (decision: Decision) => void;
}

function RequestRow({ request, isOwn, isSelected, onToggle, onDecide }: RequestRowProps) {
  const { status, user, serviceGroup, reason, note, createdAt } = request;
  const isOpen = status === 'requested';
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
      {isOpen && !isOwn && (
        <Checkbox
          aria-label={TEXTS.select(user.name, serviceGroup.name)}
          className="mt-1.5"
          checked={isSelected}
          onChange={onToggle}
        />
      )}
      <Avatar name={user.name} id={user.id} />
      <div className="min-w-0 flex-1 basis-48 text-sm">
        <p className="break-words">
          <bdi className="font-medium">{user.name}</bdi> {TEXTS.asksFor}{' '}
          <bdi className="font-medium">{serviceGroup.name}</bdi> <WishedRole request={request} />
          {wishText(request)}
        </p>
        <p className="break-words text-muted">{reason ?? TEXTS.noReason}</p>
        {note !== null && (
          <p className="break-words text-muted">
            {TEXTS.note}: {note}
          </p>
        )}
        <p className="mt-0.5 text-xs text-faint">
          <bdi>{user.email}</bdi> · <Time at={createdAt} />
        </p>
      </div>
      {!isOpen && <StatusBadge status={status} />}
      {isOpen && isOwn && <p className="text-xs text-faint">{TEXTS.own}</p>}
      {isOpen && !isOwn && (
        <div className="flex gap-2">
          <Button kind="primary" onClick={() => onDecide('approve')}>
            {TEXTS.approve}
          </Button>
          <Button onClick={() => onDecide('refuse')}>{TEXTS.refuse}</Button>
        </div>
      )}
    </div>
  );
}
