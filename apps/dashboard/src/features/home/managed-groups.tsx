import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/controls/button.js';
import { lazily } from '../../components/lazily.js';
import { Card } from '../../components/layout/card.js';
import { useMay, useSession } from '../../session/session.js';
import { groupQuery } from '../groups/queries.js';
import { openCountQuery } from '../requests/open-count.js';
import { TEXTS } from './texts.js';

const AddMembers = lazily(async () => (await import('../groups/detail/add-members.js')).AddMembers);

/** Each is read; the others are in the menu. */
export const MAX_GROUPS = 20;

/** Where the signed-in person lets others in. */
export function ManagedGroups({ accountId }: { accountId: string }) {
  const { managedServiceGroups: groups } = useSession();
  if (groups.length === 0) return null;
  const others = groups.length - MAX_GROUPS;
  return (
    <Card title={TEXTS.managed} flush>
      <ul className="divide-y divide-line">
        {groups.slice(0, MAX_GROUPS).map((group) => (
          <ManagedGroup key={group.id} accountId={accountId} group={group} />
        ))}
        {others > 0 && <li className="px-4 py-2 text-sm text-muted">{TEXTS.more(others)}</li>}
      </ul>
    </Card>
  );
}

interface ManagedGroupProps {
  accountId: string;
  group: { id: string; name: string };
}

function ManagedGroup({ accountId, group: { id, name } }: ManagedGroupProps) {
  const [isAdding, setAdding] = useState(false);
  const may = useMay(accountId, id);
  const { data: group } = useQuery(groupQuery(accountId, id));
  const { data: open } = useQuery(openCountQuery(accountId, [id]));
  const mayAdd = may('memberships:write') && group && group.membershipRules.approvers !== 'admins';
  const facts = [
    ...(group && group.memberCount !== null ? [TEXTS.members(group.memberCount)] : []),
    ...(open?.value ? [TEXTS.waiting(open.value)] : []),
  ];
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm">
      <Link
        to="/a/$account/groups/$group"
        params={{ account: accountId, group: id }}
        className="min-w-0 flex-1 basis-32 truncate font-medium hover:underline"
      >
        <bdi>{name}</bdi>
      </Link>
      <span className="text-xs text-muted">{facts.join(' · ')}</span>
      {mayAdd && (
        <Button small aria-label={TEXTS.addTo(name)} onClick={() => setAdding(true)}>
          {TEXTS.add}
        </Button>
      )}
      {group && isAdding && <AddMembers group={group} onClose={() => setAdding(false)} />}
    </li>
  );
}
