import { getRouteApi } from '@tanstack/react-router';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../../api/lists.js';
import { Button } from '../../../components/controls/button.js';
import { Badge } from '../../../components/feedback/badge.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { lazily } from '../../../components/lazily.js';
import { ListCard } from '../../../components/layout/list-card.js';
import { Page } from '../../../components/layout/page.js';
import { useMay } from '../../../session/session.js';
import { CopyAs } from '../../copy-as/copy-as.js';
import { API_KEYS_PAGE } from '../../pages.js';
import { KeyRow, type KeyAction } from './key-row.js';
import type { Issued } from './issued-key.js';
import { apiKeysQuery, apiKeysRead, type ApiKey } from './queries.js';
import { TEXTS } from './texts.js';

const route = getRouteApi('/signed-in/a/$account/developers/api-keys');
const CreateKey = lazily(async () => (await import('./create-key.js')).CreateKey);
const RotateKey = lazily(async () => (await import('./rotate-key.js')).RotateKey);
const RevokeKey = lazily(async () => (await import('./revoke-key.js')).RevokeKey);
const IssuedKey = lazily(async () => (await import('./issued-key.js')).IssuedKey);

/** The dialog that is open. */
type Open =
  { action: 'create' } | { action: KeyAction; apiKey: ApiKey } | { action: 'issued'; issued: Issued };

export function ApiKeysPage() {
  const { account } = route.useParams();
  const { scopes } = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMay(account)('api-keys:write');
  const [open, setOpen] = useState<Open | undefined>(
    scopes !== undefined && mayChange ? { action: 'create' } : undefined,
  );
  const { query, rows, news } = useList(apiKeysQuery(account), ({ id }) => id);
  const close = () => {
    setOpen(undefined);
    if (scopes !== undefined) void navigate({ search: {}, replace: true });
  };
  const create = mayChange && (
    <Button kind="primary" onClick={() => setOpen({ action: 'create' })}>
      <Plus aria-hidden className="size-4" /> {TEXTS.create}
    </Button>
  );
  const onIssued = (issued: Issued) => setOpen({ action: 'issued', issued });
  return (
    <Page
      title={API_KEYS_PAGE.title}
      subtitle={TEXTS.subtitle}
      actions={
        <>
          <CopyAs calls={[apiKeysRead(account)]} of={TEXTS.read} />
          {create}
        </>
      }
    >
      <ListCard
        query={query}
        news={news}
        isEmpty={rows.length === 0}
        skeletonRows={3}
        empty={
          <EmptyState
            icon={KeyRound}
            picture={['Directory sync', 'Door'].map((name, index) => (
              <>
                <span className="font-medium">{name}</span>
                <code className="flex-1 font-mono text-xs text-faint">…{['4QX7', '9KTA'][index]}</code>
                <Badge>{['users:write', 'access:check'][index]}</Badge>
              </>
            ))}
            title={TEXTS.emptyTitle}
            text={TEXTS.empty}
            action={create}
          />
        }
      >
        <ul aria-label={API_KEYS_PAGE.title} className="divide-y divide-line">
          {rows.map((apiKey) => (
            <KeyRow
              key={apiKey.id}
              apiKey={apiKey}
              onAction={mayChange ? (action) => setOpen({ action, apiKey }) : undefined}
            />
          ))}
        </ul>
      </ListCard>
      {query.hasNextPage && (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {TEXTS.more}
        </Button>
      )}
      {open?.action === 'create' && (
        <CreateKey
          accountId={account}
          initialScopes={scopes?.split(',') ?? []}
          onIssued={onIssued}
          onClose={close}
        />
      )}
      {open?.action === 'rotate' && <RotateKey apiKey={open.apiKey} onIssued={onIssued} onClose={close} />}
      {open?.action === 'revoke' && <RevokeKey apiKey={open.apiKey} onClose={close} />}
      {open?.action === 'issued' && <IssuedKey issued={open.issued} onClose={close} />}
    </Page>
  );
}
