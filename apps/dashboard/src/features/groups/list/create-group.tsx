import { useNavigate } from '@tanstack/react-router';
import { CreateNamed } from '../../../components/overlays/create-named.js';
import { createGroup } from '../commands.js';
import { TEXTS } from '../texts.js';

export function CreateGroup({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <CreateNamed
      texts={TEXTS}
      create={(name) => createGroup(accountId, name)}
      onCreated={({ id }) =>
        void navigate({ to: '/a/$account/groups/$group', params: { account: accountId, group: id } })
      }
      onClose={onClose}
    />
  );
}
