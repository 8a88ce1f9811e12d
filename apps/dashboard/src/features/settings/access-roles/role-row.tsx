import { Pencil, X } from 'lucide-react';
import { useState } from 'react';
import type { AccessRole } from '../../../api/resources/access-roles.js';
import { classNames } from '../../../components/class-names.js';
import { IconButton } from '../../../components/controls/button.js';
import { TEXTS } from './texts.js';

interface RoleRowProps {
  role: AccessRole;
  /** Somebody else has removed it. */
  isGone: boolean;
  /** Undefined for people who may only read. */
  onAction: ((action: 'edit' | 'remove') => void) | undefined;
}

export function RoleRow({ role, isGone, onAction }: RoleRowProps) {
  const { key, name, description } = role;
  return (
    <li
      className={classNames('flex items-start gap-3 px-4 py-3 text-sm', isGone && 'line-through opacity-60')}
    >
      <div className="grid min-w-0 flex-1 gap-1.5">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <bdi className="font-medium break-words">{name}</bdi>
          <code className="font-mono text-xs break-all text-faint">{key}</code>
        </p>
        {description && <p className="break-words text-muted">{description}</p>}
        <Permissions role={role} />
      </div>
      {onAction && (
        <span className="-my-1 flex">
          <IconButton label={TEXTS.edit(name)} onClick={() => onAction('edit')}>
            <Pencil aria-hidden className="size-4" />
          </IconButton>
          <IconButton label={TEXTS.removeOf(name)} onClick={() => onAction('remove')}>
            <X aria-hidden className="size-4" />
          </IconButton>
        </span>
      )}
    </li>
  );
}

const SHOWN = 12;

/** What a role allows: of many the first, until somebody wants to see all. */
export function Permissions({ role: { name, permissions } }: { role: AccessRole }) {
  const [isWhole, setWhole] = useState(false);
  if (permissions.length === 0) return <p className="text-xs text-faint">{TEXTS.nothingAllowed}</p>;
  // “1 more” would be no shorter than the permission itself.
  const isCut = !isWhole && permissions.length > SHOWN + 1;
  const shown = isCut ? permissions.slice(0, SHOWN) : permissions;
  return (
    <ul className="flex flex-wrap items-center gap-1">
      {shown.map((each) => (
        <li
          key={each}
          className="max-w-full rounded-sm bg-sunken px-1.5 font-mono text-2xs leading-5 break-all text-muted ring-1 ring-line ring-inset"
        >
          {each}
        </li>
      ))}
      {isCut && (
        <li>
          <button
            type="button"
            className="min-h-6 rounded-sm px-1 text-xs font-medium text-accent hover:underline"
            onClick={() => setWhole(true)}
          >
            {TEXTS.more(permissions.length - SHOWN)}
            <span className="sr-only">{TEXTS.allOf(name)}</span>
          </button>
        </li>
      )}
    </ul>
  );
}
