import { MenuItem, MenuSeparator, MoreMenu } from '../../../components/overlays/menu.js';
import { useMay, useSession } from '../../../session/session.js';
import type { User } from '../../../api/resources/users.js';
import { TEXTS } from '../texts.js';
import type { UserDialogName } from './user-dialog.js';

interface UserMenuProps {
  user: User;
  /** With what has a button of its own on the user's page. */
  inRow?: boolean;
  onAsk: (dialog: UserDialogName) => void;
}

export function UserMenu({ user, inRow = false, onAsk }: UserMenuProps) {
  const { userId, seeingAs } = useSession();
  const maySeeAs = useMay(user.accountId)('users:see-as') && !seeingAs && userId !== user.id;
  return (
    <MoreMenu label={inRow ? TEXTS.actionsFor(user.name) : TEXTS.actions}>
      {inRow && <MenuItem onSelect={() => onAsk('edit')}>{TEXTS.edit}</MenuItem>}
      {inRow && <MenuItem onSelect={() => onAsk('role')}>{TEXTS.changeRole}</MenuItem>}
      {inRow && user.status === 'suspended' && (
        <MenuItem onSelect={() => onAsk('reactivate')}>{TEXTS.reactivate}</MenuItem>
      )}
      {user.status === 'active' && (
        <>
          {maySeeAs && <MenuItem onSelect={() => onAsk('see-as')}>{TEXTS.seeAs}</MenuItem>}
          <MenuItem onSelect={() => onAsk('suspend')}>{TEXTS.suspend}</MenuItem>
          <MenuSeparator />
        </>
      )}
      <MenuItem danger onSelect={() => onAsk('remove')}>
        {TEXTS.offboard}
      </MenuItem>
    </MoreMenu>
  );
}
