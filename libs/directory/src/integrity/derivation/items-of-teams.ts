import type { TeamAccess, TeamPlace, User } from '#libs/domain';
import { withEndsAt } from '../../core/ending-items.js';
import { dueOfTeamOf, type DueOfTeam } from '../../table/items/due-of-teams.js';
import { lastCommitOf } from '../../table/items/last-commit.js';
import { copiesOf, derivedItem, externalIdClaims, type DerivedItem } from './derived-item.js';
import { nameKeyOf, type ServiceGroupHistory, type TeamHistory } from './folded-history.js';
import { sideOf, type UserHistory } from './folded-user.js';

/** @param expiresAt of a tombstone with nothing left below it */
export function itemsOfTeam(history: TeamHistory, expiresAt: number | undefined): DerivedItem[] {
  const { state, lastCommit, nameSince } = history;
  if (state.status === 'none') return [];
  const { updatedBy: _by, ...kept } = state;
  const { accountId, teamId } = state;
  const tombstone = expiresAt === undefined ? {} : { expiresAt };
  const head = derivedItem('team', { ...kept, lastEvents: lastCommitOf(lastCommit), ...tombstone });
  const name = nameKeyOf(state);
  const times = { createdAt: nameSince, updatedAt: nameSince };
  return [
    head,
    ...(name === undefined ? [] : [derivedItem('team-name-claim', { accountId, name, teamId, ...times })]),
    ...externalIdClaims('team', teamId, history),
  ];
}

/** The places of a user in teams, present and past, and by what the worker finds their ends. */
export function placesInTeams({ places, endedPlaces }: UserHistory, user: User): DerivedItem[] {
  const { accountId, userId } = user;
  const present = [...places.values()];
  return [
    ...present.map((place) =>
      derivedItem('team-place', {
        accountId,
        ...copiesOf(userId, sideOf(user)),
        ...withEndsAt(place),
        createdAt: place.since,
        updatedAt: user.updatedAt,
      }),
    ),
    ...endedPlaces.map(({ side, endedAt, until, removedBy, ...ended }) => {
      const { noticeAt: _notice, ...place } = withEndsAt(ended);
      return derivedItem('past-team-place', {
        accountId,
        ...copiesOf(userId, side),
        ...{ ...place, until, removedBy },
        createdAt: place.since,
        updatedAt: endedAt,
      });
    }),
    ...dueInTeams(accountId, ['team-place', userId], present),
  ];
}

/** The access of the teams of a service group, present and past, and by what the worker finds its ends. */
export function accessOfTeams(
  { teamAccess, endedAccess }: ServiceGroupHistory,
  { accountId, serviceGroupId }: Pick<DerivedOf, 'accountId' | 'serviceGroupId'>,
): DerivedItem[] {
  const present = [...teamAccess.values()];
  return [
    ...present.map((access) => {
      const times = { createdAt: access.since, updatedAt: access.since };
      return derivedItem('team-access', { accountId, serviceGroupId, ...withEndsAt(access), ...times });
    }),
    ...endedAccess.map(({ until, removedBy, ...ended }) => {
      const { noticeAt: _notice, ...access } = withEndsAt(ended);
      const times = { createdAt: access.since, updatedAt: until };
      const item = { accountId, serviceGroupId, ...access, until, removedBy, ...times };
      return derivedItem('past-team-access', item);
    }),
    ...dueInTeams(accountId, ['team-access', serviceGroupId], present),
  ];
}

type DerivedOf = Parameters<typeof derivedItem<'team-access'>>[1];

export function dueInTeams(
  accountId: string,
  of: readonly [DueOfTeam['kind'], string],
  present: readonly (TeamPlace | TeamAccess)[],
): DerivedItem[] {
  return present.flatMap((each) => {
    const due = dueOfTeamOf(accountId, of, each);
    return due ? [derivedItem('due-of-team', due)] : [];
  });
}
