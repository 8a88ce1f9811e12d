import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { UserPlus, Users } from 'lucide-react';
import { useCallback, useState, type ReactNode } from 'react';
import { useList } from '../../../api/lists.js';
import { Button } from '../../../components/controls/button.js';
import { DataGrid } from '../../../components/data/data-grid.js';
import { counted } from '../../../components/data/numbers.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { BottomBar } from '../../../components/layout/bottom-bar.js';
import { ListCard } from '../../../components/layout/list-card.js';
import { lazily } from '../../../components/lazily.js';
import { Page } from '../../../components/layout/page.js';
import { useMoment } from '../../../session/moment.js';
import { useMay } from '../../../session/session.js';
import { BulkBar, type BulkActionName } from '../bulk/bulk-bar.js';
import { countOf, isSelected, NO_USERS, toggled, type Selected } from '../bulk/selected-users.js';
import {
  actionsColumn,
  pastUserColumns,
  selectColumn,
  SELECTING_TEMPLATE,
  USER_TEMPLATE,
  userColumns,
} from '../list/user-columns.js';
import { GroupFilter } from '../list/group-filter.js';
import { UserFilters } from '../list/user-filters.js';
import { usersQuery, type User, type UserFilter } from '../../../api/resources/users.js';
import { TEXTS } from '../texts.js';
import { USERS_PAGE } from '../page-facts.js';

const route = getRouteApi('/signed-in/a/$account/users');
const BulkDialog = lazily(async () => (await import('../bulk/bulk-dialog.js')).BulkDialog);
const PastCsv = lazily(async () => (await import('../../past/past-csv.js')).PastCsv);
const Since = lazily(async () => (await import('../../past/since.js')).Since);
const InvitePeople = lazily(
  async () => (await import('../../invitations/invite/invite-people.js')).InvitePeople,
);

export function UsersPage() {
  const { account } = route.useParams();
  const { at: _, ...filter } = route.useSearch();
  const moment = useMoment();
  const navigate = useNavigate({ from: '/a/$account/users' });
  const put = usePut();
  const may = useMay(account);
  const [inviting, setInviting] = useState(false);
  const [selected, setSelected] = useState(NO_USERS);
  const list = useList(usersQuery(account, filter, moment), ({ id }) => id);
  const { query, rows, news, total, isExact, facets, onEnd } = list;
  const change = useCallback(
    (changes: UserFilter) => {
      setSelected(NO_USERS);
      put(changes);
    },
    [put],
  );
  // Nothing can be done to removed people here: their pages have what can.
  const mayChange = may('users:write') && filter.status !== 'removed';
  const { count, hasOwners, select } = selectionOf(list, selected, setSelected);
  const invite = <Invite onClick={() => setInviting(true)} />;
  return (
    <Page
      title={USERS_PAGE.title}
      subtitle={
        moment || total === undefined
          ? undefined
          : `${counted(total, 'person', 'people')}${isExact ? '' : ' or more'}`
      }
      actions={
        moment
          ? !isFiltered(filter) && <PastCsv accountId={account} part="users" moment={moment} />
          : may('users:write') && invite
      }
    >
      {moment && <Since accountId={account} moment={moment} />}
      <UserFilters withRemoved={!moment} filter={filter} facets={facets} onChange={change}>
        {!moment && filter.status !== 'removed' && (
          <GroupFilter accountId={account} filter={filter} onChange={change} />
        )}
      </UserFilters>
      <ListCard
        query={query}
        news={news}
        isEmpty={rows.length === 0}
        empty={
          <NoUsers
            invite={may('users:write') && invite}
            onClear={isFiltered(filter) ? () => void navigate({ search: {}, replace: true }) : undefined}
          />
        }
      >
        <DataGrid
          label={USERS_PAGE.title}
          template={mayChange ? SELECTING_TEMPLATE : USER_TEMPLATE}
          columns={
            mayChange ? [select, ...userColumns, actionsColumn] : moment ? pastUserColumns : userColumns
          }
          onSelect={mayChange ? ({ id }) => setSelected(toggled(selected, id)) : undefined}
          rows={rows}
          rowKey={({ id }) => id}
          news={news}
          total={total}
          sort={moment ? undefined : filter.sort}
          {...(!moment && filter.status !== 'removed' && { onSort: (sort: string) => change({ sort }) })}
          onEnd={onEnd}
          onOpen={({ id }) => void navigate({ to: '/a/$account/users/$user', params: { account, user: id } })}
        />
      </ListCard>
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
  const select = selectColumn({
    isSelected: ({ id }) => isSelected(selected, id),
    onSelect: ({ id }) => setSelected(toggled(selected, id)),
    some: count > 0,
    onAll: () => setSelected(count > 0 ? NO_USERS : { kind: 'all' }),
  });
  return { count, hasOwners, select };
}

/** Puts into the address what is filtered. */
function usePut() {
  const navigate = useNavigate({ from: '/a/$account/users' });
  return useCallback(
    (changes: UserFilter) =>
      void navigate({ search: (before) => withoutEmpty({ ...before, ...changes }), replace: true }),
    [navigate],
  );
}

function Invite({ onClick }: { onClick: () => void }) {
  return (
    <Button kind="primary" onClick={onClick}>
      <UserPlus aria-hidden className="size-4" /> {TEXTS.invite}
    </Button>
  );
}

/** `onClear` if a filter leaves nobody. */
function NoUsers({ invite, onClear }: { invite: ReactNode; onClear: (() => void) | undefined }) {
  return onClear ? (
    <EmptyState
      icon={Users}
      title={TEXTS.noneTitle}
      action={<Button onClick={onClear}>{TEXTS.clear}</Button>}
    >
      {TEXTS.none}
    </EmptyState>
  ) : (
    <EmptyState icon={Users} title={TEXTS.emptyTitle} action={invite}>
      {TEXTS.empty}
    </EmptyState>
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
  const [asked, setAsked] = useState<BulkActionName>();
  return (
    <>
      {count > 0 && (
        <BottomBar>
          <BulkBar
            count={count}
            total={total}
            isAll={selected.kind === 'all'}
            mayChangeAll={mayChangeAll}
            onAll={() => onSelect({ kind: 'all' })}
            onClear={() => onSelect(NO_USERS)}
            onAct={setAsked}
          />
        </BottomBar>
      )}
      {asked && (
        <BulkDialog
          accountId={account}
          action={asked}
          selected={selected}
          filter={filter}
          count={count}
          onDone={() => {
            setAsked(undefined);
            onSelect(NO_USERS);
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

const isFiltered = ({ q, role, status, groupId }: UserFilter) => Boolean(q ?? role ?? status ?? groupId);

function withoutEmpty(filter: UserFilter): UserFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value));
}
