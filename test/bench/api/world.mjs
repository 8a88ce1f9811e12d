// What the requests find: an account with an admin, users, and service groups with members, the same for each server on
// a table of its own.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CREDENTIALS, library, REGION } from '../engines.mjs';

const PAGE = 25;
/** More than a page; of fewer users a third of them. */
const MEMBERS_OF_A_GROUP = 40;
/** One transaction: DynamoDB Local takes 184 ms for one of 100 items, and locks what others of the batch need. */
const ROWS_AT_ONCE = 8;
/** Attempts: on a busy machine DynamoDB Local gives up waiting for its own locks. */
const PATIENCE = 20;
const by = { actor: 'operator:bench', correlationId: 'bench' };

/** @param masterKeyFile where the key is kept that wraps the keys of personal data */
export async function buildWorld(endpoint, tableName, masterKeyFile, users) {
  const {
    changeMembers,
    createAccount,
    createServiceGroup,
    createUsers,
    ensureTable,
    grantTenant,
    openDirectory,
  } = await library('directory');
  const { fileMasterKey } = await library('secrets');
  const client = new DynamoDBClient({
    endpoint,
    region: REGION,
    credentials: CREDENTIALS,
    maxAttempts: PATIENCE,
  });
  await ensureTable(client, tableName);
  const masterKey = fileMasterKey(masterKeyFile);
  const directory = openDirectory({ client, tableName, cursorSecret: 'x'.repeat(40), masterKey });
  const { accountId } = (await createAccount(directory, { name: 'Bench' }, by)).state;
  const tenant = grantTenant(directory, accountId);
  const rows = Array.from({ length: users }, (_, n) => ({
    name: `User ${n}`,
    email: `user${n}@bench.example`,
    role: n === 0 ? 'owner' : n === 1 ? 'admin' : 'member',
  }));
  const userIds = [];
  for (const some of chunksOf(rows, ROWS_AT_ONCE))
    for (const row of (await createUsers(tenant, some, by)).rows) userIds.push(stateOf(row).userId);
  const newGroup = async (name) => (await createServiceGroup(tenant, { name }, by)).state.serviceGroupId;
  const full = [];
  for (let n = 0; n < PAGE; n += 1) full.push(await newGroup(`Group ${n}`));
  const members = userIds.slice(2, 2 + Math.min(MEMBERS_OF_A_GROUP, Math.floor(users / 3)));
  for (const group of full) {
    const adds = members.map((userId) => ({ operation: 'add', userId }));
    for (const some of chunksOf(adds, ROWS_AT_ONCE))
      (await changeMembers(tenant, group, some, by)).rows.forEach(stateOf);
  }
  const { keyId, plain } = await directory.keyRing.current();
  return {
    accountId,
    /** What the keys of the users are wrapped with. */
    wrapping: { keyId, plain: Buffer.from(plain).toString('base64') },
    adminId: userIds[1],
    userIds,
    members,
    full,
    /** For additions: how many were given out, and their groups. */
    given: 0,
    spare: [],
    newGroup,
    close: () => client.destroy(),
  };
}

function chunksOf(rows, size) {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, n) =>
    rows.slice(n * size, (n + 1) * size),
  );
}

function stateOf(row) {
  if (!row.done) throw new Error(`A row failed: ${row.error.message}`, { cause: row.error });
  return row.state;
}
