import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { User } from '../../../api/resources/users.js';
import type { Column } from '../../../components/data/grid-row.js';
import { Time } from '../../../components/data/time.js';
import { lazily } from '../../../components/lazily.js';
import { RoleBadge, UnusualStatus } from '../../../components/people/badges.js';
import { Person } from '../../../components/people/person.js';
import { useMayChange } from '../../../session/session.js';
import type { UserDialogName } from '../actions/user-dialog.js';
import { UserMenu } from '../actions/user-menu.js';
import { TEXTS } from '../texts.js';
import { GroupChips } from './groups/group-chips.js';
import { useLastSeenInView } from './rows-in-view.js';

const UserDialog = lazily(async () => (await import('../actions/user-dialog.js')).UserDialog);

/** All that can be done to a user, in their row of the list. */
function RowMenu({ user }: { user: User }) {
  const [dialog, setDialog] = useState<UserDialogName>();
  if (!useMayChange(user)) return null;
  return (
    <span onClick={(event) => event.stopPropagation()}>
      <UserMenu inRow user={user} onAsk={setDialog} />
      {dialog && <UserDialog user={user} dialog={dialog} onClose={() => setDialog(undefined)} />}
    </span>
  );
}

function LastSeen({ user, index }: { user: User; index: number }) {
  const at = useLastSeenInView(user, index);
  if (at === null) return <span className="text-faint">{TEXTS.details.neverSeen}</span>;
  return at && <Time at={at} />;
}

const { columns } = TEXTS;

const NARROW = 'grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(0,1fr)_4.5rem_5.5rem]';

export const USER_TEMPLATE = `${NARROW} md:grid-cols-[minmax(0,1fr)_4.5rem_5.5rem_11rem] xl:grid-cols-[minmax(0,1fr)_4.5rem_5.5rem_minmax(0,0.8fr)_6.5rem] 2xl:grid-cols-[minmax(0,1fr)_4.5rem_5.5rem_minmax(0,0.8fr)_6.5rem_6.5rem]`;

/** Where nobody was last seen. */
export const UNSEEN_TEMPLATE = `${NARROW} md:grid-cols-[minmax(0,1fr)_4.5rem_5.5rem_11rem] xl:grid-cols-[minmax(0,1fr)_4.5rem_5.5rem_minmax(0,0.8fr)_6.5rem]`;

export const SELECTING_TEMPLATE =
  'grid-cols-[1.5rem_minmax(0,1fr)_auto] sm:grid-cols-[1.5rem_minmax(0,1fr)_4.5rem_5.5rem_2rem] md:grid-cols-[1.5rem_minmax(0,1fr)_4.5rem_5.5rem_11rem_2rem] xl:grid-cols-[1.5rem_minmax(0,1fr)_4.5rem_5.5rem_minmax(0,0.8fr)_6.5rem_2rem] 2xl:grid-cols-[1.5rem_minmax(0,1fr)_4.5rem_5.5rem_minmax(0,0.8fr)_6.5rem_6.5rem_2rem]';

const ALWAYS: readonly Column<User>[] = [
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
        <Person inRow id={id} name={name} email={email} />
      </Link>
    ),
  },
  {
    key: 'role',
    title: columns.role,
    className: 'max-sm:hidden',
    cell: (user) => <RoleBadge role={user.role} />,
  },
  { key: 'status', title: columns.status, cell: (user) => <UnusualStatus status={user.status} /> },
  {
    key: 'groups',
    title: columns.groups,
    className: 'max-md:hidden',
    cell: (user, index) => <GroupChips user={user} index={index} />,
  },
];

const lastSeen: Column<User> = {
  key: 'last-seen',
  title: columns.lastSeen,
  cell: (user, index) => <LastSeen user={user} index={index} />,
};

const created: Column<User> = {
  key: 'created',
  title: columns.created,
  sort: 'createdAt',
  cell: ({ createdAt }) => <Time at={createdAt} />,
};

const [WIDE, WIDEST] = ['text-muted max-xl:hidden', 'text-muted max-2xl:hidden'];
const seenColumns = [...ALWAYS, { ...lastSeen, className: WIDE }, { ...created, className: WIDEST }] as const;
/** Where there is room for one of the two, it is what the list is sorted by. */
const sortedColumns = [
  ...ALWAYS,
  { ...lastSeen, className: WIDEST },
  { ...created, className: WIDE },
] as const;
/** As of a moment: when somebody was last seen is not kept. */
export const unseenColumns: readonly Column<User>[] = [...ALWAYS, { ...created, className: WIDE }];

export const userColumns = (sort: string | undefined): readonly Column<User>[] =>
  sort?.endsWith('createdAt') ? sortedColumns : seenColumns;

export const removedColumns: readonly Column<User>[] = [
  ...ALWAYS,
  {
    key: 'removed',
    title: columns.removed,
    className: WIDE,
    cell: ({ updatedAt }) => <Time at={updatedAt} />,
  },
];

/** For people who may change users. */
export const actionsColumn: Column<User> = {
  key: 'actions',
  title: columns.actions,
  hideTitle: true,
  className: 'max-sm:hidden',
  cell: (user) => <RowMenu user={user} />,
};
