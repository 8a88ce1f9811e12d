import { Link } from '@tanstack/react-router';
import { CalendarClock } from 'lucide-react';
import { preferences } from '../../api/preferences.js';
import { useStore } from '../../api/store.js';
import { classNames } from '../../components/class-names.js';
import { IconButton } from '../../components/controls/button.js';
import type { Column } from '../../components/data/grid-row.js';
import { exactTime, Time } from '../../components/data/time.js';
import { lastMoment } from '../../components/data/until.js';
import { UnusualStatus } from '../../components/people/badges.js';
import { Person } from '../../components/people/person.js';
import { AccessRoleBadge } from '../access-roles/role-badge.js';
import type { Membership } from '../groups/queries.js';
import { TEXTS } from './texts.js';

const { columns } = TEXTS;

const TEMPLATES = {
  reading:
    'grid-cols-[minmax(0,1fr)] sm:grid-cols-[minmax(0,1fr)_minmax(0,9rem)_12rem] lg:grid-cols-[minmax(0,1fr)_minmax(0,8rem)_17rem_minmax(0,12rem)]',
  changing:
    'grid-cols-[1.5rem_minmax(0,1fr)_2rem] sm:grid-cols-[1.5rem_minmax(0,1fr)_minmax(0,9rem)_12rem_2rem] lg:grid-cols-[1.5rem_minmax(0,1fr)_minmax(0,8rem)_17rem_minmax(0,12rem)_2rem]',
  readingRoles:
    'grid-cols-[minmax(0,1fr)] sm:grid-cols-[minmax(0,1fr)_minmax(0,10rem)_12rem] lg:grid-cols-[minmax(0,1fr)_minmax(0,13rem)_17rem_minmax(0,9rem)]',
  changingRoles:
    'grid-cols-[1.5rem_minmax(0,1fr)_2rem] sm:grid-cols-[1.5rem_minmax(0,1fr)_minmax(0,10rem)_12rem_2rem] lg:grid-cols-[1.5rem_minmax(0,1fr)_minmax(0,13rem)_17rem_minmax(0,9rem)_2rem]',
};

/** Where somebody has an access role, it is named beside the service group, which then has more room. */
export function endingTemplate(rows: readonly Membership[], mayChange: boolean): string {
  const hasRoles = rows.some(({ accessRole }) => accessRole !== undefined);
  return TEMPLATES[`${mayChange ? 'changing' : 'reading'}${hasRoles ? 'Roles' : ''}`];
}

/** @param nameOf who gave it, as far as that is known */
export function endingColumns(
  accountId: string,
  nameOf: (actor: string) => string | undefined,
): Column<Membership>[] {
  return [
    { key: 'person', title: columns.person, cell: (member) => <Whose member={member} /> },
    {
      key: 'group',
      title: columns.group,
      className: 'max-sm:hidden',
      cell: ({ serviceGroup: { id, name }, accessRole }) => (
        <span className={classNames(LINES, 'justify-items-start')}>
          <Link
            to="/a/$account/groups/$group"
            params={{ account: accountId, group: id }}
            tabIndex={-1}
            className="block max-w-full shrink-0 truncate font-medium hover:underline"
            onClick={(event) => event.stopPropagation()}
          >
            <bdi>{name}</bdi>
          </Link>
          <AccessRoleBadge accountId={accountId} role={accessRole} />
        </span>
      ),
    },
    {
      key: 'ends',
      title: columns.ends,
      className: 'max-sm:hidden',
      cell: ({ expiresAt = '' }) => <End at={lastMoment(expiresAt)} />,
    },
    {
      key: 'given',
      title: columns.given,
      className: 'max-lg:hidden',
      cell: ({ addedBy, reason }) => <Given by={nameOf(addedBy)} reason={reason} />,
    },
  ];
}

/** For people who may change memberships. */
export function changeColumn(onChange: (member: Membership) => void): Column<Membership> {
  return {
    key: 'change',
    title: columns.actions,
    hideTitle: true,
    cell: (member) => (
      <IconButton
        label={TEXTS.change(member.user.name, member.serviceGroup.name)}
        onClick={(event) => {
          event.stopPropagation();
          onChange(member);
        }}
      >
        <CalendarClock aria-hidden className="size-4" />
      </IconButton>
    ),
  };
}

/** Where there is no room for the other columns, it says what these say. */
function Whose({ member }: { member: Membership }) {
  const { user, serviceGroup, expiresAt = '', accessRole } = member;
  const { id, name, email, status } = user;
  return (
    <>
      <span className="block sm:hidden">
        <Person
          {...{ id, name }}
          note={
            <>
              <Time at={lastMoment(expiresAt)} far /> · <bdi>{serviceGroup.name}</bdi>
              {accessRole && (
                <>
                  {' '}
                  {TEXTS.as} <bdi>{accessRole.key}</bdi>
                </>
              )}
            </>
          }
        />
      </span>
      <span className="flex min-w-0 items-center gap-3 max-sm:hidden">
        <Person inRow {...{ id, name, email }} />
        <UnusualStatus status={status} />
      </span>
    </>
  );
}

/** Rows have one line where there is room. */
const LINES = 'grid min-w-0 lg:flex lg:items-baseline lg:gap-2';

function End({ at }: { at: string }) {
  useStore(preferences);
  return (
    <span className={LINES}>
      <span className="truncate tabular-nums">{exactTime(at)}</span>
      <span className="shrink-0 text-xs text-muted">
        <Time at={at} far />
      </span>
    </span>
  );
}

function Given({ by, reason }: { by: string | undefined; reason: string | undefined }) {
  return (
    <span className={LINES}>
      {by !== undefined && <bdi className="truncate text-left">{by}</bdi>}
      {reason !== undefined && (
        <bdi className="truncate text-left text-xs text-muted" title={reason}>
          {reason}
        </bdi>
      )}
    </span>
  );
}
