import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/controls/button.js';
import { Time } from '../../../components/data/time.js';
import { lastMoment } from '../../../components/data/until.js';
import { Badge } from '../../../components/feedback/badge.js';
import { Problem } from '../../../components/feedback/problem.js';
import { toast } from '../../../components/feedback/toasts.js';
import { useMay, useSession } from '../../../session/session.js';
import { addMember, changeMembership } from '../commands.js';
import { PeoplePicker } from '../picker/people-picker.js';
import { type Candidate, candidatesQuery, type ServiceGroup } from '../queries.js';
import { asTerms, endIn, NO_TERMS, problemOf, type Terms } from '../terms/terms.js';
import { TermsFields } from '../terms/terms-fields.js';
import { TEXTS as TERMS } from '../terms/texts.js';
import { TEXTS } from '../texts.js';

/** Finds people, and lets them in one by one, all for the same time and reason; those who are in already can be given the same end. */
export function AddMembers({ group, onClose }: { group: ServiceGroup; onClose: () => void }) {
  const [terms, setTerms] = useState(NO_TERMS);
  const isOwnRole = useIsOwnRole(group, terms);
  const add = async ({ id, name }: Candidate) => {
    await addMember(group.accountId, group.id, id, asTerms(terms));
    toast(TEXTS.added(name, group.name));
  };
  const change = useMutation({
    mutationFn: async ({ id, name }: Candidate) => {
      const given = asTerms(terms);
      await changeMembership(group.accountId, group.id, id, { ...given, expiresAt: endIn(group, given) });
      toast(TERMS.changed(name, group.name));
    },
  });
  return (
    <PeoplePicker
      title={`${TEXTS.addPerson}: ${group.name}`}
      find={(q) => candidatesQuery(group.accountId, group.id, q)}
      already={(candidate) =>
        candidate.isMember && (
          <IsIn
            {...{ candidate, group, terms }}
            blocked={isOwnRole(candidate) && TERMS.ownRole}
            busy={change.isPending}
            onSame={() => change.mutate(candidate)}
          />
        )
      }
      note={(found) => <AlreadyFound members={found.filter(({ isMember }) => isMember)} />}
      add={add}
      blocked={(candidate) => (isOwnRole(candidate) ? TERMS.ownRole : (problemOf(terms, [group]) ?? false))}
      onClose={onClose}
    >
      <TermsFields groups={[group]} value={terms} onChange={setTerms} />
      {change.error && <Problem error={change.error} />}
    </PeoplePicker>
  );
}

/** Whether a manager would give an access role to themselves. */
function useIsOwnRole({ accountId }: ServiceGroup, { role }: Terms): (candidate: Candidate) => boolean {
  const { userId } = useSession();
  const isAdmin = useMay(accountId)('memberships:write');
  return ({ id }) => !isAdmin && role !== undefined && id === userId;
}

function AlreadyFound({ members }: { members: readonly Candidate[] }) {
  if (members.length === 0) return null;
  const endless = members.filter(({ expiresAt }) => !expiresAt).length;
  return (
    <p role="status" className="text-sm text-muted">
      {TERMS.already(members.length, endless)}
    </p>
  );
}

interface IsInProps {
  candidate: Candidate;
  group: ServiceGroup;
  terms: Terms;
  blocked: string | false;
  busy: boolean;
  onSame: () => void;
}

/** Until when, and a button for the end and the access role that others are given, unless it is that. */
function IsIn({ candidate, group, terms, blocked, busy, onSame }: IsInProps) {
  const { name, status, expiresAt } = candidate;
  const hasRole = terms.role !== undefined;
  const isSame = !hasRole && expiresAt === undefined && endIn(group, asTerms(terms)) === null;
  const why = blocked || (status === 'suspended' && TEXTS.suspended);
  return (
    <>
      <Badge>
        {TEXTS.isMember}
        {expiresAt && (
          <>
            , {TERMS.until} <Time at={lastMoment(expiresAt)} />
          </>
        )}
      </Badge>
      {!isSame && (
        <Button
          small
          aria-label={hasRole ? TERMS.sameEndAndRoleFor(name) : TERMS.sameEndFor(name)}
          disabled={busy}
          blocked={why || (problemOf(terms, [group], [expiresAt]) ?? false)}
          onClick={onSame}
        >
          {hasRole ? TERMS.sameWithRole : TERMS.same}
        </Button>
      )}
    </>
  );
}
