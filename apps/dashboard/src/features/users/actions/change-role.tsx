import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../../../components/feedback/toasts.js';
import { Confirm } from '../../../components/overlays/confirm.js';
import { useMay } from '../../../session/session.js';
import { changeUser, type Role, type User } from '../../../api/resources/users.js';
import { ROLES } from '../../../components/people/texts.js';
import { TEXTS } from '../texts.js';
import { ACTION_TEXTS } from './texts.js';

export function ChangeRole({ user, onClose }: { user: User; onClose: () => void }) {
  const [role, setRole] = useState<Role>(user.role);
  const may = useMay(user.accountId);
  const offered = (Object.keys(ROLES) as Role[]).filter((each) => may('owners:write') || each !== 'owner');
  const change = useMutation({
    mutationFn: () => changeUser(user, { role }),
    onSuccess: () => {
      toast(ACTION_TEXTS.roleChanged(user.name, ROLES[role].toLowerCase()));
      onClose();
    },
  });
  return (
    <Confirm
      title={ACTION_TEXTS.roleTitle(user.name)}
      action={TEXTS.changeRole}
      blocked={role === user.role && ACTION_TEXTS.sameRole}
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      <fieldset className="grid gap-2">
        <legend className="sr-only">{TEXTS.role}</legend>
        {offered.map((each) => (
          <label
            key={each}
            className="flex items-start gap-3 rounded-md border border-line px-3 py-2.5 hover:bg-hover has-checked:border-accent has-checked:bg-soft"
          >
            <input
              type="radio"
              name="role"
              checked={role === each}
              onChange={() => setRole(each)}
              className="mt-0.5 size-4 accent-[var(--color-solid)]"
            />
            <span>
              <span className="block font-medium">{ROLES[each]}</span>
              <span className="block text-xs text-muted">{ACTION_TEXTS.roleHints[each]}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </Confirm>
  );
}
