import { useState } from 'react';
import { useStore } from '../../../api/store.js';
import { lazily } from '../../../components/lazily.js';
import type { Issued } from '../../developers/api-keys/issued-key.js';
import { choiceOf, NO_TERMS } from '../../groups/terms/terms.js';
import { chosenCommand } from './command.js';

const UserDialog = lazily(async () => (await import('../../users/actions/user-dialog.js')).UserDialog);
const GiveAccess = lazily(async () => (await import('../../users/detail/give-access.js')).GiveAccess);
const ChangeEnd = lazily(async () => (await import('../../groups/terms/change-end.js')).ChangeEnd);
const EndAccess = lazily(async () => (await import('../../groups/end-access.js')).EndAccess);
const InvitePeople = lazily(
  async () => (await import('../../invitations/invite/invite-people.js')).InvitePeople,
);
const CreateGroup = lazily(async () => (await import('../../groups/list/create-group.js')).CreateGroup);
const CreateKey = lazily(async () => (await import('../../developers/api-keys/create-key.js')).CreateKey);
const IssuedKey = lazily(async () => (await import('../../developers/api-keys/issued-key.js')).IssuedKey);
const UndoLast = lazily(async () => (await import('../../undo/undo-last.js')).UndoLast);

/** The dialog of the command that was chosen: the one that the page has for it. */
export default function RunCommand() {
  const chosen = useStore(chosenCommand);
  if (!chosen) return null;
  const { command, accountId } = chosen;
  const onClose = () => chosenCommand.set(undefined);
  const { kind } = command;
  switch (kind) {
    case 'suspend':
    case 'reactivate':
    case 'remove':
      return <UserDialog user={command.user} dialog={kind} onClose={onClose} />;
    case 'give': {
      const { user, group, until } = command;
      const terms = { ...NO_TERMS, ...(until !== undefined && choiceOf(until)) };
      return <GiveAccess user={user} group={group} terms={terms} onClose={onClose} />;
    }
    case 'change': {
      const { membership, until } = command;
      const chosenEnd = until === undefined ? undefined : choiceOf(until);
      return <ChangeEnd accountId={accountId} members={[membership]} chosen={chosenEnd} onClose={onClose} />;
    }
    case 'end':
      return <EndAccess accountId={accountId} group={command.group} user={command.user} onClose={onClose} />;
    case 'invite':
      return <InvitePeople accountId={accountId} addresses={command.addresses} onClose={onClose} />;
    case 'new-group':
      return <CreateGroup accountId={accountId} name={command.name} onClose={onClose} />;
    case 'new-key':
      return <NewKey accountId={accountId} onClose={onClose} />;
    case 'undo':
      return <UndoLast accountId={accountId} onClose={onClose} />;
    default:
      return kind satisfies never;
  }
}

function NewKey({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  const [issued, setIssued] = useState<Issued>();
  return issued ? (
    <IssuedKey issued={issued} onClose={onClose} />
  ) : (
    <CreateKey accountId={accountId} initialScopes={[]} onIssued={setIssued} onClose={onClose} />
  );
}
