import type { Command } from 'commander';
import type { Schemas } from '#libs/client';
import { addApiCommand, addListCommand, printOne } from '../../api/api.js';

type Member = Schemas['MembershipDto'];

const GROUPS = '/v1/accounts/{accountId}/service-groups';
const GROUP = `${GROUPS}/{serviceGroupId}` as const;
const MEMBERS = `${GROUP}/members` as const;
const MEMBER = `${MEMBERS}/{userId}` as const;

export function addGroupCommands(rollbook: Command): void {
  addGroups(rollbook.command('groups').description('The service groups of an account.'));
  addMembers(rollbook.command('members').description('Who may enter a service group.'));
}

function addGroups(groups: Command): void {
  addListCommand(groups, 'list', ['id', 'name', 'memberCount', 'createdAt'], (api, query) =>
    api.client.each(GROUPS, { path: api.path(), query }),
  );
  addApiCommand(groups, 'create <name>', async (api, name) =>
    printOne(api, await api.client.post(GROUPS, { path: api.path(), body: { name } })),
  );
  addApiCommand(groups, 'get <serviceGroupId>', async (api, serviceGroupId) =>
    printOne(api, await api.client.get(GROUP, { path: { ...api.path(), serviceGroupId } })),
  );
  addApiCommand(groups, 'rename <serviceGroupId> <name>', async (api, serviceGroupId, name) =>
    printOne(api, await api.client.patch(GROUP, { path: { ...api.path(), serviceGroupId }, body: { name } })),
  );
  addApiCommand(groups, 'remove <serviceGroupId>', async (api, serviceGroupId) => {
    await api.client.delete(GROUP, { path: { ...api.path(), serviceGroupId } });
    printOne(api, { removed: serviceGroupId });
  });
}

/** With the user's name and email as columns of the table. */
async function* people(members: AsyncIterable<Member>) {
  for await (const member of members) yield { ...member, email: member.user.email, name: member.user.name };
}

function addMembers(members: Command): void {
  addListCommand(
    members,
    'list <serviceGroupId>',
    ['userId', 'email', 'name', 'since'],
    (api, query, serviceGroupId = '') => {
      const all = api.client.each(MEMBERS, { path: { ...api.path(), serviceGroupId }, query });
      return api.json ? (all as ReturnType<typeof people>) : people(all);
    },
  );
  addApiCommand(members, 'add <serviceGroupId> <userId>', async (api, serviceGroupId, userId) =>
    printOne(api, await api.client.put(MEMBER, { path: { ...api.path(), serviceGroupId, userId } })),
  );
  addApiCommand(members, 'remove <serviceGroupId> <userId>', async (api, serviceGroupId, userId) => {
    await api.client.delete(MEMBER, { path: { ...api.path(), serviceGroupId, userId } });
    printOne(api, { serviceGroupId, removed: userId });
  });
}
