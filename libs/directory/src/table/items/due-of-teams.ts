import type { Ending, TeamId } from '#libs/domain';
import { defineEntity, oneOf, string, type Item } from '@rollbook/single-table';
import { dueShardOf } from './due.js';
import { everyItem } from './every-item.js';
import { rollbookTable } from '../table.js';

/**
 * The end, or its notice, of the place of a user in a team, or of a team's access to a service group: what {@link dueEntity} is to
 * memberships, in partitions of its own, which workers of earlier versions do not read.
 */
export const dueOfTeamEntity = defineEntity(rollbookTable, {
  name: 'due-of-team',
  key: { PK: 'due-of-teams:{shard}', SK: '{at}:{kind}:{aggregateId}:{teamId}' },
  attributes: {
    ...everyItem,
    shard: string(),
    at: string(),
    kind: oneOf('team-place', 'team-access'),
    /** The user, or the service group. */
    aggregateId: string(),
    teamId: string<TeamId>(),
    endsAt: string(),
  },
});

export type DueOfTeam = Item<typeof dueOfTeamEntity>;

/** Undefined: it has no end. */
export function dueOfTeamOf(
  accountId: string,
  [kind, aggregateId]: readonly [DueOfTeam['kind'], string],
  { teamId, since, expiresAt: endsAt, noticeAt }: Ending & { teamId: TeamId; since: string },
): DueOfTeam | undefined {
  if (endsAt === undefined) return undefined;
  const times = { createdAt: since, updatedAt: since };
  const at = noticeAt ?? endsAt;
  return { accountId, shard: dueShardOf(aggregateId), at, endsAt, kind, aggregateId, teamId, ...times };
}
