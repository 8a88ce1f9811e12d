import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Problem } from '../../../components/feedback/problem.js';
import { toast } from '../../../components/feedback/toasts.js';
import { FormDialog } from '../../../components/overlays/form-dialog.js';
import { changeMembership } from '../commands.js';
import type { Membership, ServiceGroup } from '../queries.js';
import { asTerms, NO_TERMS } from './terms.js';
import { TermsFields } from './terms-fields.js';
import { TEXTS } from './texts.js';

interface ChangeEndProps {
  group: ServiceGroup;
  member: Membership;
  onClose: () => void;
}

/** Extends or shortens one membership; without a day it has no end. */
export function ChangeEnd({ group, member: { user, reason = '' }, onClose }: ChangeEndProps) {
  const [terms, setTerms] = useState({ ...NO_TERMS, reason });
  const change = useMutation({
    mutationFn: () =>
      changeMembership(group.accountId, group.id, user.id, { expiresAt: null, ...asTerms(terms) }),
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
