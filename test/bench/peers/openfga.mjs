// OpenFGA with PostgreSQL, by its HTTP interface. It knows no users: one is created as a relationship to its account.
import { bodyOf, send } from '../system/whole-system.mjs';
import { startOnPostgres } from './postgres.mjs';
import { getGoProgram, getPostgres } from './programs.mjs';
import { chunksOf, freshPairOf, GROUPS, PAGE, pairOf, relationshipsOf } from './world.mjs';

export const VERSION = 'v1.22.1';
const openfga = () =>
  getGoProgram({ name: 'openfga', module: 'github.com/openfga/openfga', version: VERSION });
const TUPLES_OF_A_WRITE = 100;
const NOBODY_ASKS_FOR_IT = 'none';

export const title = 'OpenFGA + PostgreSQL';
export const missing = () => openfga().reason ?? getPostgres().reason;

export async function start({ users }, stops) {
  const { url, roots } = await startOnPostgres(openfga(), stops, {
    store: (uri) => ['--datastore-engine', 'postgres', '--datastore-uri', uri],
    migrate: ['migrate'],
    serve: ['run', '--playground-enabled=false'],
  });
  const sendTo = (requests, connections) => send({ url, token: NOBODY_ASKS_FOR_IT }, requests, connections);
  const ask = async (path, body) => bodyOf((await sendTo([post(path, body)], 1))[0]);
  const { id } = await ask('/stores', { name: 'bench' });
  const path = `/stores/${id}`;
  const { authorization_model_id: model } = await ask(`${path}/authorization-models`, MODEL);
  const write = (keys) =>
    post(`${path}/write`, { writes: { tuple_keys: keys }, authorization_model_id: model });
  await sendTo(chunksOf(relationshipsOf(users, inAccount, inGroup), TUPLES_OF_A_WRITE).map(write), 4);
  const rows = (text) => JSON.parse(text).tuples.length;
  const read = (key) => post(`${path}/read`, { tuple_key: key, page_size: PAGE });
  return {
    roots,
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
