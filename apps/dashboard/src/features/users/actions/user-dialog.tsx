import { lazy, Suspense, useState } from 'react';
import {
  changeUser,
  dropUser,
  dryRunQuery,
  eraseUser,
  removeUser,
  setSuspended,
} from '../../../api/resources/user-commands.js';
import { groupsOfUserQuery, type Role, type User } from '../../../api/resources/users.js';
import { EditProfile } from '../detail/edit-profile.js';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Problem } from '../../../components/feedback/problem.js';
import { ConfirmChange } from '../../../components/overlays/confirm.js';
import { keepFocus } from '../../../components/overlays/focus.js';
import { ROLES } from '../../../components/people/texts.js';
import { useMay } from '../../../session/session.js';
import { TEXTS } from '../texts.js';
import { ACTION_TEXTS } from './texts.js';

const SeeAsDialog = lazy(() => import('../../see-as/see-as-dialog.js'));

interface DialogProps {
  user: User;
  onClose: () => void;
}

const DIALOGS = {
  edit: EditProfile,
  role: ChangeRole,
  suspend: SuspendUser,
  reactivate: ReactivateUser,
  remove: RemoveUser,
  'see-as': SeeAsDialog,
};
export type UserDialogName = keyof typeof DIALOGS;

export function UserDialog({ user, dialog, onClose }: DialogProps & { dialog: UserDialogName }) {
  const Content = DIALOGS[dialog];
  return (
    <Suspense>
      <Content user={user} onClose={onClose} />
    </Suspense>
  );
}

function ChangeRole({ user, onClose }: DialogProps) {
  const [role, setRole] = useState<Role>(user.role);
  const may = useMay(user.accountId);
  const offered = (Object.keys(ROLES) as Role[]).filter((each) => may('owners:write') || each !== 'owner');
  return (
    <ConfirmChange
      title={ACTION_TEXTS.roleTitle(user.name)}
      action={TEXTS.changeRole}
      blocked={role === user.role && ACTION_TEXTS.sameRole}
      change={() => changeUser(user, { role })}
      done={ACTION_TEXTS.roleChanged(user.name, ROLES[role].toLowerCase())}
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
    </ConfirmChange>
  );
}

function SuspendUser({ user, onClose }: DialogProps) {
  return (
    <ConfirmChange
      danger
      title={ACTION_TEXTS.suspendTitle(user.name)}
      action={TEXTS.suspend}
      what={ACTION_TEXTS.suspendWhat}
      change={() => setSuspended(user, true)}
      done={ACTION_TEXTS.suspended(user.name)}
      onClose={onClose}
    >
      <WouldDo user={user} action="suspend" />
    </ConfirmChange>
  );
}

function ReactivateUser({ user, onClose }: DialogProps) {
  return (
    <ConfirmChange
      title={ACTION_TEXTS.reactivateTitle(user.name)}
      action={TEXTS.reactivate}
      what={ACTION_TEXTS.reactivateWhat}
      change={() => setSuspended(user, false)}
      done={TEXTS.reactivated(user.name)}
      onClose={onClose}
    >
      <WouldDo user={user} action="reactivate" />
    </ConfirmChange>
  );
}

/** Removes a user, and then offers owners to erase them: only a removed user can be erased. */
function RemoveUser({ user, onClose }: DialogProps) {
  const navigate = useNavigate();
  const may = useMay(user.accountId);
  const [removed, setRemoved] = useState(false);
  const leave = () => {
    onClose();
    void navigate({ to: '/a/$account/users', params: { account: user.accountId } }).then(() => {
      dropUser(user);
      keepFocus();
    });
  };
  if (removed)
    return (
      <ConfirmChange
        danger
        key="erase"
        title={ACTION_TEXTS.alsoEraseTitle(user.name)}
        action={ACTION_TEXTS.erase}
        what={ACTION_TEXTS.eraseWhat}
        typed={user.email}
        change={() => eraseUser(user)}
        done={ACTION_TEXTS.erased}
        onClose={leave}
      />
    );
  return (
    <ConfirmChange
      danger
      key="remove"
      title={ACTION_TEXTS.removeTitle(user.name)}
      action={TEXTS.offboard}
      what={ACTION_TEXTS.removeWhat}
      change={() => removeUser(user)}
      done={TEXTS.removed(user.name)}
      onDone={() => (may('personal-data:erase') ? setRemoved(true) : leave())}
      onClose={onClose}
    >
      <WouldDo user={user} action="remove" />
    </ConfirmChange>
  );
}

const NAMED = 5;

/** The effects of an action, according to the API's dry run. */
function WouldDo({ user, action }: { user: User; action: 'suspend' | 'reactivate' | 'remove' }) {
  const { data: groups } = useQuery(groupsOfUserQuery(user.accountId, user.id));
  const { error, isPending } = useQuery(dryRunQuery(user, action));
  if (error) return <Problem error={error} />;
  if (isPending || !groups) return <p className="text-faint">{ACTION_TEXTS.checking}</p>;
  if (action === 'suspend') return null;
  const names = groups.slice(0, NAMED).map(({ serviceGroup }) => serviceGroup.name);
  const rest = groups.length - names.length;
  const list = new Intl.ListFormat('en').format(rest > 0 ? [...names, ACTION_TEXTS.andMore(rest)] : names);
  if (groups.length === 0) return <p>{ACTION_TEXTS.endsNone}</p>;
  return <p>{action === 'remove' ? ACTION_TEXTS.ends(list) : ACTION_TEXTS.letsIn(list)}</p>;
}
