import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useList, useSteady, withoutEmpty, type News } from '../../../api/lists.js';
import type { Moment } from '../../../api/moment.js';
import { columnsOf, rememberColumns, rememberedColumns } from '../../../api/remembered-columns.js';
import type { MatrixGroup, MatrixRow } from '../../../api/resources/matrix.js';
import { useStore, type Store } from '../../../api/store.js';
import { Banner } from '../../../components/feedback/banner.js';
import { Problem } from '../../../components/feedback/problem.js';
import { isTyping } from '../../../components/keys.js';
import { ListCard } from '../../../components/layout/list-card.js';
import { lazily } from '../../../components/lazily.js';
import { useRefreshAtEnd } from '../../../components/data/until.js';
import { Page } from '../../../components/layout/page.js';
import { useMoment } from '../../../session/moment.js';
import { useMay, useSession } from '../../../session/session.js';
import { ACCESS_PAGE } from '../../pages.js';
import { allGroupsQuery, type ServiceGroup } from '../../groups/queries.js';
import { UserFilters } from '../../users/list/user-filters.js';
import { draftStore, type DraftStore } from '../draft/draft-store.js';
import { alreadyStore, fillCells } from '../draft/kept-with.js';
import { EMPTY_DRAFT, reconcile, togglesOn, type Draft } from '../draft/draft.js';
import { ColumnPicker } from '../matrix/column-picker.js';
import { MatrixGrid, selectedCells } from '../matrix/matrix-grid.js';
import { columnsOf as selectedColumns, isRange, START, type Selection } from '../matrix/selection.js';
import { cellOf, matrixQuery, type MatrixFilter } from '../queries.js';
import { TEXTS } from '../texts.js';

const route = getRouteApi('/signed-in/a/$account/access');
const AccessBar = lazily(async () => (await import('./access-bar.js')).AccessBar);
const AccessEmpty = lazily(async () => (await import('./access-empty.js')).AccessEmpty);
const ReviewDialog = lazily(async () => (await import('../review/review-dialog.js')).ReviewDialog);
const Elsewhere = lazily(async () => (await import('./elsewhere.js')).Elsewhere);
const NotPrinted = lazily(async () => (await import('./elsewhere.js')).NotPrinted);
const Since = lazily(async () => (await import('../../past/since.js')).Since);
const NO_GROUPS: readonly ServiceGroup[] = [];
const NO_ROWS: readonly MatrixRow[] = [];

export function AccessPage() {
  const { account } = route.useParams();
  const { groups: pinned, at: _, ...filter } = route.useSearch();
  const may = useMay(account);
  const [reviewing, setReviewing] = useState(false);
  const moment = useMoment();
  const { all, groups, query, rows, news, total, onEnd } = useMatrix({ account, pinned, filter, moment });
  const { store, draft, refused, conflicts, already } = useDraft(account, moment !== undefined);
  const [selection, setSelection] = useState(START);

  useOthersChanges(store, moment ? NO_ROWS : rows, groups, query.dataUpdatedAt);
  useRefreshAtEnd(useEnds(moment ? NO_ROWS : rows, query.dataUpdatedAt), query.refetch);
  const { fill, toggle } = useFill({ account, filter, store, rows, groups, total });

  const change = useChange();
  const isFiltered = Boolean(filter.q ?? filter.role ?? filter.status);
  const hasSelection = may('memberships:write') && isRange(selection) && rows.length > 0;
  const hasGroups = all.data?.length !== 0;
  return (
    <Page
      full
      title={ACCESS_PAGE.title}
      subtitle={moment ? TEXTS.subtitleThen : TEXTS.subtitle}
      actions={<Elsewhere {...{ account, filter, moment }} />}
    >
      {moment && <Since accountId={account} moment={moment} />}
      {hasGroups && (
        <UserFilters filter={filter} onChange={change}>
          {all.data && (
            <ColumnPicker
              groups={all.data}
              shown={groups.map(({ id }) => id)}
              onChange={(ids) => change({ groups: rememberColumns(account, ids) })}
            />
          )}
        </UserFilters>
      )}
      {refused > 0 && <Banner tone="bad">{TEXTS.refusedInDraft(refused)}</Banner>}
      {conflicts > 0 && <Banner tone="warn">{TEXTS.conflicts(conflicts)}</Banner>}
      {fill.error && <Problem error={fill.error} />}
      <NotPrinted shown={rows.length} of={total} />
      <ListCard
        query={all.error ? all : hasGroups ? query : all}
        news={news}
        isEmpty={!hasGroups || rows.length === 0}
        empty={
          <AccessEmpty
            account={account}
            hasGroups={hasGroups}
            isPast={moment !== undefined}
            onClear={isFiltered ? () => change({ q: '', role: '', status: '' }) : undefined}
          />
        }
      >
        <MatrixGrid
          rows={rows}
          groups={groups}
          draft={draft}
          total={total}
          gone={news.gone}
          readOnly={!may('memberships:write')}
          selection={selection}
          onSelect={setSelection}
          onToggle={toggle}
          onSet={(cells, member) => fillCells(store, cells, member)}
          onEnd={onEnd}
        />
      </ListCard>
      {!moment && (hasSelection || draft.size > 0) && (
        <AccessBar
          selection={hasSelection ? selection : undefined}
          {...{ draft, already, groups, total: total ?? rows.length, busy: fill.isPending }}
          onFill={(member) => fill.mutate({ selected: selection, member })}
          onSelect={setSelection}
          onReview={() => setReviewing(true)}
          onDiscard={() => store.edit(EMPTY_DRAFT)}
        />
      )}
      {reviewing && <ReviewDialog accountId={account} store={store} onClose={() => setReviewing(false)} />}
    </Page>
  );
}

const both = (rows: News, columns: News): News => ({
  added: rows.added + columns.added,
  gone: new Set([...rows.gone, ...columns.gone]),
  show() {
    rows.show();
    columns.show();
  },
});

/** Puts into the address what is filtered and shown. */
function useChange() {
  const navigate = useNavigate({ from: '/a/$account/access' });
  return useCallback(
    (changes: MatrixFilter & { groups?: string }) =>
      void navigate({
        search: (before) => withoutEmpty({ ...before, ...changes }),
        replace: true,
      }),
    [navigate],
  );
}

interface MatrixOptions {
  account: string;
  pinned: string | undefined;
  filter: MatrixFilter;
  moment: Moment | undefined;
}

/** Rows and columns, which stay where they are. */
function useMatrix({ account, pinned, filter, moment }: MatrixOptions) {
  const all = useQuery(allGroupsQuery(account, moment));
  const columns = useSteady(all.data ?? NO_GROUPS, {
    list: all.data && [account, moment?.key],
    readAt: all.dataUpdatedAt,
    keyOf: ({ id }) => id,
  });
  // Of more than fit, chosen once: a column does not give way to another because somebody was added.
  const usual = useMemo(() => {
    const remembered = rememberedColumns(account);
    const found = columnsOf(all.data ?? NO_GROUPS, remembered);
    return found.length === all.data?.length ? remembered : found.map(({ id }) => id).join();
  }, [account, moment?.key, all.isSuccess]);
  const groups = columnsOf(columns.rows, pinned ?? usual).map(({ id, name, memberCount }) => ({
    id,
    name,
    memberCount,
  }));
  const shown = groups.map(({ id }) => id);
  const list = useList(matrixQuery(account, filter, shown, moment), ({ user }) => user.id);
  return { ...list, all, groups, news: both(list.news, columns.news) };
}

/** In the past there is none. */
function useDraft(account: string, isPast: boolean) {
  const { userId } = useSession();
  const store = draftStore(account, userId ?? 'operator');
  useStepBackKey(store, !isPast);
  const stored = useStore(store);
  const draft = isPast ? EMPTY_DRAFT : stored;
  const already = useStore(alreadyStore(store));
  const changes = [...draft.values()];
  const refused = changes.filter(({ refusal }) => refusal).length;
  const conflicts = new Set(changes.filter((each) => each.changedMeanwhile).map(({ userId }) => userId)).size;
  return { store, draft, refused, conflicts, already: already.size };
}

/** Ctrl+Z takes back the last step, except in a field, which has its own, and below a dialog. */
function useStepBackKey({ stepBack }: DraftStore, isOn: boolean) {
  useEffect(() => {
    if (!isOn) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event;
      if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey || altKey) return;
      if (isTyping(target) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      stepBack();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [stepBack, isOn]);
}

/** Changes made by others in the meantime show in the draft too. */
function useOthersChanges(
  store: Store<Draft>,
  rows: readonly MatrixRow[],
  groups: readonly MatrixGroup[],
  readAt: number,
) {
  useEffect(() => {
    const cells = rows.flatMap((row) => groups.map((group) => cellOf(row, group)));
    store.set(reconcile(store.get(), cells));
    // Only after rows were read again.
  }, [readAt]);
}

function useEnds(rows: readonly MatrixRow[], readAt: number) {
  return useMemo(
    () => rows.flatMap(({ cells }) => Object.values(cells).flatMap(({ expiresAt }) => expiresAt ?? [])),
    // Only after rows were read again.
    [readAt],
  );
}

interface Filled {
  account: string;
  filter: MatrixFilter;
  store: DraftStore;
  rows: readonly MatrixRow[];
  groups: readonly MatrixGroup[];
  total: number | undefined;
}

/** Gives or ends what is selected in the draft, also for rows that are not loaded. */
function useFill({ account, filter, store, rows, groups, total }: Filled) {
  const fill = useMutation({
    mutationFn: async ({ selected, member }: { selected: Selection; member: boolean }) => {
      fillCells(store, selectedCells(selected, rows, groups), member);
      if (!selected.isWhole || rows.length === total) return;
      const { fillColumns } = await import('../read-cells.js');
      await fillColumns(account, { filter, store, columns: selectedColumns(selected, groups), member });
    },
  });
  const toggle = (selected: Selection) => {
    const cells = selectedCells(selected, rows, groups);
    fill.mutate({ selected, member: togglesOn(store.get(), cells) });
  };
  return { fill, toggle };
}
