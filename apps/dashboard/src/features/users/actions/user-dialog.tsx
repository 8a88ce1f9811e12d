import { lazy, Suspense } from 'react';
import type { User } from '../../../api/resources/users.js';
import { EditProfile } from '../detail/edit-profile.js';
import { ChangeRole } from './change-role.js';
import { ReactivateUser } from './reactivate-user.js';
import { RemoveUser } from './remove-user.js';
import { SuspendUser } from './suspend-user.js';

const SeeAsDialog = lazy(() => import('../../see-as/see-as-dialog.js'));

const DIALOGS = {
  edit: EditProfile,
  role: ChangeRole,
  suspend: SuspendUser,
  reactivate: ReactivateUser,
  remove: RemoveUser,
  'see-as': SeeAsDialog,
};

export type AskedOfUser = keyof typeof DIALOGS;

interface UserDialogProps {
  user: User;
  asked: AskedOfUser;
  onClose: () => void;
}

export function UserDialog({ user, asked, onClose }: UserDialogProps) {
  const Asked = DIALOGS[asked];
  return (
    <Suspense>
      <Asked user={user} onClose={onClose} />
    </Suspense>
  );
}
