import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { UserPlus, Users } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useDebouncedText, useRows } from '../../api/lists.js';
import { Button } from '../../components/controls/button.js';
import { SearchInput } from '../../components/controls/inputs.js';
import { DataGrid } from '../../components/data/data-grid.js';
import { counted } from '../../components/data/numbers.js';
import { EmptyState } from '../../components/feedback/empty-state.js';
import { Problem } from '../../components/feedback/problem.js';
import { SkeletonRows } from '../../components/feedback/skeleton.js';
import { Card } from '../../components/layout/card.js';
import { Page } from '../../components/layout/page.js';
import { useMay } from '../../session/session.js';
import { InvitePeople } from '../invitations/invite/invite-people.js';
import { FacetSelect } from './list/facet-select.js';
import { USER_TEMPLATE, userColumns } from './list/user-columns.js';
import { usersQuery, type UserFilter } from './queries.js';
import { ROLES, STATUSES, TEXTS } from './texts.js';

const route = getRouteApi('/signed-in/a/$account/users');

export function UsersPage() {
  const { account } = route.useParams();
  const filter = route.useSearch();
  const navigate = useNavigate({ from: '/a/$account/users' });
  const may = useMay(account);
  const [inviting, setInviting] = useState(false);
  const query = useInfiniteQuery(usersQuery(account, filter));
  const { rows, total, isExact, facets, onEnd } = useRows(query);
  const change = useCallback(
    (changes: UserFilter) =>
      void navigate({ search: (before) => withoutEmpty({ ...before, ...changes }), replace: true }),
    [navigate],
  );
  const [text, setText] = useDebouncedText(
    filter.q ?? '',
    useCallback((q: string) => change({ q }), [change]),
  );
  const isFiltered = Boolean(filter.q ?? filter.role ?? filter.status);
  const invite = (
    <Button kind="primary" onClick={() => setInviting(true)}>
      <UserPlus aria-hidden className="size-4" /> {TEXTS.invite}
    </Button>
  );
  return (
    <Page
      title={TEXTS.title}
      subtitle={
        total === undefined ? undefined : `${counted(total, 'person', 'people')}${isExact ? '' : ' or more'}`
      }
      actions={may.write && invite}
    >
      <div className="flex flex-wrap gap-2">
        <SearchInput
          aria-label={TEXTS.search}
          placeholder={TEXTS.search}
          className="min-w-56 flex-1 sm:max-w-80"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <FacetSelect
          label={TEXTS.role}
          any={TEXTS.anyRole}
          options={ROLES}
          value={filter.role}
          counts={facets?.['role']}
          onChange={(role) => change({ role })}
        />
        <FacetSelect
          label={TEXTS.status}
          any={TEXTS.anyStatus}
          options={STATUSES}
          value={filter.status}
          counts={facets?.['status']}
          onChange={(status) => change({ status })}
        />
      </div>
      {query.error && <Problem error={query.error} retry={() => void query.refetch()} />}
      <Card flush>
        {query.isPending ? (
          <SkeletonRows />
        ) : rows.length > 0 ? (
          <DataGrid
            label={TEXTS.title}
            template={USER_TEMPLATE}
            columns={userColumns}
            rows={rows}
            rowKey={({ id }) => id}
            total={total}
            sort={filter.sort}
            onSort={(sort) => change({ sort })}
            onEnd={onEnd}
            onOpen={({ id }) =>
              void navigate({ to: '/a/$account/users/$user', params: { account, user: id } })
            }
          />
        ) : isFiltered ? (
          <EmptyState
            icon={Users}
            title={TEXTS.noneTitle}
            action={
              <Button onClick={() => void navigate({ search: {}, replace: true })}>{TEXTS.clear}</Button>
            }
          >
            {TEXTS.none}
          </EmptyState>
        ) : (
          <EmptyState icon={Users} title={TEXTS.emptyTitle} action={may.write && invite}>
            {TEXTS.empty}
          </EmptyState>
        )}
      </Card>
      {inviting && <InvitePeople accountId={account} onClose={() => setInviting(false)} />}
    </Page>
  );
}

function withoutEmpty(filter: UserFilter): UserFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value));
}
