import { Link } from '@tanstack/react-router';
import {
  Boxes,
  Building2,
  KeyRound,
  UserMinus,
  UserPlus,
  UserRound,
  Webhook,
  type LucideIcon,
} from 'lucide-react';
import { Time } from '../../components/data/time.js';
import { useMay } from '../../session/session.js';
import type { Entry } from './queries.js';
import { TEXTS } from './texts.js';

const ICONS: readonly [string, LucideIcon][] = [
  ['service_group.member_added', UserPlus],
  ['service_group.member_removed', UserMinus],
  ['service_group', Boxes],
  ['user', UserRound],
  ['api_key', KeyRound],
  ['webhook', Webhook],
];

export function EntryRow({ entry }: { entry: Entry }) {
  const Icon = ICONS.find(([prefix]) => entry.type.startsWith(prefix))?.[1] ?? Building2;
  return (
    <li className="flex flex-wrap gap-x-3 px-4 py-3 text-sm">
      <span
        aria-hidden
        className="mt-px grid size-6 shrink-0 place-items-center rounded-full border border-line bg-sunken text-muted"
      >
        <Icon className="size-3" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="break-words">
          <Summary entry={entry} />
        </p>
        <p className="text-xs text-faint">
          <Time at={entry.at} />
        </p>
      </div>
      <details className="group shrink-0 text-xs open:basis-full">
        <summary className="flex h-6 list-none items-center rounded-sm px-1.5 text-faint hover:bg-hover hover:text-ink">
          {TEXTS.details}
        </summary>
        <pre
          tabIndex={0}
          className="mt-2 max-h-72 max-w-full overflow-auto rounded-md bg-sunken p-3 font-mono text-2xs"
        >
          {JSON.stringify(entry, null, 2)}
        </pre>
      </details>
    </li>
  );
}

/** The sentence, in which the name of who did it leads to everything that they did. */
function Summary({ entry: { accountId, actor, actorDetails, summary } }: { entry: Entry }) {
  const may = useMay(accountId);
  const name = actorDetails?.name;
  // A manager sees what happened in their group, and nothing else of the account.
  if (!may('events:read') || !name || !summary.startsWith(`${name} `)) return summary;
  return (
    <>
      <Link
        to="/a/$account/activity"
        params={{ account: accountId }}
        search={{ actor }}
        title={TEXTS.onlyBy(name)}
        className="font-semibold hover:underline"
      >
        <bdi>{name}</bdi>
      </Link>
      {summary.slice(name.length)}
    </>
  );
}
