import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { UserPlus } from 'lucide-react';
import { useCallback, useState } from 'react';
import { isRollbookError } from '#libs/client';
import { useList, withoutEmpty } from '../../../api/lists.js';
import { Button } from '../../../components/controls/button.js';
import type { Column } from '../../../components/data/grid-row.js';
import { selectColumn } from '../../../components/layout/select-column.js';
import { counted } from '../../../components/data/numbers.js';
import { lazily } from '../../../components/lazily.js';
import { Page } from '../../../components/layout/page.js';
import { useMoment } from '../../../session/moment.js';
import { useMay } from '../../../session/session.js';
import type { BulkActionName } from '../bulk/bulk-bar.js';
import { countOf, isSelected, NO_USERS, toggled, type Selected } from '../bulk/selected-users.js';
import {
  actionsColumn,
  removedColumns,
  SELECTING_TEMPLATE,
  UNSEEN_TEMPLATE,
  unseenColumns,
  USER_TEMPLATE,
  userColumns,
} from '../list/user-columns.js';
import { RowsInView } from '../list/rows-in-view.js';
import { UserToolbar } from '../list/user-toolbar.js';
import { usersQuery, type User, type UserFilter } from '../../../api/resources/users.js';
import { TEXTS } from '../texts.js';
import { USERS_PAGE } from '../../pages.js';
import { GridCard } from '../../../components/layout/grid-card.js';

const route = getRouteApi('/signed-in/a/$account/users');
const BulkBar = lazily(async () => (await import('../bulk/bulk-bar.js')).BulkBar);
const BulkDialog = lazily(async () => (await import('../bulk/bulk-dialog.js')).BulkDialog);
const NoUsers = lazily(async () => (await import('../list/no-users.js')).NoUsers);
const PastCsv = lazily(async () => (await import('../../past/past-csv.js')).PastCsv);
const Since = lazily(async () => (await import('../../past/since.js')).Since);
const InvitePeople = lazily(
  async () => (await import('../../invitations/invite/invite-people.js')).InvitePeople,
);

export function UsersPage() {
  const { account } = route.useParams();
  const moment = useMoment();
  const navigate = useNavigate({ from: '/a/$account/users' });
  const may = useMay(account);
  const [inviting, setInviting] = useState(false);
  const [selected, setSelected] = useState(NO_USERS);
  const { filter, change, show } = useShown(useCallback(() => setSelected(NO_USERS), []));
  const list = useList(usersQuery(account, filter, moment), ({ id }) => id);
  const { query, rows, total, facets } = list;
  const isGroupGone = isRollbookError(query.error, 'service_group_not_found');
  // Nothing can be done to removed people here: their pages have what can.
  const mayChange = may('users:write') && filter.status !== 'removed';
  const { count, hasOwners, select } = selectionOf(list, selected, setSelected);
  const invite = <Invite onClick={() => setInviting(true)} />;
  return (
    <Page
      full
      title={USERS_PAGE.title}
      subtitle={moment ? undefined : countText(list)}
      actions={
        moment ? (
          <PastCsv accountId={account} part="users" filter={filter} moment={moment} />
        ) : (
          may('users:write') && invite
        )
      }
      toolbar={
        <UserToolbar
          {...{ accountId: account, filter, facets, isPast: moment !== undefined }}
          onChange={change}
          onShow={show}
        />
      }
    >
      {moment && <Since accountId={account} moment={moment} />}
      <GridCard
        label={USERS_PAGE.title}
        list={isGroupGone ? { ...list, query: { ...query, error: null } } : list}
        {...columnsFor({ filter, select: mayChange ? select : undefined, isPast: moment !== undefined })}
        onSelect={mayChange ? ({ id }) => setSelected(toggled(selected, id)) : undefined}
        sort={moment ? undefined : filter.sort}
        {...(!moment && filter.status !== 'removed' && { onSort: (sort: string) => change({ sort }) })}
        onOpen={({ id }) => void navigate({ to: '/a/$account/users/$user', params: { account, user: id } })}
        around={(grid) => <RowsInView {...{ accountId: account, moment, rows }}>{grid}</RowsInView>}
        empty={
          <NoUsers
            invite={may('users:write') && invite}
            onClear={isFiltered(filter) ? () => show({}) : undefined}
            isGroupGone={isGroupGone}
          />
        }
      />
      <SelectedPeople
        {...{ account, filter, selected, count }}
        total={total ?? rows.length}
        mayChangeAll={may('owners:write') || !hasOwners}
        onSelect={setSelected}
      />
      {inviting && <InvitePeople accountId={account} onClose={() => setInviting(false)} />}
    </Page>
  );
}

interface ColumnsFor {
  filter: UserFilter;
  /** For people who may change users. */
  select: Column<User> | undefined;
  isPast: boolean;
}

function columnsFor({ filter: { status, sort }, select, isPast }: ColumnsFor) {
  if (isPast) return { template: UNSEEN_TEMPLATE, columns: unseenColumns };
  if (status === 'removed') return { template: UNSEEN_TEMPLATE, columns: removedColumns };
  const columns = userColumns(sort);
  return select
    ? { template: SELECTING_TEMPLATE, columns: [select, ...columns, actionsColumn] }
    : { template: USER_TEMPLATE, columns };
}

function countText({ total, isExact }: Pick<ReturnType<typeof useList>, 'total' | 'isExact'>) {
  return total === undefined
    ? undefined
    : `${counted(total, 'person', 'people')}${isExact ? '' : ' or more'}`;
}

/** How many are selected, whether there are owners among them, and the column that selects. */
function selectionOf(
  { rows, total, facets }: Pick<ReturnType<typeof useList<User>>, 'rows' | 'total' | 'facets'>,
  selected: Selected,
  setSelected: (selected: Selected) => void,
) {
  const count = countOf(selected, total ?? rows.length);
  const hasOwners =
    selected.kind === 'all'
      ? facets?.['role']?.['owner'] !== 0
      : rows.some((row) => row.role === 'owner' && isSelected(selected, row.id));
  const select = selectColumn<User>({
    title: TEXTS.selectAll,
    nameOf: ({ name }) => TEXTS.select(name),
    isSelected: ({ id }) => isSelected(selected, id),
    onSelect: ({ id }) => setSelected(toggled(selected, id)),
    some: count > 0,
    onAll: () => setSelected(count > 0 ? NO_USERS : { kind: 'all' }),
  });
  return { count, hasOwners, select };
}

/** What the address says is shown, and what changes it. */
function useShown(onChange: () => void) {
  const { at: _, ...filter } = route.useSearch();
  const navigate = useNavigate({ from: '/a/$account/users' });
  const change = useCallback(
    (changes: UserFilter) => {
      onChange();
      void navigate({ search: (before) => withoutEmpty({ ...before, ...changes }), replace: true });
    },
    [navigate, onChange],
  );
  const show = (next: UserFilter) => {
    onChange();
    void navigate({ search: next });
  };
  return { filter, change, show };
}

function Invite({ onClick }: { onClick: () => void }) {
  return (
    <Button kind="primary" onClick={onClick}>
      <UserPlus aria-hidden className="size-4" /> {TEXTS.invite}
    </Button>
  );
}

interface SelectedPeopleProps {
  account: string;
  filter: UserFilter;
  selected: Selected;
  count: number;
  total: number;
  mayChangeAll: boolean;
  onSelect: (selected: Selected) => void;
}

/** What can be done to the selected people. */
function SelectedPeople({
  account,
  filter,
  selected,
  count,
  total,
  mayChangeAll,
  onSelect,
}: SelectedPeopleProps) {
  const [action, setAction] = useState<BulkActionName>();
  return (
    <>
      {count > 0 && (
        <BulkBar
          accountId={account}
          {...{ count, total, mayChangeAll }}
          isAll={selected.kind === 'all'}
          onAll={() => onSelect({ kind: 'all' })}
          onClear={() => onSelect(NO_USERS)}
          onAct={setAction}
        />
      )}
      {action && (
        <BulkDialog
          accountId={account}
          action={action}
          selected={selected}
          filter={filter}
          count={count}
          onDone={() => {
            setAction(undefined);
            onSelect(NO_USERS);
          }}
          onClose={() => setAction(undefined)}
        />
      )}
    </>
  );
}

const isFiltered = ({ q, role, status, groupId }: UserFilter) => Boolean(q ?? role ?? status ?? groupId);
