import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { createTeam, type CreatedTeam } from '../../../api/resources/team-commands.js';
import { CreateNamed } from '../../../components/overlays/create-named.js';
import { FormDialog } from '../../../components/overlays/form-dialog.js';
import { TEXTS } from '../texts.js';

/** Creates a team and goes to it: after the first one of the account, once it has been said which API keys' readers do not know teams. */
export function CreateTeam({ accountId, onClose }: { accountId: string; onClose: () => void }) {
  const navigate = useNavigate();
  const [created, setCreated] = useState<CreatedTeam>();
  const goTo = ({ id }: CreatedTeam) => {
    onClose();
    void navigate({ to: '/a/$account/teams/$team', params: { account: accountId, team: id } });
  };
  if (created)
    return (
      <FormDialog
        title={TEXTS.notUnderstoodTitle}
        cancel={TEXTS.close}
        confirm={TEXTS.toTeam}
        onSubmit={() => goTo(created)}
        onClose={onClose}
      >
        <p className="text-sm text-warn">{TEXTS.notUnderstood}</p>
        <ul aria-label={TEXTS.notUnderstoodTitle} className="list-disc pl-5 text-sm">
          {created.notUnderstoodBy?.map(({ id, name }) => (
            <li key={id} className="break-words">
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      </FormDialog>
    );
  return (
    <CreateNamed
      texts={TEXTS}
      create={(name) => createTeam(accountId, name)}
      onCreated={(team) => (team.notUnderstoodBy ? setCreated(team) : goTo(team))}
      onClose={onClose}
    />
  );
}
