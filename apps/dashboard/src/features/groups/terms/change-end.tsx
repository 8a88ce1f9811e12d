import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Problem } from '../../../components/feedback/problem.js';
import { toast } from '../../../components/feedback/toasts.js';
import { FormDialog } from '../../../components/overlays/form-dialog.js';
import { changeMembership } from '../commands.js';
import type { Membership, ServiceGroup } from '../queries.js';
import { asTerms, lastDay, type Terms } from './terms.js';
import { TermsFields } from './terms-fields.js';
import { TEXTS } from './texts.js';

interface ChangeEndProps {
  group: ServiceGroup;
  member: Membership;
  onClose: () => void;
}

/** Extends or shortens one membership; without a day it has no end. A day that is left as it is changes nothing of its hour. */
export function ChangeEnd({ group, member: { user, reason = '', expiresAt }, onClose }: ChangeEndProps) {
  const [before] = useState<Terms>({ until: lastDay(expiresAt), reason });
  const [terms, setTerms] = useState(before);
  const { expiresAt: end = null, ...why } = asTerms(terms);
  const change = useMutation({
    mutationFn: () =>
      changeMembership(group.accountId, group.id, user.id, {
        ...why,
        ...(terms.until !== before.until && { expiresAt: end }),
      }),
    onSuccess: () => {
      toast(TEXTS.changed(user.name, group.name));
      onClose();
    },
  });
  return (
    <FormDialog
      title={TEXTS.changeTitle(user.name, group.name)}
      cancel="Cancel"
      confirm={terms.until ? TEXTS.save : TEXTS.permanently}
      busy={change.isPending}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      <TermsFields group={group} value={terms} onChange={setTerms} />
      {change.error && <Problem error={change.error} />}
    </FormDialog>
  );
}
