import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Building2, Plus } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../api/lists.js';
import { Button } from '../../components/controls/button.js';
import { SearchField } from '../../components/controls/inputs.js';
import { EmptyState } from '../../components/feedback/empty-state.js';
import { lazily } from '../../components/lazily.js';
import { Page } from '../../components/layout/page.js';
import { accountColumns } from './account-columns.js';
import { accountsQuery } from './queries.js';
import { TEXTS } from './texts.js';
import { ACCOUNTS_PAGE } from '../pages.js';
import { GridCard } from '../../components/layout/grid-card.js';

const CreateAccount = lazily(async () => (await import('./create-account.js')).CreateAccount);
const route = getRouteApi('/signed-in/accounts');

export function AccountsPage() {
  const { q } = route.useSearch();
  const navigate = useNavigate({ from: '/accounts' });
  const [creating, setCreating] = useState(false);
  const list = useList(accountsQuery(q ?? ''), ({ id }) => id);
  const search = (text: string) => void navigate({ search: text ? { q: text } : {}, replace: true });
  return (
    <Page
      title={ACCOUNTS_PAGE.title}
      subtitle={TEXTS.subtitle}
      actions={
        <Button kind="primary" onClick={() => setCreating(true)}>
          <Plus aria-hidden className="size-4" /> {TEXTS.create}
        </Button>
      }
      toolbar={<SearchField label={TEXTS.search} className="max-w-80" q={q} onSearch={search} />}
    >
      <GridCard
        label={ACCOUNTS_PAGE.title}
        list={list}
        template="grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(0,1fr)_6rem_5rem_7.5rem_7rem_2rem]"
        columns={accountColumns}
        onOpen={({ id }) => void navigate({ to: '/a/$account', params: { account: id } })}
        empty={
          q ? (
            <EmptyState
              icon={Building2}
              title={TEXTS.noneTitle}
              text={TEXTS.none(q)}
              action={<Button onClick={() => search('')}>{TEXTS.clear}</Button>}
            />
          ) : (
            <EmptyState
              icon={Building2}
              title={TEXTS.emptyTitle}
              text={TEXTS.empty}
              action={
                <Button kind="primary" onClick={() => setCreating(true)}>
                  {TEXTS.create}
                </Button>
              }
            />
          )
        }
      />
      {creating && <CreateAccount onClose={() => setCreating(false)} />}
    </Page>
  );
}
