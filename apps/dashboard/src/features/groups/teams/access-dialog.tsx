import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { changeTeamAccess, giveTeamAccess } from '../../../api/resources/team-commands.js';
import { allTeamsQuery, type TeamAccess } from '../../../api/resources/teams.js';
import { SelectField } from '../../../components/controls/field.js';
import { namesById } from '../../../components/controls/inputs.js';
import { useAction } from '../../../components/feedback/use-action.js';
import { FormDialog } from '../../../components/overlays/form-dialog.js';
import { allGroupsQuery, type ServiceGroup } from '../queries.js';
import { TermsFields } from '../terms/terms-fields.js';
import { useHeldTerms } from '../terms/use-held-terms.js';
import { TEXTS } from './texts.js';

interface Named {
  id: string;
  name: string;
}

interface GiveTeamAccessProps {
  accountId: string;
  /** One of both is given, and the other one is chosen here. */
  team?: Named;
  group?: Named;
  /** What has it already, by ids. */
  held: ReadonlySet<string>;
  onClose: () => void;
}

/** Lets a team into a service group: the team is chosen on the page of the service group, and the other way round. */
export function GiveTeamAccess({
  accountId,
  team: ofTeam,
  group: ofGroup,
  held,
  onClose,
}: GiveTeamAccessProps) {
  const [chosen, setChosen] = useState('');
  const groups = useQuery(allGroupsQuery(accountId));
  const teams = useQuery({ ...allTeamsQuery(accountId), enabled: !ofTeam });
  const offered = (ofTeam ? groups : teams).data?.filter(({ id }) => !held.has(id));
  const team = ofTeam ?? teams.data?.find(({ id }) => id === chosen);
  const group = groups.data?.find(({ id }) => id === (ofGroup?.id ?? chosen));
  const { terms, setTerms, body, problem } = useHeldTerms(undefined, group ? [group] : []);
  const give = useAction(
    () => giveTeamAccess(accountId, { teamId: team?.id ?? '', serviceGroupId: group?.id ?? '' }, body),
    TEXTS.given(team?.name ?? '', group?.name ?? ''),
    onClose,
  );
  const [label, first, none] = ofTeam
    ? [TEXTS.group, TEXTS.chooseGroup, TEXTS.noGroupLeft]
    : [TEXTS.team, TEXTS.chooseTeam, TEXTS.noTeamLeft];
  return (
    <FormDialog
      title={ofTeam ? TEXTS.openTitle(ofTeam.name) : TEXTS.addTitle(ofGroup?.name ?? '')}
      confirm={ofTeam ? TEXTS.openDo : TEXTS.add}
      sends={{ isPending: give.isPending, error: give.error ?? teams.error ?? groups.error }}
      blocked={!team || !group ? first : (whyNot(group) ?? problem)}
      onSubmit={() => give.mutate()}
      onClose={onClose}
    >
      <p className="text-sm text-muted">
        {offered?.length === 0
          ? none
          : ofTeam
            ? TEXTS.openWhat(ofTeam.name)
            : TEXTS.addWhat(ofGroup?.name ?? '')}
      </p>
      <SelectField
        label={label}
        options={namesById(offered)}
        value={chosen}
        error={group && whyNot(group)}
        onChoose={setChosen}
      >
        <option value="">{first}</option>
      </SelectField>
      <TermsFields groups={group ? [group] : []} value={terms} onChange={setTerms} />
    </FormDialog>
  );
}

/** What its rules ask of each membership nobody says of the people of a team. */
function whyNot({ name, membershipRules }: ServiceGroup): string | undefined {
  const { maxLengthSeconds, reasonRequired, teamsMayEnter } = membershipRules;
  const isAllowed = teamsMayEnter || (maxLengthSeconds === undefined && !reasonRequired);
  return isAllowed ? undefined : TEXTS.notAllowed(name);
}

interface ChangeTeamAccessProps {
  accountId: string;
  access: TeamAccess;
  onClose: () => void;
}

/** Changes the end of a team's access, its access role or the reason for it. */
export function ChangeTeamAccess({ accountId, access, onClose }: ChangeTeamAccessProps) {
  const { team, serviceGroup } = access;
  const { data } = useQuery(allGroupsQuery(accountId));
  const groups = data?.filter(({ id }) => id === serviceGroup.id) ?? [];
  const { terms, setTerms, body, problem } = useHeldTerms(access, groups);
  const change = useAction(
    () => changeTeamAccess(accountId, access, body),
    TEXTS.changed(team.name, serviceGroup.name),
    onClose,
  );
  return (
    <FormDialog
      title={TEXTS.changeTitle(team.name, serviceGroup.name)}
      confirm={TEXTS.save}
      sends={change}
      blocked={problem}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      <TermsFields groups={groups} members={[access]} value={terms} onChange={setTerms} />
    </FormDialog>
  );
}
