// SpiceDB with PostgreSQL, by its HTTP interface. It knows no users: one is created as a relationship to its account.
import { send } from '../system/whole-system.mjs';
import { startOnPostgres } from './postgres.mjs';
import { getGoProgram, getPostgres } from './programs.mjs';
import { chunksOf, freshPairOf, GROUPS, PAGE, pairOf, relationshipsOf } from './world.mjs';

export const VERSION = 'v1.56.2';
const spicedb = () =>
  getGoProgram({ name: 'spicedb', module: 'github.com/authzed/spicedb', version: VERSION });
const UPDATES_OF_A_WRITE = 500;
const KEY = 'only-for-benches';
/** As Rollbook answers: with all that has been written before. */
const CONSISTENT = { consistency: { fullyConsistent: true } };

export const title = 'SpiceDB + PostgreSQL';
export const missing = () => spicedb().reason ?? getPostgres().reason;

export async function start({ users }, stops) {
  const { url, roots } = await startOnPostgres(spicedb(), stops, {
    store: (uri) => ['--datastore-engine', 'postgres', '--datastore-conn-uri', uri],
    migrate: ['datastore', 'migrate', 'head'],
    serve: [
      'serve',
      '--grpc-preshared-key',
      KEY,
      '--http-enabled',
      '--telemetry-endpoint=',
      '--skip-release-check',
    ],
  });
  const sendTo = (requests, connections) => send({ url, token: KEY }, requests, connections);
  await sendTo([post('/v1/schema/write', { schema: SCHEMA })], 1);
  await sendTo(chunksOf(relationshipsOf(users, inAccount, inGroup), UPDATES_OF_A_WRITE).map(write), 2);
  return {
    roots,
    send: sendTo,
    operations: {
      'add a member': { request: (n) => write([inGroup(freshPairOf(n, users))]) },
      'create a user': { request: (n) => write([inAccount(`new${n}`)]) },
      'groups of a user, 25': {
        request: (n) =>
          read({ optionalSubjectFilter: { subjectType: 'user', optionalSubjectId: `u${n % users}` } }),
        rows,
      },
      'members of a group, 25': {
        request: (n) => read({ optionalResourceId: `g${n % GROUPS}` }),
        rows,
      },
      'access check': {
        request(n) {
          const { resource, subject } = inGroup(pairOf(n, users));
          return post('/v1/permissions/check', { ...CONSISTENT, resource, permission: 'enter', subject });
        },
        rows: (text) => Number(JSON.parse(text).permissionship === 'PERMISSIONSHIP_HAS_PERMISSION'),
      },
    },
  };
}

const SCHEMA = `definition user {}
definition account {
  relation member: user
}
definition group {
  relation member: user
  permission enter = member
}`;

const post = (path, body) => ({ method: 'POST', path, body });
const object = (objectType, objectId) => ({ objectType, objectId });
const related = (resource, user) => ({
  resource,
  relation: 'member',
  subject: { object: object('user', user) },
});
const inGroup = ({ user, group }) => related(object('group', `g${group}`), `u${user}`);
const inAccount = (name) => related(object('account', 'bench'), name);

function write(relationships) {
  const updates = relationships.map((relationship) => ({ operation: 'OPERATION_CREATE', relationship }));
  return post('/v1/relationships/write', { updates });
}

function read(filter) {
  const relationshipFilter = { resourceType: 'group', optionalRelation: 'member', ...filter };
  return post('/v1/relationships/read', { ...CONSISTENT, relationshipFilter, optionalLimit: PAGE });
}

/** One line for each. */
const rows = (text) => text.trim().split('\n').length;
