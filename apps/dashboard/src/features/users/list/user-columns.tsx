import { Link } from '@tanstack/react-router';
import { Checkbox } from '../../../components/controls/inputs.js';
import type { Column } from '../../../components/data/data-grid.js';
import { formatNumber } from '../../../components/data/numbers.js';
import { Person } from '../../../components/data/person.js';
import { Time } from '../../../components/data/time.js';
import { RoleBadge, StatusBadge } from '../badges.js';
import type { User } from '../queries.js';
import { BULK_TEXTS, TEXTS } from '../texts.js';

const { columns } = TEXTS;

export const USER_TEMPLATE =
  'grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(0,1fr)_5.5rem_6rem_4rem] lg:grid-cols-[minmax(0,1fr)_6rem_6.5rem_4.5rem_7rem]';

export const CHOOSING_TEMPLATE =
  'grid-cols-[1.5rem_minmax(0,1fr)_auto] sm:grid-cols-[1.5rem_minmax(0,1fr)_5.5rem_6rem_4rem] lg:grid-cols-[1.5rem_minmax(0,1fr)_6rem_6.5rem_4.5rem_7rem]';

interface Choosing {
  isChosen: (user: User) => boolean;
  onChoose: (user: User) => void;
  /** Whether any is chosen. */
  some: boolean;
  onAll: () => void;
}

/** Chooses people for what is done to many at once. */
export function chooseColumn({ isChosen, onChoose, some, onAll }: Choosing): Column<User> {
  return {
    key: 'choose',
    title: BULK_TEXTS.chooseAll,
    head: (
      <span className="grid size-5 place-items-center">
        <Checkbox aria-label={BULK_TEXTS.chooseAll} checked={false} mixed={some} onChange={onAll} />
      </span>
    ),
    cell: (user) => (
      <label className="-m-2 grid size-9 place-items-center" onClick={(event) => event.stopPropagation()}>
        <Checkbox
          tabIndex={-1}
          aria-label={BULK_TEXTS.choose(user.name)}
          checked={isChosen(user)}
          onChange={() => onChoose(user)}
        />
      </label>
    ),
  };
}

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
