import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { KeyRound, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/controls/button.js';
import { exactTime, Time } from '../../../components/data/time.js';
import { Badge } from '../../../components/feedback/badge.js';
import { Banner } from '../../../components/feedback/banner.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { Card } from '../../../components/layout/card.js';
import { ListCard } from '../../../components/layout/list-card.js';
import { Page } from '../../../components/layout/page.js';
import { lazily } from '../../../components/lazily.js';
import { useMay } from '../../../session/session.js';
import { CopyAs } from '../../copy-as/copy-as.js';
import { SCIM_PAGE } from '../../pages.js';
import type { Issued } from '../api-keys/issued-key.js';
import { Copyable } from '../copyable.js';
import { GUIDES, type Provider } from './guides.js';
import { type ScimKey, scimRead, type ScimSetUp, scimSetUpQuery } from './queries.js';
import { Refusals } from './refusals.js';
import { SetUpGuide } from './set-up-guide.js';
import { TEXTS } from './texts.js';

const route = getRouteApi('/signed-in/a/$account/developers/scim');
const CreateKey = lazily(async () => (await import('../api-keys/create-key.js')).CreateKey);
const IssuedKey = lazily(async () => (await import('../api-keys/issued-key.js')).IssuedKey);

const isProvider = (text: string): text is Provider => text in GUIDES;

export function ScimPage() {
  const { account } = route.useParams();
  const { provider = 'okta' } = route.useSearch();
  const navigate = route.useNavigate();
  const mayChange = useMay(account)('api-keys:write');
  const [open, setOpen] = useState<'create' | Issued>();
  const query = useQuery(scimSetUpQuery(account));
  const close = () => setOpen(undefined);
  const create = mayChange && (
    <Button kind="primary" onClick={() => setOpen('create')}>
      <Plus aria-hidden className="size-4" /> {TEXTS.create}
    </Button>
  );
  const { data } = query;
  return (
    <Page
      title={SCIM_PAGE.title}
      subtitle={TEXTS.subtitle}
      actions={
        <>
          <CopyAs calls={[scimRead(account)]} of={TEXTS.read} />
          {create}
        </>
      }
    >
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid min-w-0 gap-5 xl:sticky xl:top-6 xl:order-last">
          <Keys accountId={account} query={query} create={create} />
          {data && <Refusals accountId={account} setUp={data} />}
        </div>
        {data && (
          <div className="grid min-w-0 gap-5">
            <Address baseUrl={data.baseUrl} />
            <SetUpGuide
              accountId={account}
              baseUrl={data.baseUrl}
              provider={isProvider(provider) ? provider : 'okta'}
              onProvider={(next) => void navigate({ search: { provider: next }, replace: true })}
            />
          </div>
        )}
      </div>
      {open === 'create' && (
        <CreateKey accountId={account} initialScopes={['scim']} onIssued={setOpen} onClose={close} />
      )}
      {typeof open === 'object' && <IssuedKey issued={open} onClose={close} />}
    </Page>
  );
}

/** A machine's own names: nobody else reaches it by them. */
const OF_THIS_MACHINE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function isReachable(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'https:' && !OF_THIS_MACHINE.test(hostname);
}

function Address({ baseUrl }: { baseUrl: string | null }) {
  return (
    <Card title={TEXTS.connection}>
      {baseUrl === null ? (
        <Banner tone="warn">{TEXTS.noBaseUrl}</Banner>
      ) : (
        <div className="grid gap-3">
          <Copyable label={TEXTS.baseUrl} text={baseUrl} />
          {!isReachable(baseUrl) && <Banner tone="warn">{TEXTS.notReachable}</Banner>}
        </div>
      )}
    </Card>
  );
}

interface KeysProps {
  accountId: string;
  query: UseQueryResult<ScimSetUp>;
  /** The button that creates one, for those who may. */
  create: ReactNode;
}

/** The keys that identity providers use, and whether their requests arrive. */
function Keys({ accountId, query, create }: KeysProps) {
  const keys = query.data?.apiKeys ?? [];
  return (
    <ListCard
      title={TEXTS.keys}
      query={query}
      isEmpty={keys.length === 0}
      skeletonRows={2}
      empty={<EmptyState icon={KeyRound} title={TEXTS.emptyTitle} text={TEXTS.empty} action={create} />}
    >
      <ul aria-label={TEXTS.keys} className="divide-y divide-line">
        {keys.map((key) => (
          <KeyRow key={key.id} scimKey={key} />
        ))}
      </ul>
      <p className="border-t border-line px-4 py-2.5 text-sm">
        <Link
          to="/a/$account/developers/api-keys"
          params={{ account: accountId }}
          className="text-accent hover:underline"
        >
          {TEXTS.manage}
        </Link>
      </p>
    </ListCard>
  );
}

function KeyRow({ scimKey: { name, hint, changesAdmins, expiresAt, lastUsedAt } }: { scimKey: ScimKey }) {
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  return (
    <li className="grid gap-1 px-4 py-3 text-sm">
      <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <h3 className="min-w-0 font-medium break-words">
          <bdi>{name}</bdi>
        </h3>
        <code className="font-mono text-xs text-faint">…{hint}</code>
        {changesAdmins && <Badge tone="warn">{TEXTS.changesAdmins}</Badge>}
        {isExpired && <Badge tone="bad">{TEXTS.expired}</Badge>}
      </div>
      <LastRequest at={lastUsedAt} />
      {expiresAt !== null && !isExpired && (
        <p className="text-xs text-muted">
          {TEXTS.expires} <Time at={expiresAt} />
        </p>
      )}
    </li>
  );
}

function LastRequest({ at }: { at: string | null }) {
  if (at === null) return <p className="text-muted">{TEXTS.noRequest}</p>;
  return (
    <p className="text-good">
      {TEXTS.lastRequest} <Time at={at} />
      <span className="block text-xs text-muted tabular-nums">{exactTime(at)}</span>
    </p>
  );
}
