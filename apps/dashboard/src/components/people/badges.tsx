import { Badge } from '../feedback/badge.js';
import type { User } from '../../api/resources/users.js';
import { ROLES, STATUSES } from './texts.js';

const STATUS_TONES = { active: 'good', invited: 'accent', suspended: 'warn', removed: 'neutral' } as const;

export function StatusBadge({ status }: Pick<User, 'status'>) {
  return <Badge tone={STATUS_TONES[status]}>{STATUSES[status]}</Badge>;
}

/** For lists, in which most are active: a badge for everybody else. */
export function UnusualStatus({ status }: Pick<User, 'status'>) {
  return status === 'active' ? (
    <span className="sr-only">{STATUSES.active}</span>
  ) : (
    <StatusBadge status={status} />
  );
}

export function RoleBadge({ role }: Pick<User, 'role'>) {
  return role === 'member' ? (
    <span className="text-sm text-muted">{ROLES[role]}</span>
  ) : (
    <Badge tone={role === 'owner' ? 'accent' : 'neutral'}>{ROLES[role]}</Badge>
  );
}
