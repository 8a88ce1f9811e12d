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

interface MemberActions {
  onRemove: (member: Membership) => void;
  /** Undefined for a manager who gives no access. */
  onChange: ((member: Membership) => void) | undefined;
}

/**
 * @param actions undefined for people who may only read
 * @param hasRoles somebody who is shown has an access role
 */
export function memberColumns(
  { accountId, name: groupName }: ServiceGroup,
  actions: MemberActions | undefined,
  hasRoles: boolean,
): Column<Membership>[] {
  return [
    {
      key: 'name',
      title: TEXTS.columns.name,
      sort: 'name',
      cell: ({ user, expiresAt, accessRole }) => (
        <Person
          inRow
          id={user.id}
          name={user.name}
          email={user.email}
          noteClass={expiresAt ? 'lg:hidden' : 'sm:hidden'}
          note={
            (expiresAt ?? accessRole) && (
              <>
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
      cell: (member) => actions && <MemberButtons {...{ member, groupName, ...actions }} />,
    },
  ];
}

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
