import {
  addManager,
  addMember,
  commandAccount,
  commandUser,
  createServiceGroup,
  createUser,
  removeManager,
  removeMember,
  removeServiceGroup,
  removeUser,
  updateServiceGroup,
  type Tenant,
} from '#libs/directory';
import { byOperator } from '../support/directory/directory.js';
import type { Answer, Answered, Command } from './directory-model.js';

/** Carries out a command of the model on the directory itself. */
export async function send(
  tenant: Tenant,
  asked: Command,
  { userId, groupId }: Answered['targets'],
): Promise<{ answer: Answer; newId: string | undefined }> {
  const by = byOperator;
  const start = () => {
    switch (asked.type) {
      case 'change_account':
      case 'suspend_account':
      case 'reactivate_account':
        return commandAccount(tenant, asked, by);
      case 'create_user':
        return createUser(tenant, asked, by);
      case 'change_user': {
        const { user: _, ...change } = asked;
        return commandUser(tenant, userId, change, by);
      }
      case 'suspend_user':
      case 'reactivate_user':
        return commandUser(tenant, userId, { type: asked.type }, by);
      case 'remove_user':
        return removeUser(tenant, userId, by);
      case 'create_group':
        return createServiceGroup(tenant, asked, by);
      case 'rename_group':
        return updateServiceGroup(tenant, groupId, asked, by);
      case 'remove_group':
        return removeServiceGroup(tenant, groupId, by);
      case 'add_member':
        return addMember(tenant, groupId, userId, by);
      case 'add_manager':
        return addManager(tenant, groupId, userId, by);
      case 'remove_manager':
        return removeManager(tenant, groupId, userId, by);
      case 'remove_member':
        return removeMember(tenant, groupId, userId, by);
    }
  };
  try {
    const { events } = await start();
    const newId = asked.type.startsWith('create_') ? events[0]?.aggregateId : undefined;
    return { answer: { events: events.map(({ eventId }) => eventId) }, newId };
  } catch (error) {
    const { code } = error as { code?: string };
    if ((error as Error).name !== 'DomainError' || code === undefined) throw error;
    return { answer: { refused: code }, newId: undefined };
  }
}
