import type { TeamId } from '#libs/domain';
import { accessIsGiven, requireRoom, type AccessGiven } from '../aggregates/team/access-given.js';
import type { Change } from '../core/changes.js';
import { tooLarge } from '../core/execute.js';
import { guardsOf, type SharedGuard } from '../core/shared-guards.js';
import type { TransactItem } from '../core/transact-item.js';

/** What is committed for one aggregate. */
export interface RevertedPart {
  aggregateId: string;
  change: Change;
  /** On items that no other part is about. */
  guards: TransactItem[];
  /** On heads, by their aggregates, which others may be about too. */
  shared: SharedGuard[];
  /** The teams that have access to a service group again. */
  opened: { teamId: TeamId; given: AccessGiven }[];
}

/**
 * What must be so when parts are committed together, each item once. What a part changes itself is guarded by its version.
 * @throws DomainError `too_many_service_groups`; `change_too_large` where a team is both changed and given access, which are two things done to its head
 */
export function guardsOfParts(accountId: string, parts: readonly RevertedPart[]): TransactItem[] {
  const changed = new Set(
    parts.filter(({ change }) => change.events.length > 0).map(({ aggregateId }) => aggregateId),
  );
  const opened = Map.groupBy(
    parts.flatMap((part) => part.opened),
    ({ teamId }) => teamId,
  );
  const counted = [...opened].map(([teamId, { 0: first, length: more }]) => {
    if (changed.has(teamId)) throw tooLarge();
    requireRoom(first!.given, more);
    return accessIsGiven(accountId, teamId, first!.given, more);
  });
  // Of two on one head the first is taken: who counts its access checks too that the team is there.
  const shared = guardsOf([{ guards: [...counted, ...parts.flatMap((part) => part.shared)] }]);
  return [...parts.flatMap(({ guards }) => guards), ...shared.filter(({ key }) => !changed.has(key))];
}
