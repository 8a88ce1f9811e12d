import { Option, type Command } from 'commander';
import { sortsOf, type SortOf, userFields } from '#libs/domain';
import { addApiCommand, addListCommand, printOne, type Api } from '../../api/api.js';

const USERS = '/v1/accounts/{accountId}/users';
const USER = `${USERS}/{userId}` as const;
const COLUMNS = ['id', 'email', 'name', 'role', 'status'] as const;
const COLUMNS_WITH_LAST_SEEN = [...COLUMNS, 'lastSeenAt'] as const;

interface ListOptions {
  search?: string;
  sort?: SortOf<typeof userFields>;
  lastSeen?: boolean;
}

interface Changes {
  email?: string;
  name?: string;
  /** The API checks it, so any role may be given. */
  role?: 'member';
}

export function addUserCommands(rollbook: Command): void {
  const users = rollbook.command('users').description('The users of an account.');
  const columnsOf = (api: Api) => (api.options<ListOptions>().lastSeen ? COLUMNS_WITH_LAST_SEEN : COLUMNS);
  addListCommand(users, 'list', columnsOf, (api, page) => {
    const { search: q, sort, lastSeen } = api.options<ListOptions>();
    const fields = lastSeen && { fields: COLUMNS_WITH_LAST_SEEN.join() };
    const query = { ...page, ...(q !== undefined && { q }), ...(sort && { sort }), ...fields };
    return api.client.each(USERS, { path: api.path(), query });
  })
    .option('--last-seen', 'also when they last used Rollbook, and only the columns of the table')
    .option('--search <words>', 'only users found by these words or their beginnings')
    .addOption(new Option('--sort <field>', 'with a minus, in reverse order').choices(sortsOf(userFields)));
  addApiCommand(users, 'create <email> <name>', async (api, email, name) => {
    const { role = 'member' } = api.options<Changes>();
    printOne(api, await api.client.post(USERS, { path: api.path(), body: { email, name, role } }));
  }).option('--role <role>', 'owner, admin or member', 'member');
  addApiCommand(users, 'get <userId>', async (api, userId) =>
    printOne(api, await api.client.get(USER, { path: { ...api.path(), userId } })),
  );
  addApiCommand(users, 'change <userId>', async (api, userId) => {
    const { email, name, role } = api.options<Changes>();
    const body = { ...(email && { email }), ...(name && { name }), ...(role && { role }) };
    printOne(api, await api.client.patch(USER, { path: { ...api.path(), userId }, body }));
  })
    .option('--email <email>')
    .option('--name <name>')
    .option('--role <role>', 'owner, admin or member');
  for (const verb of ['suspend', 'reactivate'] as const)
    addApiCommand(users, `${verb} <userId>`, async (api, userId) =>
      printOne(api, await api.client.post(`${USER}/${verb}`, { path: { ...api.path(), userId } })),
    );
  addApiCommand(users, 'remove <userId>', async (api, userId) => {
    await api.client.delete(USER, { path: { ...api.path(), userId } });
    printOne(api, { removed: userId });
  });
  addApiCommand(users, 'erase <userId>', async (api, userId) => {
    await api.client.post(`${USER}/erase`, { path: { ...api.path(), userId } });
    printOne(api, { erased: userId });
  })
    .description('Destroys the key of the personal data in the events of a removed user.')
    .requiredOption('--yes', 'confirms that nobody can read it again');
}
