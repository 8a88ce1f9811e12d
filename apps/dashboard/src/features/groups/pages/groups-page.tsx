import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Boxes, Plus } from 'lucide-react';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useDebouncedText, useSteady } from '../../../api/lists.js';
import type { Moment } from '../../../api/moment.js';
import { Button } from '../../../components/controls/button.js';
import { SearchInput } from '../../../components/controls/inputs.js';
import { DataGrid } from '../../../components/data/data-grid.js';
import { counted } from '../../../components/data/numbers.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { lazily } from '../../../components/lazily.js';
import { ListCard } from '../../../components/layout/list-card.js';
import { Page } from '../../../components/layout/page.js';
import { SampleGroup } from '../../../components/people/sample.js';
import { useMoment } from '../../../session/moment.js';
import { useMay } from '../../../session/session.js';
import { CreateGroup } from '../list/create-group.js';
import { GROUP_TEMPLATE, groupColumns } from '../list/group-columns.js';
import { found } from '../list/found.js';
import { allGroupsQuery } from '../queries.js';
import { TEXTS } from '../texts.js';
import { GROUPS_PAGE } from '../page-facts.js';

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

function NoGroups({ action }: { action: ReactNode }) {
  return (
    <EmptyState icon={Boxes} picture={GROUPS} title={TEXTS.emptyTitle} action={action}>
      {TEXTS.empty}
    </EmptyState>
  );
}

export function GroupsPage() {
  const { account } = route.useParams();
  const filter = route.useSearch();
  const moment = useMoment();
  const navigate = useNavigate({ from: '/a/$account/groups' });
  const may = useMay(account);
  const [creating, setCreating] = useState(false);
  const { query, rows, news } = useFound(account, filter, moment);
  const setQ = useCallback(
    (q: string) =>
      void navigate({ search: ({ sort }) => ({ ...(sort && { sort }), ...(q && { q }) }), replace: true }),
    [navigate],
  );
  const [text, setText] = useDebouncedText(filter.q ?? '', setQ);
  const create = may('service-groups:write') && (
    <Button kind="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden className="size-4" /> {TEXTS.create}
    </Button>
  );
  return (
    <Page
      title={GROUPS_PAGE.title}
      subtitle={query.data?.length ? counted(rows.length, 'service group', 'service groups') : TEXTS.subtitle}
      actions={
        moment ? (
          <PastCsv accountId={account} part="service-groups" filter={filter} moment={moment} />
        ) : (
          create
        )
      }
      toolbar={
        <SearchInput
          aria-label={TEXTS.search}
          placeholder={TEXTS.search}
          className="max-w-80"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      }
    >
      <ListCard
        isGrid
        query={query}
        news={news}
        isEmpty={rows.length === 0}
        empty={
          filter.q ? (
            <EmptyState
              icon={Boxes}
              title={TEXTS.noneTitle}
              action={<Button onClick={() => setQ('')}>{TEXTS.clear}</Button>}
            >
              {TEXTS.none}
            </EmptyState>
          ) : (
            <NoGroups action={create} />
          )
        }
      >
        <DataGrid
          label={GROUPS_PAGE.title}
          template={GROUP_TEMPLATE}
          columns={groupColumns}
          rows={rows}
          rowKey={({ id }) => id}
          news={news}
          total={rows.length}
          sort={filter.sort}
          onSort={(sort) => void navigate({ search: (before) => ({ ...before, sort }), replace: true })}
          onOpen={({ id }) =>
            void navigate({ to: '/a/$account/groups/$group', params: { account, group: id } })
          }
        />
      </ListCard>
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
  return { query, ...steady };
}
