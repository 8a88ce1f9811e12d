import { useNavigate } from '@tanstack/react-router';
import { createTeam, type CreatedTeam } from '../../../api/resources/team-commands.js';
import { CreateNamed } from '../../../components/overlays/create-named.js';
import { TEXTS } from '../texts.js';

export function CreateTeam({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <CreateNamed<CreatedTeam>
      texts={TEXTS}
      create={(name) => createTeam(accountId, name)}
      onCreated={({ id }) => {
        onClose();
        void navigate({ to: '/a/$account/teams/$team', params: { account: accountId, team: id } });
      }}
      onClose={onClose}
    />
  );
}
