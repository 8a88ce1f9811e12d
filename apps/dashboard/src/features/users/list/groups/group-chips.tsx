import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Clock } from 'lucide-react';
import { groupsOfUserQuery, type Membership, type User } from '../../../../api/resources/users.js';
import { classNames } from '../../../../components/class-names.js';
import { untilText } from '../../../../components/data/until.js';
import { lazily } from '../../../../components/lazily.js';
import { Menu, MenuLabel } from '../../../../components/overlays/menu.js';
import { useMoment } from '../../../../session/moment.js';
import { useAccessInView } from '../rows-in-view.js';
import { FRESH_MS } from './queries.js';
import { hasRoom, shownGroups, type Chip } from './shown-groups.js';
import { TEXTS } from './texts.js';

/** In characters. */
const SHORT = 7;

const GroupItems = lazily(async () => (await import('./group-items.js')).GroupItems);

/** The service groups that somebody may enter, by name, as many as fit. A button lists all of them. */
export function GroupChips({ user, index }: { user: User; index: number }) {
  const isGone = user.status === 'removed';
  const count = useCountOf(user);
  const { cells, isAwaited, groups, areAll, most } = useAccessInView(user, index, !isGone && count !== 0);
  const own = useOwnGroups(user, !isGone && hasRoom({ groups, cells, count, areAll }, most));
  if (isGone || most === 0) return null;
  if (isAwaited && count !== 0) return null;
  const { chips, others } = shownGroups({ groups, cells, count, own, areAll }, most);
  if (chips.length === 0 && others === 0) return <span className="text-faint">{TEXTS.none}</span>;
  return (
    <span className="flex min-w-0 items-center gap-1">
      {chips.map((chip) => (
        <GroupChip key={chip.id} user={user} chip={chip} />
      ))}
      {others !== 0 && (
        <AllGroups user={user} text={textOf(chips.length, others)} isAlone={chips.length === 0} />
      )}
    </span>
  );
}

/** All of somebody's service groups, by name: a request for one row, so only for rows in view that have room for them. */
function useOwnGroups({ accountId, id }: User, isWanted: boolean): readonly Chip[] | undefined {
  const query = groupsOfUserQuery(accountId, id, useMoment());
  const { data } = useQuery({ ...query, enabled: isWanted, staleTime: FRESH_MS });
  return isWanted ? data && chipsOf(data) : undefined;
}

const chipsOf = (memberships: readonly Membership[]): Chip[] =>
  memberships
    .map(({ serviceGroup: { id, name }, expiresAt }) => ({ id, name, expiresAt }))
    .sort((one, other) => one.name.localeCompare(other.name));

/** Undefined as of a moment: nobody has counted them then. */
function useCountOf({ serviceGroupCount }: User): number | undefined {
  return useMoment() ? undefined : serviceGroupCount;
}

function textOf(shown: number, others: number | undefined): string {
  if (others === undefined) return TEXTS.more;
  return shown === 0 ? TEXTS.groups(others) : `+${others}`;
}

/** Leads to the service group, as every name leads to what it names: who else is in it, until when, and since when. */
function GroupChip({ user, chip: { id, name, expiresAt } }: { user: User; chip: Chip }) {
  const isOff = user.status !== 'active';
  const why = isOff && TEXTS.off[user.status];
  return (
    <Link
      to="/a/$account/groups/$group"
      params={{ account: user.accountId, group: id }}
      tabIndex={-1}
      title={[name, expiresAt && untilText(expiresAt), why].filter(Boolean).join(', ')}
      onClick={(event) => event.stopPropagation()}
      className={classNames(
        'inline-flex h-6 items-center gap-1 rounded-md border px-1.5 text-xs hover:bg-hover',
        // A short name cut off says nothing.
        name.length > SHORT ? 'min-w-0' : 'shrink-0',
        isOff ? 'border-dashed border-edge text-muted' : 'border-line bg-sunken text-ink',
      )}
    >
      <bdi className="truncate">{name}</bdi>
      {expiresAt && <Clock aria-hidden className="size-3 shrink-0 text-muted" />}
    </Link>
  );
}

interface AllGroupsProps {
  user: User;
  text: string;
  isAlone: boolean;
}

function AllGroups({ user, text, isAlone }: AllGroupsProps) {
  return (
    <Menu
      wide
      align="start"
      trigger={
        <button
          type="button"
          aria-label={`${text}: ${TEXTS.all(user.name)}`}
          onClick={(event) => event.stopPropagation()}
          className={classNames(
            'h-6 min-w-7 shrink-0 rounded-md px-1.5 text-xs text-muted tabular-nums hover:bg-hover hover:text-ink',
            isAlone && '-ml-1.5',
          )}
        >
          {text}
        </button>
      }
    >
      <MenuLabel>{TEXTS.all(user.name)}</MenuLabel>
      <GroupItems user={user} />
    </Menu>
  );
}
