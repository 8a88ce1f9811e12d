import { roleOf, useAccessRoles, type AccessRoleReference } from '../../api/resources/access-roles.js';
import { classNames } from '../../components/class-names.js';
import { useMoment } from '../../session/moment.js';
import { TEXTS } from './texts.js';

interface AccessRoleBadgeProps {
  accountId: string;
  /** Undefined or null: nothing is shown, and nothing read. */
  role: AccessRoleReference | null | undefined;
}

/** Which access role somebody has: its key, and its name to those who point at it. One that was removed is struck through. */
export function AccessRoleBadge({ accountId, role }: AccessRoleBadgeProps) {
  return role ? <Known accountId={accountId} role={role} /> : null;
}

function Known({ accountId, role }: { accountId: string; role: AccessRoleReference }) {
  const roles = useAccessRoles(accountId, useMoment());
  const found = roles && roleOf(roles, role);
  const isGone = roles !== undefined && !found;
  return (
    <RoleMark
      roleKey={role.key}
      title={isGone ? TEXTS.goneWhy(role.key) : found && `${TEXTS.role}: ${found.name}`}
      {...(isGone && { over: TEXTS.gone })}
    />
  );
}

interface RoleMarkProps {
  roleKey: string;
  title?: string | undefined;
  /** Why it no longer holds, if it does not. */
  over?: string;
}

/** An access role as it was when something happened. */
export function RoleMark({ roleKey, title, over }: RoleMarkProps) {
  return (
    <span
      title={title}
      className={classNames(
        'inline-flex h-4.5 max-w-full min-w-0 items-center rounded-sm px-1.5 align-middle text-2xs font-medium whitespace-nowrap ring-1 ring-inset',
        over ? 'bg-sunken text-muted ring-line' : 'bg-soft text-accent ring-accent/20',
      )}
    >
      <span className="sr-only">{TEXTS.role}: </span>
      <bdi className={classNames('truncate', over && 'line-through')}>{roleKey}</bdi>
      {over && <span className="sr-only"> ({over})</span>}
    </span>
  );
}
