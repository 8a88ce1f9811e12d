import { Option, type Command } from 'commander';
import { sortsOf, type SortOf, userFields } from '#libs/domain';
import { addListCommand, addRoute, type Api } from '../../api/api.js';

const USERS = '/v1/accounts/{accountId}/users';
const USER = `${USERS}/{userId}` as const;
const COLUMNS = ['id', 'email', 'name', 'role', 'status'] as const;
const COLUMNS_WITH_LAST_SEEN = [...COLUMNS, 'lastSeenAt'] as const;

interface ListOptions {
  search?: string;
  sort?: SortOf<typeof userFields>;
  lastSeen?: boolean;
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
    .option('--last-seen', 'adds when they last used Rollbook; only the columns of the table')
    .option('--search <words>', 'only users found by these words or their beginnings')
    .addOption(new Option('--sort <field>', 'with a minus, in reverse order').choices(sortsOf(userFields)));
  addRoute(users, 'create <email> <name>', 'post', USERS, { fields: ['role'] }).option(
    '--role <role>',
    'owner, admin or member',
    'member',
  );
  addRoute(users, 'get <userId>', 'get', USER);
  addRoute(users, 'change <userId>', 'patch', USER, { fields: ['email', 'name', 'role'] })
    .option('--email <email>')
    .option('--name <name>')
    .option('--role <role>', 'owner, admin or member');
  for (const verb of ['suspend', 'reactivate'] as const)
    addRoute(users, `${verb} <userId>`, 'post', `${USER}/${verb}`);
  addRoute(users, 'remove <userId>', 'delete', USER, { did: 'removed' });
  addRoute(users, 'erase <userId>', 'post', `${USER}/erase`, { did: 'erased' })
    .description('Destroys the key of the personal data in the events of a removed user.')
    .requiredOption('--yes', 'confirms that nobody can read it again');
}
