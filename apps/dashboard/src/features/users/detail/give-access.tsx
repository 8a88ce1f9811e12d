import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '../../../api/resources/users.js';
import { FormDialog } from '../../../components/overlays/form-dialog.js';
import { addMember } from '../../groups/commands.js';
import { groupsQuery } from '../../groups/queries.js';
import type { ChosenGroup } from '../../groups/switcher/recent-groups.js';
import { asTerms, NO_TERMS, problemOf, type Terms } from '../../groups/terms/terms.js';
import { TermsFields } from '../../groups/terms/terms-fields.js';
import { TEXTS as TERMS } from '../../groups/terms/texts.js';
import { TEXTS } from '../texts.js';
import { useAction } from '../../../components/feedback/use-action.js';

interface GiveAccessProps {
  user: User;
  group: ChosenGroup;
  /** What is chosen from the start. */
  terms?: Terms;
  onClose: () => void;
}

/** Until when, and why, one person gets access to one service group. */
export function GiveAccess({ user, group, terms: first = NO_TERMS, onClose }: GiveAccessProps) {
  const { accountId, id, name } = user;
  const [terms, setTerms] = useState(first);
  const { data: groups = [] } = useQuery(groupsQuery(accountId, [group.id]));
  const give = useAction(
    () => addMember(accountId, group.id, id, asTerms(terms)),
    TEXTS.added(name, group.name),
    onClose,
  );
  return (
    <FormDialog
      title={TERMS.giveTitle(name, group.name)}
      confirm={TEXTS.giveAccess}
      sends={give}
      blocked={problemOf(terms, groups)}
      onSubmit={() => give.mutate()}
      onClose={onClose}
    >
      <TermsFields groups={groups} value={terms} onChange={setTerms} />
    </FormDialog>
  );
}
