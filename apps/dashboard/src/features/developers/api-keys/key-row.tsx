import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Button } from '../../../components/controls/button.js';
import { exactTime, Time } from '../../../components/data/time.js';
import { Badge } from '../../../components/feedback/badge.js';
import { MenuItem, MoreMenu } from '../../../components/overlays/menu.js';
import { scopesQuery, type ApiKey } from './queries.js';
import { TEXTS } from './texts.js';
import { DAY_MS } from '../../../components/data/days.js';

/** What is done to a key in a dialog. */
export type KeyAction = 'rotate' | 'revoke';

interface KeyRowProps {
  apiKey: ApiKey;
  onAction: ((action: KeyAction) => void) | undefined;
}

export function KeyRow({ apiKey, onAction }: KeyRowProps) {
  const { name, hint, scopes, createdAt, lastUsedAt, previousValidUntil, understands } = apiKey;
  const hasPrevious = previousValidUntil !== null && Date.parse(previousValidUntil) > Date.now();
  return (
    <li className="flex items-start gap-3 px-4 py-3 text-sm">
      <div className="grid min-w-0 flex-1 gap-1">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <h2 className="min-w-0 font-medium break-words">
            <bdi>{name}</bdi>
          </h2>
          <code className="font-mono text-xs text-faint">…{hint}</code>
        </div>
        <Scopes scopes={scopes} />
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
          <Fact name={TEXTS.used} none={TEXTS.usedNever} at={lastUsedAt} />
          <Expires apiKey={apiKey} />
          <Fact name={TEXTS.createdAt} none="" at={createdAt} />
        </p>
        {understands !== null && !understands.includes('teams') && (
          <p className="text-xs text-warn">{TEXTS.withoutTeams}</p>
        )}
        {hasPrevious && (
          <p className="text-xs text-warn">
            {TEXTS.previousUntil} {exactTime(previousValidUntil)}
          </p>
        )}
      </div>
      {onAction && (
        <MoreMenu label={TEXTS.actions(name)}>
          <MenuItem onSelect={() => onAction('rotate')}>{TEXTS.rotate}</MenuItem>
          <MenuItem danger onSelect={() => onAction('revoke')}>
            {TEXTS.revoke}
          </MenuItem>
        </MoreMenu>
      )}
    </li>
  );
}

function Fact({ name, none, at }: { name: string; none: string; at: string | null }) {
  return (
    <span>
      {at === null ? (
        none
      ) : (
        <>
          {name} <Time at={at} />
        </>
      )}
    </span>
  );
}

const SOON_MS = 14 * DAY_MS;

/** A key that ends soon, or has ended, stands out. */
function Expires({ apiKey: { expiresAt } }: { apiKey: ApiKey }): ReactNode {
  const left = expiresAt === null ? Infinity : Date.parse(expiresAt) - Date.now();
  if (left <= 0) return <Badge tone="bad">{TEXTS.expired}</Badge>;
  const fact = <Fact name={TEXTS.expiresAt} none={TEXTS.expiresNever} at={expiresAt} />;
  return left < SOON_MS ? <Badge tone="warn">{fact}</Badge> : fact;
}

const MAX_SHOWN = 3;

function Scopes({ scopes }: { scopes: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  const { data: known = [] } = useQuery(scopesQuery);
  const sentences = scopes.map((each) => known.find(({ scope }) => scope === each)?.summary ?? each);
  const isLong = sentences.length > MAX_SHOWN;
  const shown = isLong && !isOpen ? sentences.slice(0, MAX_SHOWN - 1) : sentences;
  return (
    <div className="flex flex-wrap items-center gap-x-2 text-muted">
      <ul className="contents">
        {shown.map((sentence) => (
          <li key={sentence} className="after:ml-2 after:text-faint not-last:after:content-['·']">
            {sentence}
          </li>
        ))}
      </ul>
      {isLong && (
        <Button small kind="quiet" className="-ml-2" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? TEXTS.fewer : TEXTS.andMore(sentences.length - shown.length)}
        </Button>
      )}
    </div>
  );
}
