import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useDebouncedText, useRows } from '../../../api/lists.js';
import { Button } from '../../../components/controls/button.js';
import { SearchInput } from '../../../components/controls/inputs.js';
import { Person } from '../../../components/people/person.js';
import { Problem } from '../../../components/feedback/problem.js';
import { SkeletonRows } from '../../../components/feedback/skeleton.js';
import { toast } from '../../../components/feedback/toasts.js';
import { Dialog } from '../../../components/overlays/dialog.js';
import { usersQuery } from '../../../api/resources/users.js';
import { addMember } from '../commands.js';
import type { ServiceGroup } from '../queries.js';
import { TEXTS } from '../texts.js';

/** Finds people who are not in the group, and adds them one by one. */
export function AddMembers({ group, onClose }: { group: ServiceGroup; onClose: () => void }) {
  const { accountId, id: groupId, name } = group;
  const [q, setQ] = useState('');
  const [text, setText] = useDebouncedText(q, setQ);
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  const filter = { ...(q && { q }), notInGroupId: groupId };
  const query = useInfiniteQuery(usersQuery(accountId, filter));
  const { rows } = useRows(query);
  const add = useMutation({
    mutationFn: (user: { id: string; name: string }) => addMember(accountId, groupId, user.id),
    onSuccess: (_, user) => {
      setAdded((before) => new Set(before).add(user.id));
      toast(TEXTS.added(user.name, name));
    },
  });
  const offered = rows.filter(({ id }) => !added.has(id));
  return (
    <Dialog title={`${TEXTS.addPerson}: ${name}`} onClose={onClose}>
      <div className="grid gap-3">
        <SearchInput
          aria-label={TEXTS.findPerson}
          placeholder={TEXTS.findPerson}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {add.error && <Problem error={add.error} />}
        {query.isPending ? (
          <SkeletonRows count={4} />
        ) : offered.length === 0 ? (
          <p className="py-8 text-center text-sm text-muted">{TEXTS.noPerson}</p>
        ) : (
          <ul className="-mx-2 grid">
            {offered.slice(0, 50).map((user) => (
              <li key={user.id} className="flex min-h-12 items-center gap-3 rounded-md px-2 hover:bg-hover">
                <span className="min-w-0 flex-1">
                  <Person id={user.id} name={user.name} email={user.email} />
                </span>
                <Button
                  small
                  aria-label={`Add ${user.name}`}
                  disabled={add.isPending}
                  blocked={user.status === 'suspended' && TEXTS.suspended}
                  onClick={() => add.mutate(user)}
                >
                  Add
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}
