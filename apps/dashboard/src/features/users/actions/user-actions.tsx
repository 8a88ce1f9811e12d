import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../components/controls/button.js';
import { toast } from '../../../components/feedback/toasts.js';
import { MenuItem, MenuSeparator, MoreMenu } from '../../../components/overlays/menu.js';
import { useMay, useMayChange, useSession } from '../../../session/session.js';
import { setSuspended, type User } from '../../../api/resources/users.js';
import { TEXTS } from '../texts.js';
import { ChangeRole } from './change-role.js';
import { RemoveUser } from './remove-user.js';
import { SuspendUser } from './suspend-user.js';

const SeeAsDialog = lazy(() => import('../../see-as/see-as-dialog.js'));

export function UserActions({ user }: { user: User }) {
  const [asked, setAsked] = useState<'role' | 'suspend' | 'remove' | 'see-as'>();
  const { userId, seeingAs } = useSession();
  const mayChange = useMayChange(user);
  const maySeeAs = useMay(user.accountId)('users:see-as') && !seeingAs && userId !== user.id;
  const reactivate = useMutation({
    mutationFn: () => setSuspended(user, false),
    onSuccess: () => toast(TEXTS.reactivated(user.name)),
  });
  const onClose = () => setAsked(undefined);
  if (!mayChange) return null;
  return (
    <>
      {user.status === 'suspended' && (
        <Button busy={reactivate.isPending} onClick={() => reactivate.mutate()}>
          {TEXTS.reactivate}
        </Button>
      )}
      <Button onClick={() => setAsked('role')}>{TEXTS.changeRole}</Button>
      <MoreMenu label={TEXTS.actions}>
        {user.status === 'active' && (
          <>
            {maySeeAs && <MenuItem onSelect={() => setAsked('see-as')}>{TEXTS.seeAs}</MenuItem>}
            <MenuItem onSelect={() => setAsked('suspend')}>{TEXTS.suspend}</MenuItem>
            <MenuSeparator />
          </>
        )}
        <MenuItem danger onSelect={() => setAsked('remove')}>
          {TEXTS.offboard}
        </MenuItem>
      </MoreMenu>
      {asked === 'role' && <ChangeRole user={user} onClose={onClose} />}
      {asked === 'suspend' && <SuspendUser user={user} onClose={onClose} />}
      <Suspense>{asked === 'see-as' && <SeeAsDialog user={user} onClose={onClose} />}</Suspense>
      {asked === 'remove' && <RemoveUser user={user} onClose={onClose} />}
    </>
  );
}
