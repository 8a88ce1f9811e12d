import { useMutation, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/controls/button.js';
import { SearchField } from '../../../components/controls/inputs.js';
import { Problem } from '../../../components/feedback/problem.js';
import { SkeletonRows } from '../../../components/feedback/skeleton.js';
import { Dialog } from '../../../components/overlays/dialog.js';
import { Person } from '../../../components/people/person.js';
import type { Candidate } from '../queries.js';
import { TEXTS } from '../texts.js';

/** What is shown of somebody who can be added. */
export interface Findable extends Pick<Candidate, 'id' | 'name' | 'email'> {
  /** Nobody who was removed is found. */
  status: Candidate['status'] | 'removed';
}

export interface PeoplePickerProps<Found extends Findable> {
  /** With the name of what they are added to. */
  title: string;
  /** Those whose names or emails begin so. */
  find: (q: string) => UseQueryOptions<Found[], Error, Found[], readonly unknown[]>;
  /** What somebody is already, so that they cannot be added. */
  already: (candidate: Found) => ReactNode;
  /** What those who were found have in common. */
  note?: (found: readonly Found[]) => ReactNode;
  add: (candidate: Found) => Promise<void>;
  onClose: () => void;
  /** Why somebody cannot be added, or not yet. */
  blocked?: (candidate: Found) => string | false;
  children?: ReactNode;
}

/** Finds people by name or email, as far as a manager may, and adds them one by one. */
export function PeoplePicker<Found extends Findable>(props: PeoplePickerProps<Found>) {
  const { title, find, already, note, add, ...rest } = props;
  const { onClose, blocked, children } = rest;
  const [q, setQ] = useState('');

  const { data, error, isFetching } = useQuery(find(q));
  const adding = useMutation({ mutationFn: add });
  const found = q.trim() === '' ? undefined : data;
  return (
    <Dialog title={title} isPassing onClose={onClose}>
      <div className="grid gap-3">
        <SearchField label={TEXTS.findPerson} q={q} onSearch={setQ} />
        {children}
        {(adding.error ?? error) && <Problem error={adding.error ?? error} />}
        {!found && isFetching ? (
          <SkeletonRows count={4} />
        ) : found?.length ? (
          <>
            {note?.(found)}
            <ul className="-mx-2 grid">
              {found.map((candidate) => (
                <CandidateRow
                  key={candidate.id}
                  candidate={candidate}
                  already={already(candidate)}
                  busy={adding.isPending}
                  blocked={blocked?.(candidate)}
                  onAdd={() => adding.mutate(candidate)}
                />
              ))}
            </ul>
          </>
        ) : (
          <p className="py-8 text-center text-sm text-muted">{found ? TEXTS.noPerson : TEXTS.typeToFind}</p>
        )}
      </div>
    </Dialog>
  );
}

interface CandidateRowProps {
  candidate: Findable;
  already: ReactNode;
  busy: boolean;
  blocked: string | false | undefined;
  onAdd: () => void;
}

function CandidateRow({ candidate, already, busy, blocked, onAdd }: CandidateRowProps) {
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
