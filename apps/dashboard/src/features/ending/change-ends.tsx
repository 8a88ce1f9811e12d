import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { isDay } from '../../components/data/days.js';
import { Problem } from '../../components/feedback/problem.js';
import { toast } from '../../components/feedback/toasts.js';
import { FormDialog } from '../../components/overlays/form-dialog.js';
import type { Membership } from '../groups/queries.js';
import { asTerms, NO_TERMS } from '../groups/terms/terms.js';
import { TermsFields } from '../groups/terms/terms-fields.js';
import { RefusedParts } from '../undo/refused-parts.js';
import { changeEnds } from './queries.js';
import { TEXTS } from './texts.js';

interface ChangeEndsProps {
  accountId: string;
  members: readonly Membership[];
  /** `none`: their ends are taken away. */
  to: 'day' | 'none';
  onDone: () => void;
  onClose: () => void;
}

/** Moves the ends of several memberships to one day, or takes them away. What was refused stays, with the reason. */
export function ChangeEnds({ accountId, members: given, to, onDone, onClose }: ChangeEndsProps) {
  // What is listed changes while the dialog is open, and when it is done.
  const [members] = useState(given);
  const [terms, setTerms] = useState(NO_TERMS);
  const change = useMutation({
    mutationFn: () => changeEnds(accountId, members, to === 'none' ? { expiresAt: null } : asTerms(terms)),
    onSuccess: ({ done, refused }) => {
      if (done > 0) toast(TEXTS.changed(done));
      onDone();
      if (refused.length === 0) onClose();
    },
  });
  const refused = change.data?.refused ?? [];
  return (
    <FormDialog
      title={(to === 'none' ? TEXTS.noEndTitle : TEXTS.changeTitle)(members.length)}
      cancel={TEXTS.cancel}
      confirm={to === 'none' ? TEXTS.noEnd : TEXTS.save}
      busy={change.isPending}
      blocked={to === 'day' && !isDay(terms.until) && TEXTS.needsDay}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      {to === 'none' ? (
        <p className="text-sm text-muted">{TEXTS.noEndWhat}</p>
      ) : (
        <TermsFields hint={TEXTS.dayOfAll} value={terms} onChange={setTerms} />
      )}
      {change.error && <Problem error={change.error} />}
      {refused.length > 0 && (
        <RefusedParts
          title={TEXTS.refused(refused.length)}
          count={refused.length}
          parts={refused.map(({ member: { user, serviceGroup }, problem: { code, detail } }) => ({
            name: TEXTS.of(user.name, serviceGroup.name),
            ...{ code, detail },
          }))}
        />
      )}
    </FormDialog>
  );
}
