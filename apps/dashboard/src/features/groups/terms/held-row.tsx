import { CalendarClock, X, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AccessRoleReference } from '../../../api/resources/access-roles.js';
import { IconButton } from '../../../components/controls/button.js';
import { Time } from '../../../components/data/time.js';
import { Until } from '../../../components/data/until.js';
import { AccessRoleBadge } from '../../access-roles/role-badge.js';
import { TEXTS } from './texts.js';

interface HeldRowProps {
  accountId: string;
  icon: LucideIcon;
  /** What is held, or who holds it. */
  name: ReactNode;
  held: { since: string; expiresAt?: string; reason?: string; accessRole?: AccessRoleReference };
  /** The name of who gave it. */
  by: string | undefined;
  /** What stands before that name. */
  byText?: string;
  /** Undefined for people who may only read. Each with what it is called. */
  actions: Record<'change' | 'end', readonly [label: string, act: () => void]> | undefined;
}

/** An access or a place in a list: since when or until when, who gave it, why, and what can be done about it. */
export function HeldRow({ accountId, icon: Icon, name, held, by, byText, actions }: HeldRowProps) {
  const { since, expiresAt, reason, accessRole } = held;
  return (
    <li className="flex min-h-12 items-center gap-3 px-4 text-sm">
      <Icon aria-hidden className="size-4 shrink-0 text-faint" />
      <div className="min-w-0 flex-1 py-1.5 sm:flex sm:items-center sm:gap-3">
        <div className="min-w-0 flex-1">
          <span className="flex min-w-0 items-center gap-2">
            {name}
            <AccessRoleBadge accountId={accountId} role={accessRole} />
          </span>
          <Why {...{ by, byText, reason }} />
        </div>
        <p className="text-xs text-faint">
          {expiresAt ? (
            <Until at={expiresAt} />
          ) : (
            <>
              {TEXTS.since} <Time at={since} />
            </>
          )}
        </p>
      </div>
      {actions && (
        <span className="flex">
          <IconButton label={actions.change[0]} onClick={actions.change[1]}>
            <CalendarClock aria-hidden className="size-4" />
          </IconButton>
          <IconButton label={actions.end[0]} onClick={actions.end[1]}>
            <X aria-hidden className="size-4" />
          </IconButton>
        </span>
      )}
    </li>
  );
}

interface WhyProps extends Pick<HeldRowProps, 'by'> {
  byText: string | undefined;
  reason: string | undefined;
}

/** Who gave it, and why. */
function Why({ by, byText = TEXTS.givenBy, reason }: WhyProps) {
  if (by === undefined && reason === undefined) return null;
  return (
    <p className="text-xs break-words text-muted">
      {by !== undefined && (
        <>
          {byText} <bdi>{by}</bdi>
        </>
      )}
      {by !== undefined && reason !== undefined && ': '}
      {reason !== undefined && <bdi>{reason}</bdi>}
    </p>
  );
}
