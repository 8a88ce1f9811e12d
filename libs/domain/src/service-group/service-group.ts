import type { ServiceGroupId, UserId } from '../values/ids.js';
import { activeAccount, type AccountState } from '../account/account.js';
import { DomainError } from '../values/errors.js';
import type { Actor, Recorded } from '../schema/recorded.js';
import { parseGroupName, parseUnlessKept } from '../values/name.js';
import { parseAll } from '../values/parse-all.js';
import { changeSettings, newSettings, withSettings, type SettingsOf } from '../values/settings.js';
import type { NewServiceGroupEvent } from './events.js';
import { serviceGroupSettings, type ServiceGroupSettingsInput } from './fields.js';
import { evolveTeamAccess, type TeamAccess, type TeamOfGroup } from './team-access.js';

interface NoServiceGroup {
  status: 'none';
}

/** A named set of services in an account, for example `dev` and `prod`. */
export interface ServiceGroup extends SettingsOf<typeof serviceGroupSettings> {
  status: 'active' | 'removed';
  serviceGroupId: ServiceGroupId;
  accountId: string;
  /** Unique in its account, compared folded (see `fold`). */
  name: string;
  /** Who may manage its members, in the order in which they were added. Absent if nobody was. */
  managers?: readonly UserId[];
  /** The teams whose users may enter, in the order in which they were added. Absent if there are none. Kept when it is removed. */
  teams?: readonly TeamOfGroup[];
  /** Their access, as far as it is known. */
  teamAccess?: Readonly<Record<string, TeamAccess>>;
  version: number;
  createdAt: string;
  updatedAt: string;
  updatedBy?: Actor;
}

export type ServiceGroupState = NoServiceGroup | ServiceGroup;

export type ServiceGroupCommand =
  | ({
      type: 'create_service_group';
      serviceGroupId: ServiceGroupId;
      name: string;
    } & ServiceGroupSettingsInput)
  | ({ type: 'change_service_group'; name?: string } & ServiceGroupSettingsInput)
  | { type: 'add_manager'; userId: UserId }
  | { type: 'remove_manager'; userId: UserId }
  | { type: 'remove_service_group' };

/** They are on the group's head, which each request about the group reads. */
export const MAX_MANAGERS = 20;

export const initialServiceGroup: ServiceGroupState = { status: 'none' };

/**
 * Decides what a command does to a service group. The caller must ensure in the same transaction that its name is
 * free in the account: the group itself cannot know.
 * @throws DomainError
 */
export function decideServiceGroup(
  state: ServiceGroupState,
  command: ServiceGroupCommand,
  { account }: { account: AccountState },
): NewServiceGroupEvent[] {
  activeAccount(account);
  if (command.type === 'create_service_group') {
    const { serviceGroupId } = command;
    if (state.status !== 'none')
      throw new DomainError('service_group_exists', 'This service group already exists.');
    const { name, settings } = parseAll({
      name: () => parseGroupName(command.name),
      settings: () => newSettings(serviceGroupSettings, command),
    });
    const data = { serviceGroupId, name, ...settings };
    return [{ type: 'service_group.created', data }];
  }
  const serviceGroup = existingServiceGroup(state);
  switch (command.type) {
    case 'change_service_group':
      return changeServiceGroup(serviceGroup, command);
    case 'add_manager':
      return addManager(serviceGroup, command.userId);
    case 'remove_manager':
      if (isManager(serviceGroup, command.userId))
        return [managerRemoved(serviceGroup, command.userId, 'manager_removed')];
      throw new DomainError('manager_not_found', 'The user is not a manager of this service group.');
    case 'remove_service_group': {
      const { serviceGroupId, name } = serviceGroup;
      return [{ type: 'service_group.removed', data: { serviceGroupId, name } }];
    }
    default:
      return command satisfies never;
  }
}

function changeServiceGroup(
  serviceGroup: ServiceGroup,
  change: { name?: string } & ServiceGroupSettingsInput,
): NewServiceGroupEvent[] {
  const newEvents: NewServiceGroupEvent[] = [];
  const { serviceGroupId, name: previousName } = serviceGroup;
  const { name, settings } = parseAll({
    name: () => parseUnlessKept(change.name, previousName, parseGroupName),
    settings: () => changeSettings(serviceGroupSettings, serviceGroup, change),
  });
  if (name !== previousName)
    newEvents.push({ type: 'service_group.renamed', data: { serviceGroupId, name, previousName } });
  if (settings)
    newEvents.push({ type: 'service_group.settings_changed', data: { serviceGroupId, name, ...settings } });
  return newEvents;
}

function addManager(serviceGroup: ServiceGroup, userId: UserId): NewServiceGroupEvent[] {
  const { serviceGroupId, name, managers = [] } = serviceGroup;
  if (isManager(serviceGroup, userId)) return [];
  if (managers.length >= MAX_MANAGERS)
    throw new DomainError(
      'too_many_managers',
      `A service group can have at most ${MAX_MANAGERS} managers: remove one first.`,
    );
  return [{ type: 'service_group.manager_added', data: { serviceGroupId, name, userId } }];
}

function managerRemoved(
  { serviceGroupId, name }: ServiceGroup,
  userId: UserId,
  reason: 'manager_removed' | 'user_removed',
): NewServiceGroupEvent {
  return { type: 'service_group.manager_removed', data: { serviceGroupId, name, userId, reason } };
}

/** Whether they were made one. What that allows is decided when it is used: nothing to users who are not active. */
export function isManager(state: ServiceGroupState, userId: UserId): boolean {
  return state.status === 'active' && (state.managers?.includes(userId) ?? false);
}

/**
 * What the removal of a user does to a service group that they manage. The account is not checked: the decision made with the
 * removal is executed even if the account has since been suspended.
 */
export function endManagerWithUser(state: ServiceGroupState, userId: UserId): NewServiceGroupEvent[] {
  if (state.status !== 'active' || !isManager(state, userId)) return [];
  return [managerRemoved(state, userId, 'user_removed')];
}

/** What closing its account does to a service group. */
export function removeServiceGroupWithAccount(state: ServiceGroupState): NewServiceGroupEvent[] {
  if (state.status !== 'active') return [];
  const { serviceGroupId, name } = state;
  return [{ type: 'service_group.removed', data: { serviceGroupId, name } }];
}

export function evolveServiceGroup(
  state: ServiceGroupState,
  event: Recorded<NewServiceGroupEvent>,
): ServiceGroupState {
  const { version, at, actor: updatedBy } = event;
  if (event.type === 'service_group.created') {
    const { accountId, data } = event;
    return { status: 'active', accountId, ...data, version, createdAt: at, updatedAt: at, updatedBy };
  }
  const serviceGroup = { ...existingServiceGroup(state), version, updatedAt: at, updatedBy };
  switch (event.type) {
    case 'service_group.renamed':
      return { ...serviceGroup, name: event.data.name };
    case 'service_group.settings_changed':
      return withSettings(serviceGroupSettings, serviceGroup, event.data);
    case 'service_group.manager_added':
      return { ...serviceGroup, managers: [...(serviceGroup.managers ?? []), event.data.userId] };
    case 'service_group.manager_removed':
      return withManagers(
        serviceGroup,
        serviceGroup.managers?.filter((userId) => userId !== event.data.userId),
      );
    case 'service_group.team_added':
    case 'service_group.team_changed':
    case 'service_group.team_expiring':
    case 'service_group.team_removed':
      return evolveTeamAccess(serviceGroup, event);
    case 'service_group.removed': {
      const { teamAccess: _ended, ...removed } = withManagers(serviceGroup);
      return { ...removed, status: 'removed' };
    }
    default:
      return event satisfies never;
  }
}

function withManagers(
  { managers: _before, ...serviceGroup }: ServiceGroup,
  managers: readonly UserId[] = [],
): ServiceGroup {
  return managers.length === 0 ? serviceGroup : { ...serviceGroup, managers };
}

/**
 * A removed service group is as absent as one that never existed.
 * @throws DomainError `service_group_not_found`
 */
export function existingServiceGroup(state: ServiceGroupState): ServiceGroup {
  if (state.status === 'none' || state.status === 'removed')
    throw new DomainError('service_group_not_found', 'There is no such service group in this account.');
  return state;
}
