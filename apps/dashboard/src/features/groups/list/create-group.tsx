import { useNavigate } from '@tanstack/react-router';
import { CreateNamed } from '../../../components/overlays/create-named.js';
import { createGroup } from '../commands.js';
import { TEXTS } from '../texts.js';

interface CreateGroupProps {
  accountId: string;
  name?: string;
  /** The page stays, instead of leading to that of the service group. */
  stays?: boolean;
  onClose: () => void;
}

export function CreateGroup({ accountId, name: first, stays, onClose }: CreateGroupProps) {
  const navigate = useNavigate();
  return (
    <CreateNamed
      texts={TEXTS}
      first={first}
      create={(name) => createGroup(accountId, name)}
      onCreated={({ id }) => {
        onClose();
        if (!stays)
          void navigate({ to: '/a/$account/groups/$group', params: { account: accountId, group: id } });
      }}
      onClose={onClose}
    />
  );
}
