import { CalendarClock, X } from 'lucide-react';
import { IconButton } from '../../../components/controls/button.js';
import type { Column } from '../../../components/data/grid-row.js';
import { Time } from '../../../components/data/time.js';
import { lastMoment, Until } from '../../../components/data/until.js';
import { UnusualStatus } from '../../../components/people/badges.js';
import { Person } from '../../../components/people/person.js';
import { AccessRoleBadge } from '../../access-roles/role-badge.js';
import type { Membership, ServiceGroup } from '../queries.js';
import { TEXTS as TERMS } from '../terms/texts.js';
import { TEXTS } from '../texts.js';
import { TEXTS as WAYS } from './ways-texts.js';
import { ownMembership, TeamInstead, WaysIn } from './ways-in.js';

interface MemberActions {
  onRemove: (member: Membership) => void;
  /** Undefined for a manager who gives no access. */
  onChange: ((member: Membership) => void) | undefined;
}

interface ShownOfMembers {
  /** Somebody who is shown has an access role. */
  hasRoles: boolean;
  /** By what they may enter is shown. */
  hasWays: boolean;
}

/**
 * @param actions undefined for people who may only read
 */
export function memberColumns(
  { accountId, name: groupName }: ServiceGroup,
  actions: MemberActions | undefined,
  { hasRoles, hasWays }: ShownOfMembers,
): Column<Membership>[] {
  return [
    {
      key: 'name',
      title: TEXTS.columns.name,
      sort: 'name',
      cell: ({ user, expiresAt, accessRole, via }) => (
        <Person
          inRow
          id={user.id}
          name={user.name}
          email={user.email}
          noteClass={expiresAt ? 'lg:hidden' : 'sm:hidden'}
          note={
            (expiresAt ?? accessRole ?? via) && (
              <>
                {via && (
                  <span className="mr-1.5 inline-flex max-w-32 align-middle sm:hidden">
                    <WaysIn via={via} />
                  </span>
                )}
                {accessRole && (
                  <span className="mr-1.5 inline-flex max-w-24 align-middle sm:hidden">
                    <AccessRoleBadge accountId={accountId} role={accessRole} />
                  </span>
                )}
                {expiresAt && <Until at={expiresAt} />}
              </>
            )
          }
        />
      ),
    },
    ...(hasWays ? [WAYS_COLUMN] : []),
    ...(hasRoles ? [roleColumn(accountId)] : []),
    {
      key: 'status',
      title: 'Status',
      className: 'max-sm:hidden',
      cell: ({ user }) => <UnusualStatus status={user.status} />,
    },
    {
      key: 'since',
      title: TEXTS.since,
      sort: 'since',
      className: 'text-muted max-sm:hidden',
      cell: ({ since }) => <Time at={since} />,
    },
    {
      key: 'ends',
      title: TEXTS.ends,
      sort: 'ends',
      className: 'text-muted max-lg:hidden',
      cell: ({ expiresAt }) => expiresAt && <Time at={lastMoment(expiresAt)} />,
    },
    {
      key: 'remove',
      title: TEXTS.columns.actions,
      hideTitle: true,
      cell: (row) => {
        if (!actions) return null;
        const member = ownMembership(row);
        if (!member) return <TeamInstead accountId={accountId} member={row} />;
        return <MemberButtons {...{ member, groupName, ...actions }} />;
      },
    },
  ];
}

const WAYS_COLUMN: Column<Membership> = {
  key: 'ways',
  title: WAYS.ways,
  className: 'max-sm:hidden',
  cell: ({ via = [] }) => <WaysIn via={via} />,
};

const roleColumn = (accountId: string): Column<Membership> => ({
  key: 'role',
  title: TEXTS.columns.role,
  className: 'max-sm:hidden',
  cell: ({ accessRole }) => <AccessRoleBadge accountId={accountId} role={accessRole} />,
});

function MemberButtons({
  member,
  groupName,
  onRemove,
  onChange,
}: MemberActions & { member: Membership; groupName: string }) {
  return (
    <span className="flex">
      {onChange && (
        <IconButton
          label={TERMS.change(member.user.name)}
          onClick={(event) => {
            event.stopPropagation();
            onChange(member);
          }}
        >
          <CalendarClock aria-hidden className="size-4" />
        </IconButton>
      )}
      <IconButton
        label={TEXTS.take(member.user.name, groupName)}
        onClick={(event) => {
          event.stopPropagation();
          onRemove(member);
        }}
      >
        <X aria-hidden className="size-4" />
      </IconButton>
    </span>
  );
}
