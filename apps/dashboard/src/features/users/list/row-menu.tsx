import { useState } from 'react';
import { lazily } from '../../../components/lazily.js';
import { useMayChange } from '../../../session/session.js';
import type { User } from '../../../api/resources/users.js';
import type { AskedOfUser } from '../actions/user-dialog.js';
import { UserMenu } from '../actions/user-menu.js';

const UserDialog = lazily(async () => (await import('../actions/user-dialog.js')).UserDialog);

/** All that can be done to a user, in their row of the list. */
export function RowMenu({ user }: { user: User }) {
  const [asked, setAsked] = useState<AskedOfUser>();
  if (!useMayChange(user)) return null;
  return (
    <span onClick={(event) => event.stopPropagation()}>
      <UserMenu inRow user={user} onAsk={setAsked} />
      {asked && <UserDialog user={user} asked={asked} onClose={() => setAsked(undefined)} />}
    </span>
  );
}
