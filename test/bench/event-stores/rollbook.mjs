// Rollbook: commands of its users, by the directory's own functions.
import { library } from '../engines.mjs';
import { newClient } from './counted-client.mjs';

const by = { actor: 'operator:bench', correlationId: 'bench' };

export async function open({ endpoint, folder, label, events }) {
  const {
    commandUser,
    createAccount,
    createUser,
    ensureTable,
    getUser,
    getUserAsOf,
    grantTenant,
    openDirectory,
  } = await library('directory');
  const { fileMasterKey } = await library('secrets');
  const client = newClient(endpoint);
  const used = { calls: 0, read: 0, write: 0 };
  const tableName = `rollbook-${label}`;
  await ensureTable(client, tableName);
  const directory = openDirectory({
    client,
    tableName,
    cursorSecret: 'x'.repeat(40),
    masterKey: fileMasterKey(`${folder}/${label}`),
    joinReads: true,
    onCall({ capacity }) {
      used.calls += 1;
      used.read += capacity?.read ?? 0;
      used.write += capacity?.write ?? 0;
    },
  });
  const { accountId } = (await createAccount(directory, { name: 'Bench' }, by)).state;
  const tenant = grantTenant(directory, accountId);
  const newUser = async (n) => {
    const input = { name: `User ${n}`, email: `user${n}@bench.example`, role: 'member' };
    return (await createUser(tenant, input, by)).state.userId;
  };
  const rename = (userId, n) => commandUser(tenant, userId, { type: 'change_user', name: `Name ${n}` }, by);
  const long = await newUser('long');
  for (let n = 2; n <= events; n += 1) await rename(long, n);
  const made = [];
  return {
    used,
    create: async (n) => made.push(await newUser(n)),
    command: (n) => rename(made[n % made.length], n),
    state: async () => (await getUser(tenant, long)).version,
    fold: async () => (await getUserAsOf(tenant, long, new Date(Date.now() + 60_000).toISOString())).version,
    async clash() {
      const id = await newUser('clash');
      const outcomes = await Promise.all([rename(id, 1), rename(id, 2)]);
      const versions = outcomes.map(({ state }) => state.version).sort();
      return `one was decided again after the other had committed: versions ${versions.join(' and ')}`;
    },
    close: () => client.destroy(),
  };
}
