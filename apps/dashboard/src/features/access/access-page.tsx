import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Boxes, Users } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useDebouncedText, useRows } from '../../api/lists.js';
import { useStore } from '../../api/store.js';
import { Button, buttonClass } from '../../components/controls/button.js';
import { SearchInput } from '../../components/controls/inputs.js';
import { Banner } from '../../components/feedback/banner.js';
import { EmptyState } from '../../components/feedback/empty-state.js';
import { Problem } from '../../components/feedback/problem.js';
import { SkeletonRows } from '../../components/feedback/skeleton.js';
import { Card } from '../../components/layout/card.js';
import { Page } from '../../components/layout/page.js';
import { useMay } from '../../session/session.js';
import { allGroupsQuery } from '../groups/queries.js';
import { FacetSelect } from '../users/list/facet-select.js';
import { ROLES, STATUSES, TEXTS as USER_TEXTS } from '../users/texts.js';
import { Dock } from './dock.js';
import { draftStore } from './draft/draft-store.js';
import { EMPTY_DRAFT, reconcile, setCells, toggleCells } from './draft/draft.js';
import { cellOf, MatrixGrid } from './matrix/matrix-grid.js';
import { ColumnPicker } from './matrix/column-picker.js';
import { matrixQuery, type MatrixFilter } from './queries.js';
import { ReviewDialog } from './review/review-dialog.js';
import { TEXTS } from './texts.js';

const route = getRouteApi('/signed-in/a/$account/access');
const FIRST = 8;

export function AccessPage() {
  const { account } = route.useParams();
  const { groups: pinned, ...filter } = route.useSearch();
  const navigate = useNavigate({ from: '/a/$account/access' });
  const may = useMay(account);
  const store = draftStore(account);
  const draft = useStore(store);
  const [reviewing, setReviewing] = useState(false);
  const { data: all, error: groupsError } = useQuery(allGroupsQuery(account));
  const there = (id: string) => all?.some((group) => group.id === id);
  const shown = (pinned ? pinned.split(',').filter(there) : all?.slice(0, FIRST).map(({ id }) => id)) ?? [];
  const groups = shown.flatMap((id) => {
    const group = all?.find((each) => each.id === id);
    return group ? [{ id, name: group.name, memberCount: group.memberCount ?? 0 }] : [];
  });
  const query = useInfiniteQuery(matrixQuery(account, filter, shown));
  const { rows, total, onEnd } = useRows(query);

  // What others have changed meanwhile shows in the draft too.
  const { dataUpdatedAt } = query;
  useEffect(() => {
    const cells = rows.flatMap((row) => groups.flatMap((group) => cellOf(row, group) ?? []));
    store.set(reconcile(store.get(), cells));
    // Only when rows were read again.
  }, [dataUpdatedAt]);

  const change = useCallback(
    (changes: MatrixFilter & { groups?: string }) =>
      void navigate({
        search: (before) =>
          Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([, value]) => value)),
        replace: true,
      }),
    [navigate],
  );
  const [text, setText] = useDebouncedText(
    filter.q ?? '',
    useCallback((q: string) => change({ q }), [change]),
  );
  const changes = [...draft.values()];
  const refused = changes.filter(({ refusal }) => refusal).length;
  const conflicts = new Set(changes.filter((each) => each.changedMeanwhile).map(({ userId }) => userId)).size;
  const failed = groupsError ?? query.error;
  const isFiltered = Boolean(filter.q ?? filter.role ?? filter.status);
  return (
    <Page full title={TEXTS.title} subtitle={TEXTS.subtitle}>
      <div className="flex flex-wrap gap-2">
        <SearchInput
          aria-label={TEXTS.search}
          placeholder={TEXTS.search}
          className="min-w-56 flex-1 sm:max-w-80"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <FacetSelect
          label={USER_TEXTS.role}
          any={USER_TEXTS.anyRole}
          options={ROLES}
          value={filter.role}
          counts={undefined}
          onChange={(role) => change({ role: role ?? '' })}
        />
        <FacetSelect
          label={USER_TEXTS.status}
          any={USER_TEXTS.anyStatus}
          options={STATUSES}
          value={filter.status}
          counts={undefined}
          onChange={(status) => change({ status: status ?? '' })}
        />
        {all && all.length > 0 && (
          <ColumnPicker groups={all} shown={shown} onChange={(ids) => change({ groups: ids.join(',') })} />
        )}
      </div>
      {failed && <Problem error={failed} retry={() => void query.refetch()} />}
      {refused > 0 && <Banner tone="bad">{TEXTS.refusedInDraft(refused)}</Banner>}
      {conflicts > 0 && <Banner tone="warn">{TEXTS.conflicts(conflicts)}</Banner>}
      <Card flush>
        {all?.length === 0 ? (
          <EmptyState
            icon={Boxes}
            title={TEXTS.noGroupsTitle}
            action={
              <Link to="/a/$account/groups" params={{ account }} className={buttonClass('primary')}>
                {TEXTS.toGroups}
              </Link>
            }
          >
            {TEXTS.noGroups}
          </EmptyState>
        ) : query.isPending ? (
          <SkeletonRows />
        ) : rows.length === 0 ? (
          isFiltered ? (
            <EmptyState
              icon={Users}
              title={TEXTS.noneTitle}
              action={<Button onClick={() => change({ q: '', role: '', status: '' })}>{TEXTS.clear}</Button>}
            >
              {TEXTS.none}
            </EmptyState>
          ) : (
            <EmptyState
              icon={Users}
              title={TEXTS.emptyTitle}
              action={
                <Link to="/a/$account/users" params={{ account }} className={buttonClass('primary')}>
                  {TEXTS.toUsers}
                </Link>
              }
            >
              {TEXTS.empty}
            </EmptyState>
          )
        ) : (
          <MatrixGrid
            rows={rows}
            groups={groups}
            draft={draft}
            total={total}
            readOnly={!may.write}
            onToggle={(cells) => store.set(toggleCells(store.get(), cells))}
            onSet={(cells, member) => store.set(setCells(store.get(), cells, member))}
            onEnd={onEnd}
          />
        )}
      </Card>
      {draft.size > 0 && (
        <Dock draft={draft} onReview={() => setReviewing(true)} onDiscard={() => store.set(EMPTY_DRAFT)} />
      )}
      {reviewing && <ReviewDialog accountId={account} draft={draft} onClose={() => setReviewing(false)} />}
    </Page>
  );
}
