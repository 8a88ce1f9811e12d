import {
  acceptInvitation,
  addMember,
  changeMembers,
  closeAccount,
  commandUser,
  createAccount,
  createApiKey,
  createServiceGroup,
  createUser,
  createUsers,
  erasePersonalData,
  inviteUser,
  removeMember,
  removeServiceGroup,
  removeUser,
  replaceServiceGroupsOfUser,
  rotateApiKey,
  updateServiceGroup,
} from '#libs/directory';
import { byOperator } from '../directory.js';
import {
  faulty,
  finish,
  nameOf,
  newGroup,
  newMember,
  newUser,
  person,
  place,
  repeatable,
  type BreakableCommand,
} from '../../workplace.js';

const TERMS = { tokenHashOf: () => 'hash' };

/** The directory's own commands. */
export const breakableCommands: Record<string, BreakableCommand> = {
  'create an account': {
    refusals: ['external_id_taken'],
    prepare: (at) => () => createAccount(at.faulty, { name: 'New', externalId: nameOf('crm') }, repeatable()),
  },
  'create an owner': {
    refusals: ['email_taken', 'external_id_taken'],
    prepare: (at) => {
      const input = { ...person('owner'), externalId: nameOf('hr') };
      return () => createUser(faulty(at), input, repeatable());
    },
  },
  'change everything of a user': {
    refusals: ['email_taken'],
    prepare: async (at) => {
      const [userId, change] = [await newUser(at), { type: 'change_user', ...person('owner') } as const];
      return () => commandUser(faulty(at), userId, change, byOperator);
    },
  },
  'remove an owner': {
    prepare: async (at) => {
      const userId = await newUser(at, 'owner');
      await addMember(at.account.tenant, at.account.serviceGroupId, userId, byOperator);
      return () => removeUser(faulty(at), userId, byOperator);
    },
  },
  'erase a user': {
    prepare: async (at) => {
      const userId = await newMember(at);
      await removeUser(at.account.tenant, userId, byOperator);
      return () => erasePersonalData(faulty(at), userId, byOperator);
    },
  },
  'create a service group': {
    refusals: ['service_group_name_taken'],
    prepare: (at) => () => createServiceGroup(faulty(at), { name: nameOf('g') }, byOperator),
  },
  'rename a service group': {
    refusals: ['service_group_name_taken'],
    prepare: async (at) => {
      const groupId = await newGroup(at);
      return () => updateServiceGroup(faulty(at), groupId, { name: nameOf('g') }, byOperator);
    },
  },
  'remove a service group': {
    prepare: async (at) => {
      const groupId = await newGroup(at);
      return () => removeServiceGroup(faulty(at), groupId, byOperator);
    },
  },
  'add a member': {
    prepare: async (at) => {
      const userId = await newUser(at);
      return () => addMember(faulty(at), at.account.serviceGroupId, userId, byOperator);
    },
  },
  'remove a member': {
    prepare: async (at) => {
      const userId = await newMember(at);
      return () => removeMember(faulty(at), at.account.serviceGroupId, userId, byOperator);
    },
  },
  "replace a user's service groups": {
    prepare: async (at) => {
      const [userId, groupId] = [await newMember(at), await newGroup(at)];
      return () => replaceServiceGroupsOfUser(faulty(at), userId, [groupId], repeatable());
    },
  },
  'create an API key': {
    prepare: (at) => {
      const input = { name: 'key', scopes: ['users:read'] as const, expiresAt: undefined };
      const draw = () => ({ secretHash: 'hash', hint: 'hint' });
      return () => createApiKey(faulty(at), input, draw, byOperator);
    },
  },
  'rotate an API key': {
    prepare: async (at) => {
      const { account, now } = at;
      const draw = () => ({ secretHash: 'hash', hint: 'hint' });
      const key = { name: 'key', scopes: ['users:read'] as const, expiresAt: undefined };
      const { apiKeyId } = (await createApiKey(account.tenant, key, draw, byOperator)).state;
      const times = { previousValidUntil: new Date(now + 1_000).toISOString(), expiresAt: undefined };
      const rotation = { type: 'rotate_api_key', secretHash: 'other', hint: 'other', ...times } as const;
      return () => rotateApiKey(faulty(at, account.tenant), apiKeyId, rotation, byOperator);
    },
  },
  'invite a user': {
    refusals: ['email_taken'],
    prepare: (at) => {
      const input = person();
      return () => inviteUser(faulty(at), input, TERMS, repeatable());
    },
  },
  'accept an invitation': {
    prepare: async (at) => {
      const { accountId } = at.account.tenant;
      const { userId } = (await inviteUser(at.account.tenant, person(), TERMS, byOperator)).state;
      const acceptance = { accountId, userId, tokenHash: 'hash' };
      return () => acceptInvitation(at.faulty, acceptance, TERMS, byOperator);
    },
  },
  'create users together': {
    refusals: ['email_taken'],
    prepare: (at) => {
      const rows = [person(), person()];
      return () => createUsers(faulty(at), rows, byOperator);
    },
  },
  'change members together': {
    prepare: async (at) => {
      const rows = [
        { operation: 'add', userId: await newUser(at) },
        { operation: 'remove', userId: await newMember(at) },
      ] as const;
      return () => changeMembers(faulty(at), at.account.serviceGroupId, rows, repeatable());
    },
  },
  'close an account': {
    prepare: async (at) => {
      at.account = await place(at.directory);
      return () => closeAccount(faulty(at), byOperator);
    },
  },
  'end the memberships of a removed service group': {
    isJob: true,
    prepare: async (at) => {
      const where = (at.account = await place(at.directory));
      await newMember(at);
      const removal = await removeServiceGroup(where.tenant, where.serviceGroupId, byOperator);
      return () => finish(at, removal.state.jobId);
    },
  },
  'empty a closed account': {
    isJob: true,
    prepare: async (at) => {
      at.account = await place(at.directory);
      await newMember(at);
      const { jobId } = (await closeAccount(at.account.tenant, byOperator)).state;
      return () => finish(at, jobId);
    },
  },
};
