import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Boxes, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSteady, withoutEmpty } from '../../../api/lists.js';
import type { Moment } from '../../../api/moment.js';
import { Button } from '../../../components/controls/button.js';
import { SearchField } from '../../../components/controls/inputs.js';
import type { Column } from '../../../components/data/grid-row.js';
import { counted, formatNumber } from '../../../components/data/numbers.js';
import { Time } from '../../../components/data/time.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { GridCard } from '../../../components/layout/grid-card.js';
import { Page } from '../../../components/layout/page.js';
import { lazily } from '../../../components/lazily.js';
import { SampleGroup } from '../../../components/people/sample.js';
import { useMoment } from '../../../session/moment.js';
import { useMay } from '../../../session/session.js';
import { GROUPS_PAGE } from '../../pages.js';
import { CreateGroup } from '../list/create-group.js';
import { found } from '../list/found.js';
import { allGroupsQuery, type ServiceGroup } from '../queries.js';
import { TEXTS } from '../texts.js';

const { columns } = TEXTS;

const GROUP_TEMPLATE = 'grid-cols-[minmax(0,1fr)_5rem] sm:grid-cols-[minmax(0,1fr)_7rem_8rem]';

const groupColumns: readonly Column<ServiceGroup>[] = [
  {
    key: 'name',
    title: columns.name,
    sort: 'name',
    cell: ({ id, accountId, name }) => (
      <Link
        to="/a/$account/groups/$group"
        params={{ account: accountId, group: id }}
        tabIndex={-1}
        className="flex min-w-0 items-center gap-3 font-medium lg:font-semibold"
      >
        <span
          aria-hidden
          className="grid size-7 shrink-0 place-items-center rounded-md border border-line bg-sunken text-muted lg:size-6"
        >
          <Boxes className="size-3.5" />
        </span>
        <bdi className="truncate">{name}</bdi>
      </Link>
    ),
  },
  {
    key: 'members',
    title: columns.members,
    className: 'text-right tabular-nums sm:pr-6',
    cell: ({ memberCount }) => (memberCount === null ? '–' : formatNumber(memberCount)),
  },
  {
    key: 'created',
    title: columns.created,
    sort: 'createdAt',
    className: 'text-muted max-sm:hidden',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];

const PastCsv = lazily(async () => (await import('../../past/past-csv.js')).PastCsv);
/** Of an empty list. */
const GROUPS = [4, 12, 3].map((count, index) => (
  <>
    <Boxes className="size-3.5 text-muted" />
    <span className="flex-1">
      <SampleGroup index={index} />
    </span>
    {counted(count, 'member', 'members')}
  </>
));

const route = getRouteApi('/signed-in/a/$account/groups');

export function GroupsPage() {
  const { account } = route.useParams();
  const filter = route.useSearch();
  const moment = useMoment();
  const navigate = useNavigate({ from: '/a/$account/groups' });
  const may = useMay(account);
  const [creating, setCreating] = useState(false);
  const list = useFound(account, filter, moment);
  const search = (q: string) =>
    void navigate({ search: ({ sort }) => withoutEmpty({ sort, q }), replace: true });
  const create = may('service-groups:write') && (
    <Button kind="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden className="size-4" /> {TEXTS.create}
    </Button>
  );
  return (
    <Page
      title={GROUPS_PAGE.title}
      subtitle={
        list.query.data?.length ? counted(list.total, 'service group', 'service groups') : TEXTS.subtitle
      }
      actions={
        moment ? (
          <PastCsv accountId={account} part="service-groups" filter={filter} moment={moment} />
        ) : (
          create
        )
      }
      toolbar={<SearchField label={TEXTS.search} className="max-w-80" q={filter.q} onSearch={search} />}
    >
      <GridCard
        label={GROUPS_PAGE.title}
        list={list}
        template={GROUP_TEMPLATE}
        columns={groupColumns}
        sort={filter.sort}
        onSort={(sort) => void navigate({ search: (before) => ({ ...before, sort }), replace: true })}
        onOpen={({ id }) =>
          void navigate({ to: '/a/$account/groups/$group', params: { account, group: id } })
        }
        empty={
          filter.q ? (
            <EmptyState
              icon={Boxes}
              title={TEXTS.noneTitle}
              text={TEXTS.none}
              action={<Button onClick={() => search('')}>{TEXTS.clear}</Button>}
            />
          ) : (
            <EmptyState
              icon={Boxes}
              picture={GROUPS}
              title={TEXTS.emptyTitle}
              text={TEXTS.empty}
              action={create}
            />
          )
        }
      />
      {creating && <CreateGroup accountId={account} onClose={() => setCreating(false)} />}
    </Page>
  );
}

function useFound(account: string, filter: { q?: string; sort?: string }, moment: Moment | undefined) {
  const query = useQuery(allGroupsQuery(account, moment));
  const read = useMemo(() => found(query.data ?? [], filter), [query.data, filter]);
  const steady = useSteady(read, {
    list: query.data && [account, filter],
    readAt: query.dataUpdatedAt,
    keyOf: ({ id }) => id,
  });
  return { query, ...steady, total: steady.rows.length };
}
