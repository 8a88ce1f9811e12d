import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addToTeam, changePlace } from '../../../api/resources/team-commands.js';
import { allTeamsQuery, type TeamMember } from '../../../api/resources/teams.js';
import type { User } from '../../../api/resources/users.js';
import { SelectField } from '../../../components/controls/field.js';
import { namesById } from '../../../components/controls/inputs.js';
import { useAction } from '../../../components/feedback/use-action.js';
import { FormDialog } from '../../../components/overlays/form-dialog.js';
import { TermsFields } from '../../groups/terms/terms-fields.js';
import { useHeldTerms } from '../../groups/terms/use-held-terms.js';
import { TEXTS } from '../texts.js';
import { Opens } from './opens.js';

interface AddToTeamProps {
  user: User;
  /** The ids of those that they are in. */
  held: ReadonlySet<string>;
  onClose: () => void;
}

/** Adds one person to a team: what that opens to them is said before. */
export function AddToTeam({ user, held, onClose }: AddToTeamProps) {
  const { accountId, id, name } = user;
  const [chosen, setChosen] = useState('');
  const teams = useQuery(allTeamsQuery(accountId));
  const offered = teams.data?.filter((team) => !held.has(team.id));
  const team = offered?.find((each) => each.id === chosen);
  const { terms, setTerms, body, problem } = useHeldTerms(undefined, []);
  const add = useAction(
    () => addToTeam(accountId, chosen, id, body),
    TEXTS.added(name, team?.name ?? ''),
    onClose,
  );
  return (
    <FormDialog
      title={TEXTS.addToTeamTitle(name)}
      confirm={TEXTS.addToTeam}
      sends={{ isPending: add.isPending, error: add.error ?? teams.error }}
      blocked={team ? problem : TEXTS.chooseTeam}
      onSubmit={() => add.mutate()}
      onClose={onClose}
    >
      {offered?.length === 0 && <p className="text-sm text-muted">{TEXTS.inAllTeams}</p>}
      <SelectField label={TEXTS.team} options={namesById(offered)} value={chosen} onChoose={setChosen}>
        <option value="">{TEXTS.chooseTeam}</option>
      </SelectField>
      {team && <Opens accountId={accountId} team={team} />}
      <TermsFields groups={[]} value={terms} onChange={setTerms} />
    </FormDialog>
  );
}

interface ChangePlaceProps {
  accountId: string;
  place: TeamMember;
  onClose: () => void;
}

/** Changes the end of somebody's place in a team, or the reason for it. */
export function ChangePlace({ accountId, place, onClose }: ChangePlaceProps) {
  const { user, team } = place;
  const { terms, setTerms, body, problem } = useHeldTerms(place, []);
  const change = useAction(
    () => changePlace(accountId, place, body),
    TEXTS.changed(user.name, team.name),
    onClose,
  );
  return (
    <FormDialog
      title={TEXTS.change(user.name, team.name)}
      confirm={TEXTS.save}
      sends={change}
      blocked={problem}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      <TermsFields groups={[]} members={[place]} value={terms} onChange={setTerms} />
    </FormDialog>
  );
}
