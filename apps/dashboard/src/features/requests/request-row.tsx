import { Button } from '../../components/controls/button.js';
import { Checkbox } from '../../components/controls/inputs.js';
import { Time } from '../../components/data/time.js';
import { Avatar } from '../../components/people/person.js';
import type { AccessRequest, Decision } from './queries.js';
import { StatusBadge } from './status-badge.js';
import { TEXTS, wishText } from './texts.js';

interface RequestRowProps {
  request: AccessRequest;
  isOwn: boolean;
  isSelected: boolean;
  onToggle: () => void;
  onDecide: (decision: Decision) => void;
}

export function RequestRow({ request, isOwn, isSelected, onToggle, onDecide }: RequestRowProps) {
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
          <bdi className="font-medium">{serviceGroup.name}</bdi> {wishText(request)}
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
