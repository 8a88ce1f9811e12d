import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  ArrowRight,
  Boxes,
  Building2,
  ChevronRight,
  IdCard,
  KeyRound,
  Network,
  UserMinus,
  UserPlus,
  UserRound,
  Webhook,
  type LucideIcon,
} from 'lucide-react';
import { useState } from 'react';
import { classNames } from '../../../components/class-names.js';
import { IconButton } from '../../../components/controls/button.js';
import { Time } from '../../../components/data/time.js';
import { Details } from '../../../components/layout/card.js';
import { lazily } from '../../../components/lazily.js';
import { useMay } from '../../../session/session.js';
import { RoleMark } from '../../access-roles/role-badge.js';
import { UndoButton } from '../../undo/undo-button.js';
import { requestEventsQuery, type Entry } from '../queries.js';
import { TEXTS } from '../texts.js';
import { ACCESS_ROLES_PAGE, TEAMS_PAGE } from '../../pages.js';
import { changedValues, rolesIn } from './changed-values.js';
import { partsOf, type Part } from './sentence.js';

const EventProof = lazily(async () => (await import('../../signed-log/event-proof.js')).EventProof);

const ICONS: readonly [string, LucideIcon][] = [
  ['service_group.member_added', UserPlus],
  ['service_group.member_removed', UserMinus],
  ['service_group.team', Network],
  ['service_group', Boxes],
  ['team.member_added', UserPlus],
  ['team.member_removed', UserMinus],
  ['team', Network],
  ['user', UserRound],
  ['access_role', IdCard],
  ['api_key', KeyRound],
  ['webhook', Webhook],
];

/** One event, or, folded into one row, what one request did to many. */
export function EntryRow({ entries }: { entries: readonly [Entry, ...Entry[]] }) {
  const [first, ...more] = entries;
  const [isOpen, setOpen] = useState(false);
  const Icon = ICONS.find(([prefix]) => first.type.startsWith(prefix))?.[1] ?? Building2;
  return (
    <li>
      <div className="flex min-h-9 items-center gap-3 py-0.5 pr-2.5 pl-4 text-sm">
        <span
          aria-hidden
          className="grid size-6 shrink-0 place-items-center rounded-full border border-line bg-sunken text-muted"
        >
          <Icon className="size-3" />
        </span>
        <p className="min-w-0 flex-1 py-1 break-words">
          {more.length > 0 ? <Folded entries={entries} /> : <Sentence entry={first} />}
        </p>
        <span className="shrink-0 text-xs text-faint max-sm:sr-only">
          <Time at={first.at} />
        </span>
        <IconButton
          label={TEXTS.details(first.summary)}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight
            aria-hidden
            className={classNames('size-4 motion-safe:transition-transform', isOpen && 'rotate-90')}
          />
        </IconButton>
      </div>
      {isOpen && (
        <div className="grid gap-3 border-t border-line bg-sunken px-4 py-3 sm:pl-13">
          {more.length > 0 ? <List entries={entries} /> : <Opened entry={first} />}
          <Undo entries={entries} />
        </div>
      )}
    </li>
  );
}

/** People who may change users may undo what can be undone; the dialog says what else it takes. */
function Undo({ entries }: { entries: readonly [Entry, ...Entry[]] }) {
  const [{ accountId, correlationId, at }] = entries;
  const may = useMay(accountId);
  if (!may('events:read') || !may('users:write')) return null;
  if (!entries.some(({ revertible }) => revertible))
    return <p className="text-xs text-muted">{TEXTS.noWayBack}</p>;
  return (
    <div>
      <UndoButton change={{ accountId, correlationId, at }} />
    </div>
  );
}

/** What the event changed, and what else the same request did. */
function Opened({ entry }: { entry: Entry }) {
  const mayRead = useMay(entry.accountId)('events:read');
  const { data: whole = [] } = useQuery({ ...requestEventsQuery(entry), enabled: mayRead });
  const values = changedValues(entry);
  const others = whole.filter(({ id }) => id !== entry.id);
  return (
    <>
      {values.length > 0 && (
        <Details
          rows={values.map(({ label, before, after }) => [
            label,
            <span key={label} className="whitespace-pre-wrap">
              {before !== undefined && (
                <>
                  <del className="text-muted">
                    <span className="sr-only">{TEXTS.before} </span>
                    {before}
                  </del>
                  <span aria-hidden> → </span>
                  <span className="sr-only"> {TEXTS.after} </span>
                </>
              )}
              {after}
            </span>,
          ])}
        />
      )}
      {others.length > 0 && (
        <div className="grid gap-1">
          <p className="text-xs font-medium text-muted">{TEXTS.sameRequest}</p>
          <List entries={others} />
        </div>
      )}
      <p className="text-xs text-faint">
        {TEXTS.request} <code className="font-mono break-all">{entry.correlationId}</code>
      </p>
      {mayRead && <EventProof accountId={entry.accountId} eventId={entry.id} />}
    </>
  );
}

function List({ entries }: { entries: readonly Entry[] }) {
  return (
    <ul className="grid max-h-72 gap-1 overflow-y-auto text-sm" tabIndex={0} aria-label={TEXTS.sameRequest}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <Sentence entry={entry} />
        </li>
      ))}
    </ul>
  );
}

/** Who, and in what number of cases. */
function Folded({ entries }: { entries: readonly [Entry, ...Entry[]] }) {
  const [first] = entries;
  const what = TEXTS.folded[first.type]?.(
    entries.length,
    (first.data['serviceGroupName'] ?? first.data['teamName']) as string,
  );
  const [actor] = partsOf(first);
  if (!what || !actor?.isActor)
    return (
      <>
        <Sentence entry={first} /> {TEXTS.andMore(entries.length - 1)}
      </>
    );
  return (
    <>
      <Name entry={first} part={actor} /> {what}
    </>
  );
}

function Sentence({ entry }: { entry: Entry }) {
  return (
    <>
      {partsOf(entry).map((part, index) => (
        <Name key={index} entry={entry} part={part} />
      ))}
      <RoleGiven entry={entry} />
    </>
  );
}

/** The access role that a membership got or had, or both where it changed. */
function RoleGiven({ entry }: { entry: Entry }) {
  const roles = rolesIn(entry);
  if (!roles) return null;
  const { before, after } = roles;
  return (
    <>
      {' '}
      <span className="relative -top-px inline-flex max-w-full items-center gap-1 align-middle">
        {before && <RoleMark roleKey={before.key} over={TEXTS.roleBefore} />}
        {before && after && <ArrowRight aria-hidden className="size-3 shrink-0 text-faint" />}
        {after && <RoleMark roleKey={after.key} />}
      </span>
    </>
  );
}

/** The name of who did it leads to everything that they did; that of a user, a service group or a team to its page. */
function Name({ entry: { accountId, actor, actorDetails }, part }: { entry: Entry; part: Part }) {
  const may = useMay(accountId);
  const { text, user, group, team, isAccessRole, isActor } = part;
  const program = actorDetails && TEXTS.programs[actorDetails.kind];
  // An operator is called as in the menu, and the name that they sign in with is what tells them apart.
  const [name, kind] = actorDetails?.kind === 'operator' && isActor ? [program, text] : [text, program];
  // A manager sees what happened in their group, and nothing else of the account.
  if (isActor && may('events:read'))
    return (
      <>
        <Link
          to="/a/$account/activity"
          params={{ account: accountId }}
          search={{ actor }}
          title={TEXTS.onlyBy(text)}
          className="font-semibold hover:underline"
        >
          <bdi>{name}</bdi>
        </Link>
        {kind && <span className="ml-1 rounded-sm border border-line px-1 text-2xs text-muted">{kind}</span>}
      </>
    );
  if (user && may('users:read'))
    return (
      <Link
        to="/a/$account/users/$user"
        params={{ account: accountId, user }}
        className="font-semibold hover:underline"
      >
        <bdi>{text}</bdi>
      </Link>
    );
  if (group && may('service-groups:read'))
    return (
      <Link
        to="/a/$account/groups/$group"
        params={{ account: accountId, group }}
        className="font-semibold hover:underline"
      >
        <bdi>{text}</bdi>
      </Link>
    );
  if (team && may(TEAMS_PAGE.permission))
    return (
      <Link
        to="/a/$account/teams/$team"
        params={{ account: accountId, team }}
        className="font-semibold hover:underline"
      >
        <bdi>{text}</bdi>
      </Link>
    );
  if (isAccessRole && may(ACCESS_ROLES_PAGE.permission))
    return (
      <Link
        to={ACCESS_ROLES_PAGE.to}
        params={{ account: accountId }}
        className="font-semibold hover:underline"
      >
        <bdi>{text}</bdi>
      </Link>
    );
  return isActor || user || group || team || isAccessRole ? (
    <bdi className="font-semibold">{text}</bdi>
  ) : (
    text
  );
}
