import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { exactTime, Time } from '../../../components/data/time.js';
import { Badge } from '../../../components/feedback/badge.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ListCard } from '../../../components/layout/list-card.js';
import type { ScimKey, ScimSetUp } from './queries.js';
import { TEXTS } from './texts.js';

interface KeysProps {
  accountId: string;
  query: UseQueryResult<ScimSetUp>;
  /** The button that creates one, for those who may. */
  create: ReactNode;
}

/** The keys that identity providers use, and whether their requests arrive. */
export function Keys({ accountId, query, create }: KeysProps) {
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
