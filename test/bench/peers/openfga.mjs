// OpenFGA with PostgreSQL, by its HTTP interface. It knows no users: one is created as a relationship to its account.
import { bodyOf, freePort, send } from '../system/whole-system.mjs';
import { startPostgres } from './postgres.mjs';
import { getGoProgram, getPostgres, isOk, run, startProgram } from './programs.mjs';
import { chunksOf, freshPairOf, groupsOf, GROUPS, PAGE, pairOf, times } from './world.mjs';

export const VERSION = 'v1.22.1';
const openfga = () =>
  getGoProgram({ name: 'openfga', module: 'github.com/openfga/openfga', version: VERSION });
const TUPLES_OF_A_WRITE = 100;
const NOBODY_ASKS_FOR_IT = 'none';

export const title = 'OpenFGA + PostgreSQL';
export const missing = () => openfga().reason ?? getPostgres().reason;

export async function start({ users }, stops) {
  const postgres = await startPostgres(stops);
  const { program } = openfga();
  const [port, grpcPort] = [await freePort(), await freePort()];
  const store = ['--datastore-engine', 'postgres', '--datastore-uri', postgres.uri];
  run(program, ['migrate', ...store]);
  const url = `http://127.0.0.1:${port}`;
  const pid = await startProgram(
    program,
    [
      'run',
      ...store,
      '--http-addr',
      `127.0.0.1:${port}`,
      '--grpc-addr',
      `127.0.0.1:${grpcPort}`,
      '--playground-enabled=false',
      '--metrics-enabled=false',
      '--log-level',
      'warn',
    ],
    () => isOk(`${url}/healthz`),
    { stops },
  );
  const sendTo = (requests, connections) => send({ url, token: NOBODY_ASKS_FOR_IT }, requests, connections);
  const ask = async (path, body) => bodyOf((await sendTo([post(path, body)], 1))[0]);
  const { id } = await ask('/stores', { name: 'bench' });
  const path = `/stores/${id}`;
  const { authorization_model_id: model } = await ask(`${path}/authorization-models`, MODEL);
  const write = (keys) =>
    post(`${path}/write`, { writes: { tuple_keys: keys }, authorization_model_id: model });
  const seeds = times(users, (user) => [
    inAccount(`u${user}`),
    ...groupsOf(user).map((group) => inGroup({ user, group })),
  ]);
  await sendTo(chunksOf(seeds.flat(), TUPLES_OF_A_WRITE).map(write), 4);
  const rows = (text) => JSON.parse(text).tuples.length;
  const read = (key) => post(`${path}/read`, { tuple_key: key, page_size: PAGE });
  return {
    roots: [pid, postgres.pid],
    send: sendTo,
    operations: {
      'add a member': { request: (n) => write([inGroup(freshPairOf(n, users))]) },
      'create a user': { request: (n) => write([inAccount(`new${n}`)]) },
      'groups of a user, 25': {
        request: (n) => read({ user: `user:u${n % users}`, relation: 'member', object: 'group:' }),
        rows,
      },
      'members of a group, 25': {
        request: (n) => read({ relation: 'member', object: `group:g${n % GROUPS}` }),
        rows,
      },
      'access check': {
        request: (n) =>
          post(`${path}/check`, { tuple_key: inGroup(pairOf(n, users)), authorization_model_id: model }),
        rows: (text) => Number(JSON.parse(text).allowed),
      },
    },
  };
}

const MEMBERS = {
  relations: { member: { this: {} } },
  metadata: { relations: { member: { directly_related_user_types: [{ type: 'user' }] } } },
};
const MODEL = {
  schema_version: '1.1',
  type_definitions: [{ type: 'user' }, { type: 'account', ...MEMBERS }, { type: 'group', ...MEMBERS }],
};

const post = (path, body) => ({ method: 'POST', path, body });
const inGroup = ({ user, group }) => ({
  user: `user:u${user}`,
  relation: 'member',
  object: `group:g${group}`,
});
const inAccount = (name) => ({ user: `user:${name}`, relation: 'member', object: 'account:bench' });
