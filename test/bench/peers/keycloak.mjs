// Keycloak with PostgreSQL: users and groups of a realm, by its administration interface.
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { getKeycloak, KEYCLOAK_VERSION } from '../../keycloak/distribution.mjs';
import { freePort, send } from '../system/whole-system.mjs';
import { startPostgres } from './postgres.mjs';
import { cache, getPostgres, isOk, run, startProgram } from './programs.mjs';
import { chunksOf, freshPairOf, groupsOf, GROUPS, PAGE, pairOf, SEARCHES, times, WORD } from './world.mjs';

const ADMIN = { username: 'admin', password: 'only-for-benches' };
/** Longer than a bench takes: by default a token is valid for a minute. */
const TOKEN_SECONDS = 36_000;
const USERS_OF_AN_IMPORT = 500;

export const VERSION = KEYCLOAK_VERSION;
export const title = 'Keycloak + PostgreSQL';
export const missing = () => getKeycloak().reason ?? getPostgres().reason;

export async function start({ users, searched }, stops) {
  const postgres = await startPostgres(stops);
  const [port, managementPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const pid = await startProgram(
    'sh',
    [
      join(builtForPostgres(), 'bin', 'kc.sh'),
      'start',
      '--optimized',
      ...settingsOf(port, managementPort, postgres),
    ],
    () => isOk(`${url}/realms/master`),
    {
      stops,
      env: {
        KC_BOOTSTRAP_ADMIN_USERNAME: ADMIN.username,
        KC_BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
        JAVA_OPTS_KC_HEAP: '-Xms64m -Xmx1g',
      },
    },
  );
  const ask = async (requests) => send({ url, token: await tokenOf(url) }, requests, 1);
  await ask([{ method: 'PUT', path: '/admin/realms/master', body: { accessTokenLifespan: TOKEN_SECONDS } }]);
  await ask([post('/admin/realms', realmOf(users))]);
  await ask([post('/admin/realms', { realm: 'searched', enabled: true })]);
  const people = times(searched, (n) => personOf('user', n));
  const imports = chunksOf(people, USERS_OF_AN_IMPORT);
  await ask(imports.map((each) => post('/admin/realms/searched/partialImport', { users: each })));
  const token = await tokenOf(url);
  const sendTo = (requests, connections) => send({ url, token }, requests, connections);
  return {
    roots: [pid, postgres.pid],
    send: sendTo,
    operations: operationsOf(users),
    searched: { send: sendTo, operations: searches() },
  };
}

/** Keycloak settles some settings when it is built, once. */
function builtForPostgres() {
  const home = join(cache, `keycloak-${VERSION}`);
  if (existsSync(home)) return home;
  const unfinished = `${home}-unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(getKeycloak().distribution, unfinished, { recursive: true });
  run('sh', [join(unfinished, 'bin', 'kc.sh'), 'build', '--db=postgres'], unfinished);
  renameSync(unfinished, home);
  return home;
}

function settingsOf(port, managementPort, postgres) {
  return [
    '--http-enabled=true',
    '--http-host=127.0.0.1',
    `--http-port=${port}`,
    `--http-management-port=${managementPort}`,
    '--hostname-strict=false',
    '--cache=local',
    `--db-url=jdbc:postgresql://127.0.0.1:${postgres.port}/postgres`,
    '--db-username=postgres',
    '--db-password=postgres',
  ];
}

async function tokenOf(url) {
  const body = new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', ...ADMIN });
  const answer = await fetch(`${url}/realms/master/protocol/openid-connect/token`, { method: 'POST', body });
  return (await answer.json()).access_token;
}

/** Ids that need not be asked for. Group names of one length: none begins another. */
const idOf = (kind, n) => `${kind}0000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const userId = (n) => idOf(1, n);
const groupId = (n) => idOf(2, n);
const groupName = (n) => `group-${String(n).padStart(3, '0')}`;

function realmOf(users) {
  return {
    realm: 'bench',
    enabled: true,
    groups: times(GROUPS, (n) => ({ id: groupId(n), name: groupName(n) })),
    users: times(users, (n) => ({
      id: userId(n),
      ...personOf('user', n),
      groups: groupsOf(n).map((group) => `/${groupName(group)}`),
    })),
  };
}

function personOf(word, n) {
  const email = `${word}${n}@bench.example`;
  return { username: email, email, firstName: 'User', lastName: `No ${n}`, enabled: true };
}

const get = (path) => ({ method: 'GET', path });
const post = (path, body) => ({ method: 'POST', path, body });
const rows = (text) => JSON.parse(text).length;

function operationsOf(users) {
  const path = '/admin/realms/bench';
  const page = `briefRepresentation=true&first=0&max=${PAGE}`;
  return {
    'add a member': {
      request(n) {
        const { user, group } = freshPairOf(n, users);
        return { method: 'PUT', path: `${path}/users/${userId(user)}/groups/${groupId(group)}` };
      },
    },
    'create a user': { request: (n) => post(`${path}/users`, personOf('new', n)) },
    'groups of a user, 25': {
      request: (n) => get(`${path}/users/${userId(n % users)}/groups?${page}`),
      rows,
    },
    'members of a group, 25': {
      request: (n) => get(`${path}/groups/${groupId(n % GROUPS)}/members?${page}`),
      rows,
    },
    // What comes nearest: a user's groups of that name.
    'access check': {
      request(n) {
        const { user, group } = pairOf(n, users);
        return get(`${path}/users/${userId(user)}/groups?search=${groupName(group)}&${page}`);
      },
      rows,
    },
    'a user by id': { request: (n) => get(`${path}/users/${userId(n % users)}`) },
  };
}

function searches() {
  return Object.fromEntries(
    Object.entries(SEARCHES).map(([name, page]) => {
      const at = `first=${(page - 1) * PAGE}&max=${PAGE}&briefRepresentation=true`;
      return [name, { request: () => get(`/admin/realms/searched/users?search=${WORD}&${at}`), rows }];
    }),
  );
}
