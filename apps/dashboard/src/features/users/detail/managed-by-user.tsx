import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ShieldUser } from 'lucide-react';
import { managedByUserQuery, type User } from '../../../api/resources/users.js';
import { useMoment } from '../../../session/moment.js';
import { Card } from '../../../components/layout/card.js';
import { TEXTS } from '../texts.js';

/** The service groups whose members somebody manages. Nothing, if there are none: most people manage none. */
export function ManagedByUser({ user: { accountId, id: userId } }: { user: User }) {
  const { data = [] } = useQuery(managedByUserQuery(accountId, userId, useMoment()));
  if (data.length === 0) return null;
  return (
    <Card title={TEXTS.manages} flush>
      <ul className="divide-y divide-line">
        {data.map(({ serviceGroup: { id, name } }) => (
          <li key={id} className="flex min-h-12 items-center gap-3 px-4 text-sm">
            <ShieldUser aria-hidden className="size-4 shrink-0 text-faint" />
            <Link
              to="/a/$account/groups/$group"
              params={{ account: accountId, group: id }}
              search={{ tab: 'managers' }}
              className="min-w-0 flex-1 truncate font-medium hover:underline"
            >
              <bdi>{name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
