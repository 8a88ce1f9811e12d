// Starts the servers, each in a process of its own with a world of its own: Rollbook as built, the stock way, the floor.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { REGION } from '../engines.mjs';
import { buildWorld } from './world.mjs';

const file = (path) => fileURLToPath(new URL(path, import.meta.url));
const tellCpu = new URL('./tell-cpu.mjs', import.meta.url).href;

/** No limit of requests or of log lines is measured here. */
const ROLLBOOK_ENVIRONMENT = {
  HOST: '127.0.0.1',
  PORT: '0',
  AWS_REGION: REGION,
  ROLLBOOK_CURSOR_SECRET: 'the cursor secret of a bench, 32 characters or more',
  ROLLBOOK_RATE_LIMIT: '100000000',
  ROLLBOOK_RATE_BURST: '100000000',
  ROLLBOOK_LOG_LEVEL: 'warn',
};

const PROGRAMS = {
  rollbook: '../../../dist/programs/api.js',
  stock: './stock-server.mjs',
  floor: './floor-server.mjs',
  lambda: '../noisy/lambda-server.mjs',
};

/** @param kind a name of PROGRAMS; `users`: how many its world has; `execArgv`: more for its Node */
export async function startServer(kind, setting, tableName) {
  return start(kind, setting, tableName, await worldOf(setting, tableName));
}

/**
 * Several of them: while one starts, the next one's world is built.
 *
 * @param wanted by name: its kind, and what its setting has besides the common one
 * @param shared one world for all: for those that write the same way
 * @returns by name, in the same order
 */
export async function startServers(wanted, common, { shared = false } = {}) {
  const starting = [];
  let world;
  try {
    for (const [name, { kind, ...own }] of Object.entries(wanted)) {
      const setting = { ...common, ...own };
      const tableName = shared ? 'table' : `table-${starting.length}`;
      if (!world || !shared) world = await worldOf(setting, tableName);
      const server = start(kind, setting, tableName, world);
      const started = server.then((it) => [name, it]);
      started.catch(() => {});
      starting.push(started);
    }
    return new Map(await Promise.all(starting));
  } catch (error) {
    for (const { value } of await Promise.allSettled(starting)) await value?.[1].stop();
    throw error;
  }
}

const masterKeyFileOf = ({ folder }, tableName) => `${folder}/${tableName}-master-key`;

const worldOf = (setting, tableName) =>
  buildWorld(setting.endpoint, tableName, masterKeyFileOf(setting, tableName), setting.users ?? 400);

async function start(kind, setting, tableName, world) {
  const { endpoint, issuer, environment = {}, execArgv = [] } = setting;
  const caller = { accountId: world.accountId, userId: world.adminId };
  const token = await issuer.signUserToken(caller);
  const told = { endpoint, table: tableName, token, caller, jwks: issuer.jwksUrl.href };
  const server = { ...told, issuer: issuer.issuer, audience: issuer.audience, wrapping: world.wrapping };
  const child = fork(file(PROGRAMS[kind]), [], {
    execArgv: [
      '--no-warnings',
      '--import',
      tellCpu,
      ...execArgv,
      ...(process.env.BENCH_NODE_OPTIONS?.split(' ') ?? []),
    ],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ...ROLLBOOK_ENVIRONMENT,
      ROLLBOOK_TABLE: tableName,
      ROLLBOOK_MASTER_KEY_FILE: masterKeyFileOf(setting, tableName),
      ROLLBOOK_DYNAMODB_ENDPOINT: endpoint,
      ROLLBOOK_JWT_ISSUER: issuer.issuer,
      ROLLBOOK_JWT_AUDIENCE: issuer.audience,
      ROLLBOOK_JWKS_URL: issuer.jwksUrl.href,
      BENCH_SERVER: JSON.stringify(server),
      NODE_ENV: 'production',
      ...environment,
    },
  });
  const exited = once(child, 'exit');
  const [{ url }] = await Promise.race([
    once(child, 'message'),
    exited.then(([code]) => {
      throw new Error(`The server ${kind} ended with ${code}.`);
    }),
  ]);
  const ask = async (what) => {
    child.send(what);
    return (await once(child, 'message'))[0];
  };
  return {
    url,
    token,
    world,
    cpu: () => ask('cpu'),
    /** After a garbage collection; the server must have been started with `--expose-gc`. */
    memory: () => ask('memory'),
    async stop() {
      world.close();
      child.kill('SIGTERM');
      await exited;
    },
  };
}
