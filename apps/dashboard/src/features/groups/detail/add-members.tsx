import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/controls/button.js';
import { Time } from '../../../components/data/time.js';
import { lastMoment } from '../../../components/data/until.js';
import { Badge } from '../../../components/feedback/badge.js';
import { Problem } from '../../../components/feedback/problem.js';
import { toast } from '../../../components/feedback/toasts.js';
import { addMember, changeMembership } from '../commands.js';
import { PeoplePicker } from '../picker/people-picker.js';
import type { Candidate, ServiceGroup } from '../queries.js';
import { asTerms, endIn, NO_TERMS, problemOf, type Terms } from '../terms/terms.js';
import { TermsFields } from '../terms/terms-fields.js';
import { TEXTS as TERMS } from '../terms/texts.js';
import { TEXTS } from '../texts.js';

/** Finds people, and lets them in one by one, all for the same time and reason; those who are in already can be given the same end. */
export function AddMembers({ group, onClose }: { group: ServiceGroup; onClose: () => void }) {
  const [terms, setTerms] = useState(NO_TERMS);
  const add = async ({ id, name }: Candidate) => {
    await addMember(group.accountId, group.id, id, asTerms(terms));
    toast(TEXTS.added(name, group.name));
  };
  const change = useMutation({
    mutationFn: async ({ id, name }: Candidate) => {
      const { reason } = asTerms(terms);
      const expiresAt = endIn(group, asTerms(terms));
      await changeMembership(group.accountId, group.id, id, { expiresAt, ...(reason && { reason }) });
      toast(TERMS.changed(name, group.name));
    },
  });
  return (
    <PeoplePicker
      title={TEXTS.addPerson}
      group={group}
      already={(candidate) =>
        candidate.isMember && (
          <IsIn
            {...{ candidate, group, terms }}
            busy={change.isPending}
            onSame={() => change.mutate(candidate)}
          />
        )
      }
      note={(found) => <AlreadyFound members={found.filter(({ isMember }) => isMember)} />}
      add={add}
      blocked={problemOf(terms, [group]) ?? false}
      onClose={onClose}
    >
      <TermsFields groups={[group]} value={terms} onChange={setTerms} />
      {change.error && <Problem error={change.error} />}
    </PeoplePicker>
  );
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
  busy: boolean;
  onSame: () => void;
}

/** Until when, and a button for the end that others are given, unless it is that. */
function IsIn({ candidate: { name, status, expiresAt }, group, terms, busy, onSame }: IsInProps) {
  const isSame = expiresAt === undefined && endIn(group, asTerms(terms)) === null;
  const suspended = status === 'suspended' && TEXTS.suspended;
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
          aria-label={TERMS.sameEndFor(name)}
          disabled={busy}
          blocked={suspended || (problemOf(terms, [group], [expiresAt]) ?? false)}
          onClick={onSame}
        >
          {TERMS.same}
        </Button>
      )}
    </>
  );
}
