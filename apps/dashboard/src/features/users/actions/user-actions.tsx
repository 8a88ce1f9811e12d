import { useState } from 'react';
import { Button } from '../../../components/controls/button.js';
import { useMayChange } from '../../../session/session.js';
import type { User } from '../../../api/resources/users.js';
import { TEXTS } from '../texts.js';
import { UserDialog, type AskedOfUser } from './user-dialog.js';
import { UserMenu } from './user-menu.js';

/** What can be done to a user, on their page. */
export function UserActions({ user }: { user: User }) {
  const [asked, setAsked] = useState<AskedOfUser>();
  if (!useMayChange(user)) return null;
  return (
    <>
      {user.status === 'suspended' && (
        <Button onClick={() => setAsked('reactivate')}>{TEXTS.reactivate}</Button>
      )}
      <Button onClick={() => setAsked('edit')}>{TEXTS.edit}</Button>
      <Button onClick={() => setAsked('role')}>{TEXTS.changeRole}</Button>
      <UserMenu user={user} onAsk={setAsked} />
      {asked && <UserDialog user={user} asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}
