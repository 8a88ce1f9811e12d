import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useList } from '../../api/lists.js';
import { useActorNames } from '../../api/resources/actors.js';
import { Button } from '../../components/controls/button.js';
import { Select } from '../../components/controls/inputs.js';
import { selectColumn, useSelection } from '../../components/layout/select-column.js';
import { Until, useRefreshAtEnd } from '../../components/data/until.js';
import { EmptyState } from '../../components/feedback/empty-state.js';
import { Page } from '../../components/layout/page.js';
import { lazily } from '../../components/lazily.js';
import { SampleGroup, samplePeople } from '../../components/people/sample.js';
import { useMay } from '../../session/session.js';
import type { Membership } from '../groups/queries.js';
import { changeColumn, endingColumns, endingTemplate } from './ending-columns.js';
import { ENDING_PAGE } from '../pages.js';
import { endingQuery, type Span } from './queries.js';
import { TEXTS } from './texts.js';
import { SelectedBar } from '../../components/layout/bottom-bar.js';
import { GridCard } from '../../components/layout/grid-card.js';
import { DAY_MS } from '../../components/data/days.js';

const route = getRouteApi('/signed-in/a/$account/access/ending');
const ChangeEnd = lazily(async () => (await import('../groups/terms/change-end.js')).ChangeEnd);
const SPANS = Object.keys(TEXTS.spans) as Span[];

/** Whose access ends by itself, and when: to let it end, to move it, or to take the end away. */
export function EndingPage() {
  const { account } = route.useParams();
  const { within } = route.useSearch();
  const span = SPANS.find((each) => each === within) ?? 'week';
  const navigate = useNavigate();
  const mayChange = useMay(account)('memberships:write');
  const list = useList(endingQuery(account, span), ({ id }) => id);
  const { query, rows, news } = list;
  useRefreshAtEnd(
    rows.map(({ expiresAt }) => expiresAt),
    query.refetch,
  );
  const nameOf = useActorNames(
    account,
    rows.map(({ addedBy }) => addedBy),
  );
  const { selected, setSelected, toggle, clear } = useSelection();
  const [changing, setChanging] = useState<readonly Membership[]>();
  const chosen = rows.filter(({ id }) => selected.includes(id) && !news.gone.has(id));
  const select = selectColumn<Membership>({
    title: TEXTS.selectAll,
    nameOf: ({ user, serviceGroup }) => TEXTS.select(user.name, serviceGroup.name),
    isSelected: ({ id }) => selected.includes(id),
    onSelect: ({ id }) => toggle(id),
    some: chosen.length > 0,
    onAll: () => setSelected(chosen.length > 0 ? [] : rows.map(({ id }) => id)),
  });
  const columns = endingColumns(account, nameOf);
  const show = (next: Span) =>
    void navigate({
      to: ENDING_PAGE.to,
      params: { account },
      search: next === 'week' ? {} : { within: next },
    });
  return (
    <Page
      title={ENDING_PAGE.title}
      subtitle={TEXTS.subtitle}
      actions={<Select aria-label={TEXTS.within} options={TEXTS.spans} value={span} onChoose={show} />}
    >
      <GridCard
        label={ENDING_PAGE.title}
        list={list}
        template={endingTemplate(rows, mayChange)}
        columns={mayChange ? [select, ...columns, changeColumn((member) => setChanging([member]))] : columns}
        onSelect={mayChange ? ({ id }) => toggle(id) : undefined}
        onOpen={({ userId: user }) =>
          void navigate({ to: '/a/$account/users/$user', params: { account, user } })
        }
        empty={<NothingEnds span={span} onShowAll={() => show('all')} />}
      />
      {mayChange && chosen.length > 0 && (
        <SelectedBar
          text={TEXTS.selected(chosen.length)}
          actions={
            <>
              <Button small onClick={() => setChanging(chosen)}>
                {TEXTS.changeEnd}
              </Button>
              <Button small kind="quiet" onClick={clear}>
                {TEXTS.clear}
              </Button>
            </>
          }
        />
      )}
      {changing && (
        <ChangeEnd
          accountId={account}
          members={changing}
          onDone={clear}
          onClose={() => setChanging(undefined)}
        />
      )}
    </Page>
  );
}

function NothingEnds({ span, onShowAll }: { span: Span; onShowAll: () => void }) {
  return (
    <EmptyState
      icon={ENDING_PAGE.icon}
      picture={samplePeople((index) => (
        <>
          <span className="max-sm:hidden">
            <SampleGroup index={index} />
          </span>
          <Until at={new Date(Date.now() + (index + 1) * DAY_MS).toISOString()} />
        </>
      ))}
      title={TEXTS.emptyTitle[span]}
      text={TEXTS.empty}
      action={span !== 'all' && <Button onClick={onShowAll}>{TEXTS.showAll}</Button>}
    />
  );
}
