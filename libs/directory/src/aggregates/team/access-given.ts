import { DomainError, MAX_GROUPS_OF_TEAM, type ServiceGroupId, type TeamId } from '#libs/domain';
import type { Directory } from '../../core/directory.js';
import type { SharedGuard } from '../../core/shared-guards.js';
import { teamAccessEntity, teamEntity } from '../../table/items/teams.js';
import type { TeamItem } from './state.js';

/** What is known of how many service groups a team has. */
export interface AccessGiven {
  /** How often its head said that it was given access. Undefined: it has not been counted. */
  seen: number | undefined;
  /** It had no more service groups than that when its head said so, besides the one that is about to get it. */
  groups: number;
}

/**
 * The head says how often the team was given access, which is no less than what it has: only beyond the most that it can have it is
 * counted, in one query more. This has to be after the head was read: what both count is then counted once too often, never missing.
 * @param more service groups are about to get it
 * @param besides the one of them that may still have access which has ended
 */
export async function accessGivenTo(
  { table }: Directory,
  { teamId, accessGiven: seen }: Pick<TeamItem, 'teamId' | 'accessGiven'>,
  { more = 1, besides }: { more?: number; besides?: ServiceGroupId } = {},
): Promise<AccessGiven> {
  if (seen !== undefined && seen + more <= MAX_GROUPS_OF_TEAM) return { seen, groups: seen };
  const { items } = await table.query(
    teamAccessEntity,
    { teamId },
    { limit: MAX_GROUPS_OF_TEAM + 1, consistent: true, select: ['serviceGroupId'] },
  );
  return { seen, groups: items.filter(({ serviceGroupId }) => serviceGroupId !== besides).length };
}

/** @param more service groups @throws DomainError `too_many_service_groups` */
export function requireRoom({ groups }: AccessGiven, more = 1): void {
  if (groups + more <= MAX_GROUPS_OF_TEAM) return;
  throw new DomainError(
    'too_many_service_groups',
    `A team can have access to at most ${MAX_GROUPS_OF_TEAM} service groups: take its access to one away first.`,
  );
}

/**
 * Guards a transaction that gives a team access to service groups, and counts them: the team is there, and there is room for them,
 * however many others were given it since its head was read. Who only joins checks the head too, so this is in nobody's way who was not
 * in it before; and a write costs what a check does.
 */
export function accessIsGiven(
  accountId: string,
  teamId: TeamId,
  { seen, groups }: AccessGiven,
  more = 1,
): SharedGuard {
  const key = { accountId, teamId };
  const room = MAX_GROUPS_OF_TEAM - groups - more;
  const operation =
    seen === undefined
      ? teamEntity.update(key, {
          set: { accessGiven: groups + more },
          condition: (c) => c.and(c.eq('status', 'active'), c.notExists('accessGiven')),
        })
      : teamEntity.update(key, {
          add: { accessGiven: more },
          condition: (c) => c.and(c.eq('status', 'active'), c.lte('accessGiven', seen + room)),
        });
  return { key: teamId, operation };
}
