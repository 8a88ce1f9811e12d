// One process of writers, for part.mjs: `node writers.mjs '<world>'`. Each message of its parent names a case, and is answered with what was done.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CREDENTIALS, library, REGION } from '../engines.mjs';
import { by } from '../world.mjs';

const { endpoint, tableName, cursorSecret, masterKeyFile, accounts, users, groups, writers } = JSON.parse(
  process.argv[2],
);
const lib = await library('directory');
const { fileMasterKey } = await library('secrets');
const used = { cancelled: 0 };
const directory = lib.openDirectory({
  client: new DynamoDBClient({ endpoint, region: REGION, credentials: CREDENTIALS }),
  tableName,
  cursorSecret,
  masterKey: fileMasterKey(masterKeyFile),
  joinReads: true,
  onCall({ error }) {
    if (error?.includes('TransactionCanceled')) used.cancelled += 1;
  },
});
const [tenant, limited] = accounts.map((accountId) => lib.grantTenant(directory, accountId));
let made = 0;
const members = new Set();

/** What a writer sends: never what is so already. */
const CASES = {
  'one user': () => rename(users[0]),
  'one service group': (writer) => enterOrLeave(users[writer], groups[0]),
  'eight service groups': (writer) => enterOrLeave(users[writer], groups[1 + (writer % (groups.length - 1))]),
  'one account': () => create(tenant),
  'one account with limits': () => create(limited),
  'apart: a user for each writer': (writer) => rename(users[writer]),
};

process.on('message', async ({ name, seconds }) => {
  used.cancelled = 0;
  const states = writers.map((index) => ({ index, times: [], givenUp: 0 }));
  const startedAt = performance.now();
  await Promise.all(states.map((writer) => write(writer, CASES[name], startedAt + seconds * 1000)));
  process.send({ writers: states, cancelled: used.cancelled, took: (performance.now() - startedAt) / 1000 });
});
process.send('ready');

function rename(userId) {
  made += 1;
  return lib.commandUser(tenant, userId, { type: 'change_user', name: `Name ${process.pid} ${made}` }, by);
}

function create(account) {
  made += 1;
  const email = `new${process.pid}-${made}@bench.example`;
  return lib.createUser(account, { name: 'New', email, role: 'member' }, by);
}

async function enterOrLeave(userId, groupId) {
  const membership = `${groupId} ${userId}`;
  if (!members.has(membership)) {
    await lib.addMember(tenant, groupId, userId, by);
    members.add(membership);
  } else {
    await lib.removeMember(tenant, groupId, userId, by);
    members.delete(membership);
  }
}

async function write(writer, command, until) {
  while (performance.now() < until) {
    const startedAt = performance.now();
    await untilDone(writer, command);
    writer.times.push(performance.now() - startedAt);
  }
}

async function untilDone(writer, command) {
  for (;;) {
    try {
      return await command(writer.index);
    } catch (error) {
      if (error.name !== 'ContentionError') throw error;
      writer.givenUp += 1;
    }
  }
}
