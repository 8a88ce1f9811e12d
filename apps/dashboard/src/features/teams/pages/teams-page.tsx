import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Network, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSteady, withoutEmpty } from '../../../api/lists.js';
import { allTeamsQuery, type Team } from '../../../api/resources/teams.js';
import { Button } from '../../../components/controls/button.js';
import { SearchField } from '../../../components/controls/inputs.js';
import type { Column } from '../../../components/data/grid-row.js';
import { counted } from '../../../components/data/numbers.js';
import { Time } from '../../../components/data/time.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { GridCard } from '../../../components/layout/grid-card.js';
import { Page } from '../../../components/layout/page.js';
import { lazily } from '../../../components/lazily.js';
import { useMay } from '../../../session/session.js';
import { found } from '../../groups/list/found.js';
import { TEAMS_PAGE } from '../../pages.js';
import { TEXTS } from '../texts.js';

const CreateTeam = lazily(async () => (await import('../list/create-team.js')).CreateTeam);
const { columns } = TEXTS;
const TEMPLATE = 'grid-cols-[minmax(0,1fr)] sm:grid-cols-[minmax(0,1fr)_minmax(0,14rem)_8rem]';

const teamColumns: readonly Column<Team>[] = [
  {
    key: 'name',
    title: columns.name,
    sort: 'name',
    cell: ({ id, accountId, name }) => (
      <Link
        to="/a/$account/teams/$team"
        params={{ account: accountId, team: id }}
        tabIndex={-1}
        className="flex min-w-0 items-center gap-3 font-medium lg:font-semibold"
      >
        <span
          aria-hidden
          className="grid size-7 shrink-0 place-items-center rounded-md border border-line bg-sunken text-muted lg:size-6"
        >
          <Network className="size-3.5" />
        </span>
        <bdi className="truncate">{name}</bdi>
      </Link>
    ),
  },
  {
    key: 'externalId',
    title: columns.externalId,
    className: 'text-muted max-sm:hidden',
    cell: ({ externalId }) => <bdi className="truncate">{externalId}</bdi>,
  },
  {
    key: 'created',
    title: columns.created,
    sort: 'createdAt',
    className: 'text-muted max-sm:hidden',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];

/** Of an empty list. */
const SAMPLES = ['Platform', 'Support', 'Data'].map((name) => (
  <>
    <Network className="size-3.5 text-muted" />
    <span className="flex-1 font-medium">{name}</span>
  </>
));

const route = getRouteApi('/signed-in/a/$account/teams');

export function TeamsPage() {
  const { account } = route.useParams();
  const filter = route.useSearch();
  const navigate = useNavigate({ from: '/a/$account/teams' });
  const may = useMay(account);
  const [creating, setCreating] = useState(false);
  const list = useFound(account, filter);
  const search = (q: string) =>
    void navigate({ search: ({ sort }) => withoutEmpty({ sort, q }), replace: true });
  const create = may('teams:write') && (
    <Button kind="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden className="size-4" /> {TEXTS.create}
    </Button>
  );
  return (
    <Page
      title={TEAMS_PAGE.title}
      subtitle={list.query.data?.length ? counted(list.total, 'team', 'teams') : TEXTS.subtitle}
      actions={create}
      toolbar={<SearchField label={TEXTS.search} className="max-w-80" q={filter.q} onSearch={search} />}
    >
      <GridCard
        label={TEAMS_PAGE.title}
        list={list}
        template={TEMPLATE}
        columns={teamColumns}
        sort={filter.sort}
        onSort={(sort) => void navigate({ search: (before) => ({ ...before, sort }), replace: true })}
        onOpen={({ id }) => void navigate({ to: '/a/$account/teams/$team', params: { account, team: id } })}
        empty={
          filter.q ? (
            <EmptyState
              icon={Network}
              title={TEXTS.noneTitle}
              text={TEXTS.none}
              action={<Button onClick={() => search('')}>{TEXTS.clear}</Button>}
            />
          ) : (
            <EmptyState
              icon={Network}
              picture={SAMPLES}
              title={TEXTS.emptyTitle}
              text={TEXTS.empty}
              action={create}
            />
          )
        }
      />
      {creating && <CreateTeam accountId={account} onClose={() => setCreating(false)} />}
    </Page>
  );
}

function useFound(account: string, filter: { q?: string; sort?: string }) {
  const query = useQuery(allTeamsQuery(account));
  const read = useMemo(() => found(query.data ?? [], filter), [query.data, filter]);
  const steady = useSteady(read, {
    list: query.data && [account, filter],
    readAt: query.dataUpdatedAt,
    keyOf: ({ id }) => id,
  });
  return { query, ...steady, total: steady.rows.length };
}
