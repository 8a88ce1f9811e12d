import { DomainError, initialTeam, type TeamId, type TeamState } from '#libs/domain';
import type { Item } from '@rollbook/single-table';
import { lastActor } from '../../core/states.js';
import type { SharedGuard } from '../../core/shared-guards.js';
import type { TransactItem } from '../../core/transact-item.js';
import { teamEntity } from '../../table/items/teams.js';

export type TeamItem = Item<typeof teamEntity>;

export function teamState(item: TeamItem | undefined): TeamState {
  if (!item) return initialTeam;
  const { lastEvents, expiresAt: _expiry, accessGiven: _given, ...state } = item;
  return { ...state, ...lastActor(lastEvents) };
}

/** Guards a transaction: the team is there, and not removed. Its removal would not find what began after it. */
export function teamExists(accountId: string, teamId: TeamId): TransactItem {
  const operation = teamEntity.check({ accountId, teamId }, { condition: (c) => c.eq('status', 'active') });
  return { operation };
}

/** The same, where several rows of a transaction may need it. */
export function theTeamExists(accountId: string, teamId: TeamId): SharedGuard {
  return { key: teamId, ...teamExists(accountId, teamId) };
}

/** @throws DomainError `teams_not_enabled` */
export function requireTeamsEnabled(isEnabled: boolean): void {
  if (isEnabled) return;
  throw new DomainError(
    'teams_not_enabled',
    'The table has no teams yet: an operator has to run `rollbook migrate --run` first.',
  );
}
