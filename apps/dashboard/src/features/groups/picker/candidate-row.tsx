import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button.js';
import { Person } from '../../../components/people/person.js';
import type { Candidate } from '../queries.js';
import { TEXTS } from '../texts.js';

interface CandidateRowProps {
  candidate: Candidate;
  already: ReactNode;
  busy: boolean;
  blocked: string | false | undefined;
  onAdd: () => void;
}

export function CandidateRow({ candidate, already, busy, blocked, onAdd }: CandidateRowProps) {
  const { id, name, email, status } = candidate;
  return (
    <li className="flex min-h-12 items-center gap-3 rounded-md px-2 hover:bg-hover">
      <span className="min-w-0 flex-1">
        <Person id={id} name={name} email={email} />
      </span>
      {already ? (
        already
      ) : (
        <Button
          small
          aria-label={`Add ${name}`}
          disabled={busy}
          blocked={status === 'suspended' ? TEXTS.suspended : blocked}
          onClick={onAdd}
        >
          Add
        </Button>
      )}
    </li>
  );
}
