import { useState } from 'react';
import { addToTeam } from '../../../api/resources/team-commands.js';
import { peopleQuery, type Team, type TeamMember } from '../../../api/resources/teams.js';
import { Badge } from '../../../components/feedback/badge.js';
import { toast } from '../../../components/feedback/toasts.js';
import { PeoplePicker, type Findable } from '../../groups/picker/people-picker.js';
import { asTerms, NO_TERMS, problemOf } from '../../groups/terms/terms.js';
import { TermsFields } from '../../groups/terms/terms-fields.js';
import { Opens } from '../places/opens.js';
import { TEXTS } from '../texts.js';

interface AddPeopleProps {
  team: Team;
  /** Those in it, as far as they are read. */
  present: readonly TeamMember[];
  onClose: () => void;
}

/** Finds people, and adds them one by one, all for the same time and reason: what that opens to them is said before. */
export function AddPeople({ team, present, onClose }: AddPeopleProps) {
  const [terms, setTerms] = useState(NO_TERMS);
  const add = async ({ id, name }: Findable) => {
    await addToTeam(team.accountId, team.id, id, asTerms(terms));
    toast(TEXTS.added(name, team.name));
  };
  return (
    <PeoplePicker
      title={TEXTS.addTo(team.name)}
      find={(q) => peopleQuery(team.accountId, q)}
      already={({ id }) => present.some(({ userId }) => userId === id) && <Badge>{TEXTS.isIn}</Badge>}
      add={add}
      blocked={() => problemOf(terms, []) ?? false}
      onClose={onClose}
    >
      <Opens accountId={team.accountId} team={team} />
      <TermsFields groups={[]} value={terms} onChange={setTerms} />
    </PeoplePicker>
  );
}
