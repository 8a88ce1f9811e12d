import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Boxes } from 'lucide-react';
import { useState } from 'react';
import { useActorNames } from '../../../api/resources/actors.js';
import { useRefreshAtEnd } from '../../../components/data/until.js';
import { Banner } from '../../../components/feedback/banner.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { lazily } from '../../../components/lazily.js';
import { ListCard } from '../../../components/layout/list-card.js';
import type { ChosenGroup } from '../../groups/switcher/recent-groups.js';
import { ServiceGroupSwitcher } from '../../groups/switcher/service-group-switcher.js';
import { shownOf, type Shown } from '../../groups/shown/shown.js';
import { ShownBar } from '../../groups/shown/shown-bar.js';
import {
  groupsOfUserQuery,
  managedByUserQuery,
  type Membership,
  type User,
} from '../../../api/resources/users.js';
import { useMoment } from '../../../session/moment.js';
import { HeldRow } from '../../groups/terms/held-row.js';
import { TEXTS as TERMS } from '../../groups/terms/texts.js';
import { TEXTS } from '../texts.js';

const ChangeEnd = lazily(async () => (await import('../../groups/terms/change-end.js')).ChangeEnd);
const GiveAccess = lazily(async () => (await import('./give-access.js')).GiveAccess);
const EndAccess = lazily(async () => (await import('../../groups/end-access.js')).EndAccess);

interface AccessOfUserProps {
  user: User;
  mayWrite: boolean;
  shown: Shown;
  onShow: (shown: Shown) => void;
}

export function AccessOfUser({ user, mayWrite, shown, onShow }: AccessOfUserProps) {
  const { accountId, id: userId, name, status } = user;
  const moment = useMoment();
  const query = useQuery(groupsOfUserQuery(accountId, userId, moment));
  const groups = query.data ?? [];
  const managed = useQuery({
    ...managedByUserQuery(accountId, userId, moment),
    enabled: shown.show === 'managers',
  });
  const managing = new Set(managed.data?.map(({ serviceGroup: { id } }) => id));
  const rows = shownOf(groups, shown, {
    isManaging: ({ serviceGroupId }) => managing.has(serviceGroupId),
    nameOf: ({ serviceGroup }) => serviceGroup.name,
  });
  const isFiltered = shown.show !== undefined && groups.length > 0;
  const ends = groups.map(({ expiresAt }) => expiresAt);
  useRefreshAtEnd(moment ? [] : ends, query.refetch);
  const [giving, setGiving] = useState<ChosenGroup>();
  const [changing, setChanging] = useState<Membership>();
  const [ending, setEnding] = useState<Membership>();
  const give = mayWrite && status !== 'suspended' && (
    <ServiceGroupSwitcher
      accountId={accountId}
      label={TEXTS.giveAccess}
      held={new Map(groups.map(({ serviceGroupId, expiresAt }) => [serviceGroupId, expiresAt]))}
      onSelect={(group) => {
        const held = groups.find(({ serviceGroupId }) => serviceGroupId === group.id);
        if (held) setChanging(held);
        else setGiving(group);
      }}
    />
  );
  return (
    <div className="grid gap-4">
      {(status === 'invited' || status === 'suspended') && (
        <Banner tone="warn">{TEXTS.cannotEnter[status]}</Banner>
      )}
      {groups.length > 1 && <ShownBar shown={shown} options={TEXTS.whichAccess} onChange={onShow} />}
      <ListCard
        title={TEXTS.serviceGroups}
        actions={give}
        query={query}
        isEmpty={rows.length === 0}
        skeletonRows={3}
        empty={
          <EmptyState
            icon={Boxes}
            title={isFiltered ? TEXTS.noneShownTitle : moment ? TEXTS.noAccessThenTitle : TEXTS.noAccessTitle}
            text={isFiltered ? TEXTS.noneShown : moment ? TEXTS.noAccessThen(name) : TEXTS.noAccess(name)}
          />
        }
      >
        <Memberships
          memberships={rows}
          actions={mayWrite ? { onEnd: setEnding, onChange: setChanging } : undefined}
        />
      </ListCard>
      {giving && <GiveAccess user={user} group={giving} onClose={() => setGiving(undefined)} />}
      {changing && (
        <ChangeEnd accountId={accountId} members={[changing]} onClose={() => setChanging(undefined)} />
      )}
      {ending && (
        <EndAccess
          accountId={accountId}
          group={ending.serviceGroup}
          user={user}
          onClose={() => setEnding(undefined)}
        />
      )}
    </div>
  );
}

interface MembershipsProps {
  memberships: readonly Membership[];
  /** Undefined for people who may only read. */
  actions: Record<'onEnd' | 'onChange', (membership: Membership) => void> | undefined;
}

function Memberships({ memberships, actions }: MembershipsProps) {
  const { account: accountId = '' } = useParams({ strict: false });
  const nameOf = useActorNames(
    accountId,
    memberships.map(({ addedBy }) => addedBy),
  );
  return (
    <ul className="divide-y divide-line">
      {memberships.map((membership) => (
        <HeldRow
          key={membership.id}
          accountId={accountId}
          icon={Boxes}
          name={
            <Link
              to="/a/$account/groups/$group"
              params={{ account: accountId, group: membership.serviceGroup.id }}
              className="block truncate font-medium hover:underline"
            >
              <bdi>{membership.serviceGroup.name}</bdi>
            </Link>
          }
          held={membership}
          by={nameOf(membership.addedBy)}
          actions={
            actions && {
              change: [TERMS.changeIn(membership.serviceGroup.name), () => actions.onChange(membership)],
              end: [TEXTS.take(membership.serviceGroup.name), () => actions.onEnd(membership)],
            }
          }
        />
      ))}
    </ul>
  );
}
