import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Building2, Plus } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useDebouncedText, useList } from '../../api/lists.js';
import { Button } from '../../components/controls/button.js';
import { SearchInput } from '../../components/controls/inputs.js';
import { DataGrid } from '../../components/data/data-grid.js';
import { EmptyState } from '../../components/feedback/empty-state.js';
import { lazily } from '../../components/lazily.js';
import { ListCard } from '../../components/layout/list-card.js';
import { Page } from '../../components/layout/page.js';
import { accountColumns } from './account-columns.js';
import { accountsQuery } from './queries.js';
import { TEXTS } from './texts.js';
import { ACCOUNTS_PAGE } from './page-facts.js';

const CreateAccount = lazily(async () => (await import('./create-account.js')).CreateAccount);
const route = getRouteApi('/signed-in/accounts');

export function AccountsPage() {
  const { q } = route.useSearch();
  const navigate = useNavigate({ from: '/accounts' });
  const [creating, setCreating] = useState(false);
  const { query, rows, news, total, onEnd } = useList(accountsQuery(q ?? ''), ({ id }) => id);
  const setQ = useCallback(
    (text: string) => void navigate({ search: text ? { q: text } : {}, replace: true }),
    [navigate],
  );
  const [text, setText] = useDebouncedText(q ?? '', setQ);
  return (
    <Page
      title={ACCOUNTS_PAGE.title}
      subtitle={TEXTS.subtitle}
      actions={
        <Button kind="primary" onClick={() => setCreating(true)}>
          <Plus aria-hidden className="size-4" /> {TEXTS.create}
        </Button>
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
          q ? (
            <EmptyState
              icon={Building2}
              title={TEXTS.noneTitle}
              action={<Button onClick={() => setQ('')}>{TEXTS.clear}</Button>}
            >
              {TEXTS.none(q)}
            </EmptyState>
          ) : (
            <EmptyState
              icon={Building2}
              title={TEXTS.emptyTitle}
              action={
                <Button kind="primary" onClick={() => setCreating(true)}>
                  {TEXTS.create}
                </Button>
              }
            >
              {TEXTS.empty}
            </EmptyState>
          )
        }
      >
        <DataGrid
          label={ACCOUNTS_PAGE.title}
          template="grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(0,1fr)_6rem_5rem_7.5rem_7rem_2rem]"
          columns={accountColumns}
          rows={rows}
          rowKey={({ id }) => id}
          news={news}
          total={total}
          onEnd={onEnd}
          onOpen={({ id }) => void navigate({ to: '/a/$account', params: { account: id } })}
        />
      </ListCard>
      {creating && <CreateAccount onClose={() => setCreating(false)} />}
    </Page>
  );
}
