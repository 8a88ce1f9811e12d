import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccessRoles } from '../../../api/resources/access-roles.js';
import { FormDialog } from '../../../components/overlays/form-dialog.js';
import { RefusedParts } from '../../undo/refused-parts.js';
import { groupsQuery, type Membership, type ServiceGroup } from '../queries.js';
import { changeEnds } from './change-ends.js';
import { asTerms, NO_TERMS, problemOf, termsOf, type Terms } from './terms.js';
import { heldRole, TermsFields } from './terms-fields.js';
import { TEXTS } from './texts.js';
import { useAction } from '../../../components/feedback/use-action.js';

interface ChangeEndProps {
  accountId: string;
  members: readonly Membership[];
  /** The only one, where others cannot be read. */
  group?: ServiceGroup;
  /** The end that is chosen from the start, if it is not the present one. */
  chosen?: Pick<Terms, 'choice' | 'until'> | undefined;
  onDone?: () => void;
  onClose: () => void;
}

/** Moves the ends of one or several memberships, or takes them away. What was refused stays, with the reason. */
export function ChangeEnd({ accountId, members: given, group, chosen, onDone, onClose }: ChangeEndProps) {
  // What is listed changes while the dialog is open, and when it is done.
  const [members] = useState(given);
  const [one] = members.length === 1 ? members : [];
  const [before] = useState(() => (one ? termsOf(one) : { ...NO_TERMS, choice: undefined }));
  const [terms, setTerms] = useState({ ...before, ...chosen });
  const ids = members.map(({ serviceGroupId }) => serviceGroupId);
  const { data: listed } = useQuery({ ...groupsQuery(accountId, ids), enabled: !group });
  const groups = group ? [group] : (listed ?? []);
  const ends = members.map(({ expiresAt }) => expiresAt);
  const { expiresAt, ...why } = asTerms(terms);
  // An end that is left as it is keeps its seconds, and no rule is against it.
  const isMoved = terms.choice !== before.choice || terms.until !== before.until;
  const hasRoles = (useAccessRoles(accountId) ?? []).length > 0;
  const hasNewRole = terms.role !== undefined;
  const problem =
    isMoved || hasNewRole || !one ? problemOf(terms, groups, ends, heldRole(members)) : undefined;
  const change = useAction(
    () =>
      changeEnds(accountId, members, { ...why, ...(isMoved && expiresAt !== undefined && { expiresAt }) }),
    ({ done }) => {
      if (done === 0) return undefined;
      return one
        ? TEXTS.changed(one.user.name, one.serviceGroup.name)
        : (isMoved ? TEXTS.changedSome : TEXTS.changedRoles)(done);
    },
    ({ refused: left }) => {
      onDone?.();
      if (left.length === 0) onClose();
    },
  );
  const refused = change.data?.refused ?? [];
  return (
    <FormDialog
      title={
        one
          ? (hasRoles ? TEXTS.changeTitleWithRole : TEXTS.changeTitle)(one.user.name, one.serviceGroup.name)
          : (hasRoles ? TEXTS.changeTitleOfWithRoles : TEXTS.changeTitleOf)(members.length)
      }
      confirm={TEXTS.save}
      sends={change}
      blocked={problem}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      <TermsFields groups={groups} members={members} value={terms} onChange={setTerms} />
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
