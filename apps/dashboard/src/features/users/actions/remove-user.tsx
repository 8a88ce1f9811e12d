import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { toast } from '../../../components/feedback/toasts.js';
import { Confirm } from '../../../components/overlays/confirm.js';
import { keepFocus } from '../../../components/overlays/focus.js';
import { useMay } from '../../../session/session.js';
import { dropUser, eraseUser, removeUser, type User } from '../../../api/resources/users.js';
import { TEXTS } from '../texts.js';
import { ACTION_TEXTS } from './texts.js';
import { WouldDo } from './would-do.js';

/** Removes a user, and then offers owners to erase them: only a removed user can be erased. */
export function RemoveUser({ user, onClose }: { user: User; onClose: () => void }) {
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
  const remove = useMutation({
    mutationFn: () => removeUser(user),
    onSuccess: () => {
      toast(TEXTS.removed(user.name));
      if (may('personal-data:erase')) setRemoved(true);
      else leave();
    },
  });
  const erase = useMutation({
    mutationFn: () => eraseUser(user),
    onSuccess: () => {
      toast(ACTION_TEXTS.erased);
      leave();
    },
  });
  if (removed)
    return (
      <Confirm
        key="erase"
        title={ACTION_TEXTS.alsoEraseTitle(user.name)}
        action={ACTION_TEXTS.erase}
        danger
        typed={user.email}
        busy={erase.isPending}
        error={erase.error}
        onConfirm={() => erase.mutate()}
        onClose={leave}
      >
        <p className="text-muted">{ACTION_TEXTS.eraseWhat}</p>
      </Confirm>
    );
  return (
    <Confirm
      key="remove"
      title={ACTION_TEXTS.removeTitle(user.name)}
      action={TEXTS.offboard}
      danger
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p className="text-muted">{ACTION_TEXTS.removeWhat}</p>
      <WouldDo user={user} action="remove" />
    </Confirm>
  );
}
