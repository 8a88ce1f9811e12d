import type { ServiceGroupId } from '../values/ids.js';
import { activeAccount, type AccountState } from '../account/account.js';
import { DomainError } from '../values/errors.js';
import type { Actor, Recorded } from '../schema/recorded.js';
import { parseGroupName, parseUnlessKept } from '../values/name.js';
import { parseAll } from '../values/parse-all.js';
import { changeSettings, newSettings, withSettings, type SettingsOf } from '../values/settings.js';
import type { NewServiceGroupEvent } from './events.js';
import { serviceGroupSettings, type ServiceGroupSettingsInput } from './fields.js';

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
  | { type: 'remove_service_group' };

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
    case 'service_group.removed':
      return { ...serviceGroup, status: 'removed' };
    default:
      return event satisfies never;
  }
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
