import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { failureOf } from '../../../../api/failure.js';
import { groupsOfUserQuery, type Membership, type User } from '../../../../api/resources/users.js';
import { TEXTS as COMMON } from '../../../../api/texts.js';
import { Until } from '../../../../components/data/until.js';
import { MenuItem, MenuLabel } from '../../../../components/overlays/menu.js';
import { useMoment } from '../../../../session/moment.js';

/** All service groups of somebody, in a menu. Choosing one opens it. */
export function GroupItems({ user: { accountId, id } }: { user: User }) {
  const { data, error } = useQuery(groupsOfUserQuery(accountId, id, useMoment()));
  const navigate = useNavigate();
  const items = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The menu had nothing to focus when it opened.
    const first = items.current?.querySelector<HTMLElement>('[role=menuitem]');
    if (!items.current?.contains(document.activeElement)) first?.focus();
  }, [data]);
  if (!data) return <MenuLabel>{error ? failureOf(error).detail : COMMON.loading}</MenuLabel>;
  return (
    <div ref={items} role="none">
      {byName(data).map(({ serviceGroupId: group, serviceGroup: { name }, expiresAt }) => (
        <MenuItem
          key={group}
          onSelect={() =>
            void navigate({ to: '/a/$account/groups/$group', params: { account: accountId, group } })
          }
        >
          <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
          {expiresAt && (
            <span className="text-xs">
              <Until at={expiresAt} />
            </span>
          )}
        </MenuItem>
      ))}
    </div>
  );
}

const byName = (groups: readonly Membership[]) =>
  [...groups].sort((one, other) => one.serviceGroup.name.localeCompare(other.serviceGroup.name));
