import { Link } from '@tanstack/react-router';
import type { Column } from '../../../components/data/data-grid.js';
import { formatNumber } from '../../../components/data/numbers.js';
import { Person } from '../../../components/data/person.js';
import { Time } from '../../../components/data/time.js';
import { RoleBadge, StatusBadge } from '../badges.js';
import type { User } from '../queries.js';
import { TEXTS } from '../texts.js';

const { columns } = TEXTS;

export const USER_TEMPLATE =
  'grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(0,1fr)_5.5rem_6rem_4rem] lg:grid-cols-[minmax(0,1fr)_6rem_6.5rem_4.5rem_7rem]';

export const userColumns: readonly Column<User>[] = [
  {
    key: 'name',
    title: columns.name,
    sort: 'name',
    cell: ({ id, accountId, name, email }) => (
      <Link
        to="/a/$account/users/$user"
        params={{ account: accountId, user: id }}
        tabIndex={-1}
        className="block min-w-0"
      >
        <Person id={id} name={name} email={email} />
      </Link>
    ),
  },
  {
    key: 'role',
    title: columns.role,
    className: 'max-sm:hidden',
    cell: (user) => <RoleBadge role={user.role} />,
  },
  { key: 'status', title: columns.status, cell: (user) => <StatusBadge status={user.status} /> },
  {
    key: 'groups',
    title: columns.groups,
    className: 'text-right tabular-nums max-sm:hidden',
    cell: ({ serviceGroupCount }) => formatNumber(serviceGroupCount),
  },
  {
    key: 'created',
    title: columns.created,
    sort: 'createdAt',
    className: 'text-muted max-lg:hidden',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];
