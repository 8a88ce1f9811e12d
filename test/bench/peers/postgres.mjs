// A PostgreSQL of one peer alone, as Debian sets it up, so that its processes count to that peer.
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../system/whole-system.mjs';
import { getPostgres, isOk, run, startProgram } from './programs.mjs';

/** It does not run as root: then as `nobody`, by the number that this has everywhere. */
const NO_USERS = 65_534;

/** @param stops takes what ends it @returns its place, and the process that has started all others of it */
export async function startPostgres(stops) {
  const { bin } = getPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'rollbook-postgres-'));
  stops.push(() => rmSync(folder, { recursive: true, force: true }));
  const isRoot = process.getuid() === 0;
  if (isRoot) chownSync(folder, NO_USERS, NO_USERS);
  const as = isRoot ? { uid: NO_USERS, gid: NO_USERS } : {};
  const data = join(folder, 'data');
  run(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'], folder, as);
  const port = await freePort();
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'track_commit_timestamp=on',
  ];
  const args = ['-D', data, ...settings.flatMap((each) => ['-c', each])];
  const answers = async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
    return true;
  };
  // Its fast shutdown, which does not wait for those who are connected.
  const how = { signal: 'SIGINT', stops, ...as };
  const pid = await startProgram(join(bin, 'postgres'), args, answers, how);
  return {
    pid,
    port,
    uri: `postgres://postgres:postgres@127.0.0.1:${port}/postgres?sslmode=disable`,
  };
}

/**
 * A server with its own PostgreSQL, migrated. It takes the flags that OpenFGA and SpiceDB share.
 * @param store the flags that name the database, by its URI
 */
export async function startOnPostgres({ program }, stops, { store, migrate, serve }) {
  const postgres = await startPostgres(stops);
  const [port, grpcPort] = [await freePort(), await freePort()];
  const database = store(postgres.uri);
  run(program, [...migrate, ...database]);
  const addresses = ['--http-addr', `127.0.0.1:${port}`, '--grpc-addr', `127.0.0.1:${grpcPort}`];
  const args = [...serve, ...database, ...addresses, '--metrics-enabled=false', '--log-level', 'warn'];
  const url = `http://127.0.0.1:${port}`;
  const pid = await startProgram(program, args, () => isOk(`${url}/healthz`), { stops });
  return { url, roots: [pid, postgres.pid] };
}
