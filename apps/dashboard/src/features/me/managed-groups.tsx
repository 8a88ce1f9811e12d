import { Link } from '@tanstack/react-router';
import { Card } from '../../components/layout/card.js';
import { useSession } from '../../session/session.js';
import { TEXTS } from './texts.js';

/** Where the signed-in person lets others in. */
export function ManagedGroups() {
  const { accountId, managedServiceGroups: groups } = useSession();
  if (!accountId || groups.length === 0) return null;
  return (
    <Card title={TEXTS.managed} flush>
      <ul className="divide-y divide-line">
        {groups.map(({ id, name }) => (
          <li key={id}>
            <Link
              to="/a/$account/groups/$group"
              params={{ account: accountId, group: id }}
              className="flex min-h-12 items-center px-4 text-sm font-medium hover:bg-hover"
            >
              <bdi className="min-w-0 truncate">{name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
