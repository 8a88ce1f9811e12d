import { useRef, type KeyboardEvent } from 'react';
import { useSession } from '../../session/session.js';
import type { AccessRequest, Decision } from './queries.js';
import { RequestRow } from './request-row.js';
import { TEXTS } from './texts.js';

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
