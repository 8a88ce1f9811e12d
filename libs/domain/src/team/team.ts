import { activeAccount, type AccountState } from '../account/account.js';
import type { Actor, Recorded } from '../schema/recorded.js';
import { DomainError } from '../values/errors.js';
import type { TeamId } from '../values/ids.js';
import { parseGroupName, parseUnlessKept } from '../values/name.js';
import { parseAll } from '../values/parse-all.js';
import { changeSettings, newSettings, withSettings, type SettingsOf } from '../values/settings.js';
import type { NewTeamEvent } from './events.js';
import { teamSettings, type TeamSettingsInput } from './fields.js';

/** Users who may enter the service groups that have the team. Who they are, and which these are, others say. */
export interface Team extends SettingsOf<typeof teamSettings> {
  status: 'active' | 'removed';
  teamId: TeamId;
  accountId: string;
  /** Unique among the teams of its account, compared folded (see `fold`). */
  name: string;
  version: number;
  createdAt: string;
  updatedAt: string;
  updatedBy?: Actor;
}

export type TeamState = { status: 'none' } | Team;

export type TeamCommand =
  | ({ type: 'create_team'; teamId: TeamId; name: string } & TeamSettingsInput)
  | ({ type: 'change_team'; name?: string } & TeamSettingsInput)
  | { type: 'remove_team' };

export const initialTeam: TeamState = { status: 'none' };

/**
 * Decides what a command does to a team. The caller must ensure in the same transaction that its name is free among the teams of the
 * account.
 * @throws DomainError
 */
export function decideTeam(
  state: TeamState,
  command: TeamCommand,
  { account }: { account: AccountState },
): NewTeamEvent[] {
  activeAccount(account);
  if (command.type === 'create_team') {
    if (state.status !== 'none') throw new DomainError('team_exists', 'This team already exists.');
    const { name, settings } = parseAll({
      name: () => parseGroupName(command.name),
      settings: () => newSettings(teamSettings, command),
    });
    return [{ type: 'team.created', data: { teamId: command.teamId, name, ...settings } }];
  }
  const team = existingTeam(state);
  if (command.type === 'change_team') return changeTeam(team, command);
  return removeTeamWithAccount(team);
}

function changeTeam(team: Team, change: { name?: string } & TeamSettingsInput): NewTeamEvent[] {
  const { teamId, name: previousName } = team;
  const { name, settings } = parseAll({
    name: () => parseUnlessKept(change.name, previousName, parseGroupName),
    settings: () => changeSettings(teamSettings, team, change),
  });
  return [
    ...(name === previousName
      ? []
      : [{ type: 'team.renamed', data: { teamId, name, previousName } } as const]),
    ...(settings ? [{ type: 'team.settings_changed', data: { teamId, name, ...settings } } as const] : []),
  ];
}

/** What closing its account does to a team. */
export function removeTeamWithAccount(state: TeamState): NewTeamEvent[] {
  if (state.status !== 'active') return [];
  const { teamId, name } = state;
  return [{ type: 'team.removed', data: { teamId, name } }];
}

export function evolveTeam(state: TeamState, event: Recorded<NewTeamEvent>): TeamState {
  const { version, at, actor: updatedBy } = event;
  if (event.type === 'team.created') {
    const { accountId, data } = event;
    return { status: 'active', accountId, ...data, version, createdAt: at, updatedAt: at, updatedBy };
  }
  const team = { ...existingTeam(state), version, updatedAt: at, updatedBy };
  switch (event.type) {
    case 'team.renamed':
      return { ...team, name: event.data.name };
    case 'team.settings_changed':
      return withSettings(teamSettings, team, event.data);
    case 'team.removed':
      return { ...team, status: 'removed' };
    default:
      return event satisfies never;
  }
}

/**
 * A removed team is as absent as one that never existed.
 * @throws DomainError `team_not_found`
 */
export function existingTeam(state: TeamState): Team {
  if (state.status === 'active') return state;
  throw new DomainError('team_not_found', 'There is no such team in this account.');
}
