import { useState } from 'react';
import { toast } from '../../../components/feedback/toasts.js';
import { addMember } from '../commands.js';
import { PeoplePicker } from '../picker/people-picker.js';
import type { Candidate, ServiceGroup } from '../queries.js';
import { asTerms, NO_TERMS, problemOf } from '../terms/terms.js';
import { TermsFields } from '../terms/terms-fields.js';
import { TEXTS } from '../texts.js';

/** Finds people, and lets them in one by one, all for the same time and reason. */
export function AddMembers({ group, onClose }: { group: ServiceGroup; onClose: () => void }) {
  const [terms, setTerms] = useState(NO_TERMS);
  const add = async ({ id, name }: Candidate) => {
    await addMember(group.accountId, group.id, id, asTerms(terms));
    toast(TEXTS.added(name, group.name));
  };
  return (
    <PeoplePicker
      title={TEXTS.addPerson}
      group={group}
      already={({ isMember }) => (isMember ? TEXTS.isMember : undefined)}
      add={add}
      blocked={problemOf(terms, [group]) ?? false}
      onClose={onClose}
    >
      <TermsFields groups={[group]} value={terms} onChange={setTerms} />
    </PeoplePicker>
  );
}
