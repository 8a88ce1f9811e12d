import {
  DomainError,
  evolveTeam,
  foldName,
  type NewTeamEvent,
  type Team,
  type TeamId,
  type TeamState,
} from '#libs/domain';
import { deriveChange, replaceHead, replacing, type Change, type Provenance } from '../../core/changes.js';
import { claimItems, externalIdItems } from '../../core/claims.js';
import type { TransactItem } from '../../core/transact-item.js';
import { teamEntity, teamNameClaimEntity } from '../../table/items/teams.js';

/** @param expiresAt of a tombstone with nothing left below it */
export function changeTeam(
  teamId: TeamId,
  before: TeamState,
  newEvents: NewTeamEvent[],
  provenance: Provenance,
  expiresAt?: number,
): Change & { state: TeamState } {
  return deriveChange(teamId, before, newEvents, provenance, {
    evolve: evolveTeam,
    head: (was, { updatedBy: _by, ...kept }, lastEvents) => {
      const item = { ...kept, lastEvents, ...(expiresAt !== undefined && { expiresAt }) };
      return replaceHead(
        was,
        () => teamEntity.create(item),
        // Not put whole: how often it was given access is kept beside its state.
        (version) =>
          teamEntity.update(
            { accountId: kept.accountId, teamId },
            { ...replacing(was, item, ['accountId', 'teamId']), condition: (c) => c.eq('version', version) },
          ),
      );
    },
    companions: (was, state) => [...nameItems(was, state), ...externalIdItems('team', teamId, was, state)],
  });
}

/** The key of the claim on its name: a removed team holds none. */
export function nameKeyOf(state: TeamState): string | undefined {
  return state.status === 'active' ? foldName(state.name) : undefined;
}

function nameItems(before: TeamState, after: Team): TransactItem[] {
  const { accountId, teamId, updatedAt } = after;
  const times = { createdAt: updatedAt, updatedAt };
  return claimItems(nameKeyOf(before), nameKeyOf(after), {
    release: (name) =>
      teamNameClaimEntity.delete({ accountId, name }, { condition: (c) => c.eq('teamId', teamId) }),
    take: (name) => teamNameClaimEntity.create({ accountId, name, teamId, ...times }),
    at: (name) => teamNameClaimEntity.at({ accountId, name }),
    refusal: () =>
      new DomainError(
        'team_name_taken',
        'Another team of the account has this name, or one that looks the same.',
        'name',
      ),
  });
}
