import type { Command } from 'commander';
import { openApi, printOne, printRows, withApiOptions } from '../api.js';

const USER_COLUMNS = ['id', 'email', 'name', 'role', 'status'];

/** accounts, users, invitations, groups, members: what the API has, as commands. */
export function addPeopleCommands(rollbook: Command): void {
  addAccounts(rollbook.command('accounts').description('The accounts of the platform.'));
  const users = rollbook.command('users').description('The users of an account.');
  addUsers(users);
  addInvitations(rollbook.command('invitations').description('Invite users by mail.'));
  const groups = rollbook.command('groups').description('The service groups of an account.');
  addGroups(groups);
  const members = rollbook.command('members').description('Who may enter a service group.');
  addMembers(members);
}

function addAccounts(accounts: Command): void {
  withApiOptions(accounts.command('list')).action(async (_: unknown, command: Command) => {
    const api = openApi(command);
    await printRows(api, ['id', 'name', 'status', 'createdAt'], api.client.each('/v1/accounts'));
  });
  withApiOptions(accounts.command('create').argument('<name>')).action(
    async (name: string, _: unknown, command: Command) => {
      const api = openApi(command);
      printOne(api, await api.client.post('/v1/accounts', { body: { name } }));
    },
  );
  withApiOptions(accounts.command('get')).action(async (_: unknown, command: Command) => {
    const api = openApi(command);
    printOne(api, await api.client.get('/v1/accounts/{accountId}', { path: api.path() }));
  });
}

function addUsers(users: Command): void {
  withApiOptions(users.command('list')).action(async (_: unknown, command: Command) => {
    const api = openApi(command);
    const all = api.client.each('/v1/accounts/{accountId}/users', {
      path: api.path(),
      query: { limit: 100 },
    });
    await printRows(api, USER_COLUMNS, all);
  });
  withApiOptions(
    users
      .command('create')
      .argument('<email>')
      .argument('<name>')
      .option('--role <role>', 'owner, admin or member', 'member'),
  ).action(async (email: string, name: string, { role }: { role: 'member' }, command: Command) => {
    const api = openApi(command);
    const body = { email, name, role };
    printOne(api, await api.client.post('/v1/accounts/{accountId}/users', { path: api.path(), body }));
  });
  withApiOptions(users.command('get').argument('<userId>')).action(
    async (userId: string, _: unknown, command: Command) => {
      const api = openApi(command);
      const path = { ...api.path(), userId };
      printOne(api, await api.client.get('/v1/accounts/{accountId}/users/{userId}', { path }));
    },
  );
  withApiOptions(users.command('remove').argument('<userId>')).action(
    async (userId: string, _: unknown, command: Command) => {
      const api = openApi(command);
      const path = { ...api.path(), userId };
      await api.client.delete('/v1/accounts/{accountId}/users/{userId}', { path });
      printOne(api, { removed: userId });
    },
  );
}

function addInvitations(invitations: Command): void {
  const columns = ['id', 'email', 'name', 'role', 'status', 'expiresAt'];
  withApiOptions(invitations.command('list')).action(async (_: unknown, command: Command) => {
    const api = openApi(command);
    const path = api.path();
    await printRows(api, columns, api.client.each('/v1/accounts/{accountId}/invitations', { path }));
  });
  withApiOptions(
    invitations
      .command('send')
      .argument('<email>')
      .argument('<name>')
      .option('--role <role>', 'owner, admin or member', 'member'),
  ).action(async (email: string, name: string, { role }: { role: 'member' }, command: Command) => {
    const api = openApi(command);
    const request = { path: api.path(), body: { email, name, role } };
    printOne(api, await api.client.post('/v1/accounts/{accountId}/invitations', request));
  });
  withApiOptions(invitations.command('accept').argument('<token>')).action(
    async (token: string, _: unknown, command: Command) => {
      const api = openApi(command);
      printOne(api, await api.client.post('/invitations/v1/accept', { body: { token } }));
    },
  );
}

function addGroups(groups: Command): void {
  withApiOptions(groups.command('list')).action(async (_: unknown, command: Command) => {
    const api = openApi(command);
    const path = api.path();
    await printRows(
      api,
      ['id', 'name', 'status'],
      api.client.each('/v1/accounts/{accountId}/service-groups', { path }),
    );
  });
  withApiOptions(groups.command('create').argument('<name>')).action(
    async (name: string, _: unknown, command: Command) => {
      const api = openApi(command);
      const request = { path: api.path(), body: { name } };
      printOne(api, await api.client.post('/v1/accounts/{accountId}/service-groups', request));
    },
  );
  withApiOptions(groups.command('remove').argument('<serviceGroupId>')).action(
    async (serviceGroupId: string, _: unknown, command: Command) => {
      const api = openApi(command);
      const path = { ...api.path(), serviceGroupId };
      await api.client.delete('/v1/accounts/{accountId}/service-groups/{serviceGroupId}', { path });
      printOne(api, { removed: serviceGroupId });
    },
  );
}

const MEMBER = '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members/{userId}';

function addMembers(members: Command): void {
  withApiOptions(members.command('list').argument('<serviceGroupId>')).action(
    async (serviceGroupId: string, _: unknown, command: Command) => {
      const api = openApi(command);
      const path = { ...api.path(), serviceGroupId };
      const all = api.client.each('/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members', {
        path,
      });
      await printRows(api, ['userId', 'userEmail', 'userName', 'since'], all);
    },
  );
  withApiOptions(members.command('add').argument('<serviceGroupId>').argument('<userId>')).action(
    async (serviceGroupId: string, userId: string, _: unknown, command: Command) => {
      const api = openApi(command);
      printOne(api, await api.client.put(MEMBER, { path: { ...api.path(), serviceGroupId, userId } }));
    },
  );
  withApiOptions(members.command('remove').argument('<serviceGroupId>').argument('<userId>')).action(
    async (serviceGroupId: string, userId: string, _: unknown, command: Command) => {
      const api = openApi(command);
      await api.client.delete(MEMBER, { path: { ...api.path(), serviceGroupId, userId } });
      printOne(api, { serviceGroupId, removed: userId });
    },
  );
}
