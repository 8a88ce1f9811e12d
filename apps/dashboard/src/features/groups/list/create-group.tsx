import { useNavigate } from '@tanstack/react-router';
import { CreateNamed } from '../../../components/overlays/create-named.js';
import { createGroup } from '../commands.js';
import { TEXTS } from '../texts.js';

interface CreateGroupProps {
  accountId: string;
  /** The page stays, instead of leading to that of the service group. */
  stays?: boolean;
  onClose: () => void;
}

export function CreateGroup({ accountId, stays, onClose }: CreateGroupProps) {
  const navigate = useNavigate();
  return (
    <CreateNamed
      texts={TEXTS}
      create={(name) => createGroup(accountId, name)}
      onCreated={({ id }) => {
        if (stays) onClose();
        else void navigate({ to: '/a/$account/groups/$group', params: { account: accountId, group: id } });
      }}
      onClose={onClose}
    />
  );
}
