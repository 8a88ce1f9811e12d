import { IdCard } from 'lucide-react';
import { roleOf, useAccessRoles, type AccessRoleReference } from '../../../api/resources/access-roles.js';
import { classNames } from '../../../components/class-names.js';
import { useMoment } from '../../../session/moment.js';
import { TEXTS } from './texts.js';

interface RoleBadgeProps {
  accountId: string;
  /** Undefined or null: nothing is shown, and nothing read. */
  role: AccessRoleReference | null | undefined;
}

/** Which access role somebody has: its key, and its name to those who point at it. One that was removed is struck through. */
export function AccessRoleBadge({ accountId, role }: RoleBadgeProps) {
  return role ? <Known accountId={accountId} role={role} /> : null;
}

function Known({ accountId, role }: { accountId: string; role: AccessRoleReference }) {
  const roles = useAccessRoles(accountId, useMoment());
  const found = roles && roleOf(roles, role);
  const isGone = roles !== undefined && !found;
  return (
    <span
      title={isGone ? TEXTS.goneWhy(role.key) : found && `${TEXTS.role}: ${found.name}`}
      className="inline-flex h-5 max-w-full min-w-0 items-center gap-1 rounded-sm bg-soft px-1.5 align-middle text-2xs font-medium whitespace-nowrap text-accent ring-1 ring-accent/20 ring-inset"
    >
      <IdCard aria-hidden className="size-3 shrink-0" />
      <span className="sr-only">{TEXTS.role}: </span>
      <bdi className={classNames('truncate', isGone && 'line-through')}>{role.key}</bdi>
      {isGone && <span className="sr-only"> ({TEXTS.gone})</span>}
    </span>
  );
}
