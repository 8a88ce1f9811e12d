// Without Docker: compose.yaml is read and held to its rules, then its services are run by hand, in its order, each with its own
// command, settings and health check, as the image would run them. node infra/check-compose.mjs [--lint-only]
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { prepare } from '../apps/local/prepare.mjs';
import { PROGRAMS } from '../tools/link.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const { services, volumes } = parse(readFileSync(join(root, 'compose.yaml'), 'utf8'), { merge: true });
const documented = readFileSync(join(root, 'docs/configuration.md'), 'utf8');
const programs = PROGRAMS.flatMap((linked) => Object.keys(linked)).map((name) => `dist/programs/${name}.js`);

function fail(message) {
  console.error(message);
  process.exit(1);
}

function* mistakesOf(service) {
  const { user, read_only, cap_drop, security_opt, privileged, image, build, command, healthcheck } = service;
  if (!/^[1-9]\d*:[1-9]\d*$/.test(user ?? '')) yield 'runs as root';
  if (read_only !== true) yield 'can write into its image';
  if (cap_drop?.join() !== 'ALL' || service.cap_add || privileged) yield 'has capabilities';
  if (!security_opt?.includes('no-new-privileges:true')) yield 'may gain privileges';
  if (!build && !/:\d+\.\d+\.\d+$/.test(image)) yield `its image ${image} has no version`;
  for (const port of service.ports ?? [])
    if (!port.startsWith('127.0.0.1:')) yield `its port ${port} is open to the network`;
  for (const volume of service.volumes ?? [])
    if (!(volume.split(':')[0] in volumes)) yield `its volume ${volume} is not declared`;
  for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
    if (!(other in services)) yield `waits for ${other}, which is not there`;
    else if ((condition === 'service_healthy') !== 'healthcheck' in services[other])
      yield `waits for ${other} to be what it never says that it is`;
  }
  if (!healthcheck && !Object.values(services).some(waitsForItsEnd(service))) yield 'has no health check';
  if (!build) return;
  const program = command.find((word) => word.startsWith('dist/'));
  if (program !== undefined && !programs.includes(program)) yield `the image has no ${program}`;
  for (const name of Object.keys(service.environment ?? {}))
    if (!/^(NODE_ENV|AWS_(REGION|ACCESS_KEY_ID|SECRET_ACCESS_KEY))$/.test(name))
      if (!documented.includes(`\`${name}\``)) yield `${name} is not in docs/configuration.md`;
}

const nameOf = (service) => Object.keys(services).find((name) => services[name] === service);
const waitsForItsEnd =
  (service) =>
  ({ depends_on = {} }) =>
    depends_on[nameOf(service)]?.condition === 'service_completed_successfully';

const mistakes = Object.entries(services).flatMap(([name, service]) =>
  [...mistakesOf(service)].map((mistake) => `compose.yaml: ${name}: ${mistake}`),
);
if (mistakes.length > 0) fail(mistakes.join('\n'));
console.log(`compose.yaml: ${Object.keys(services).length} services keep its rules.`);
if (process.argv.includes('--lint-only')) process.exit(0);

const emulator = join(root, 'node_modules/amplify-dynamodb-simulator/emulator');
if (spawnSync('java', ['-version']).status !== 0) {
  console.log('Skipped: the services are not run, as DynamoDB Local needs Java.');
  process.exit(0);
}
prepare();
const home = mkdtempSync(join(tmpdir(), 'rollbook-compose-'));
const running = new Map();
process.on('exit', () => {
  for (const child of running.values()) child.kill('SIGKILL');
  rmSync(home, { recursive: true, force: true });
});

/** Of this machine in place of each of the network's own: others may be in use here. */
const text = JSON.stringify(services);
const ports = new Map();
for (const port of new Set(text.match(/\b(8000|30[01]\d)\b/g))) ports.set(port, String(await freePort()));
const here = (words) =>
  words
    .replaceAll('/home/node', home)
    .replaceAll(/\b(8000|30[01]\d)\b/g, (port) => ports.get(port))
    .replaceAll(/\$\{\w+:-(.*?)\}/g, '$1');

async function freePort() {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address();
  await new Promise((closed) => server.close(closed));
  return port;
}

/** The image's own settings are in the Dockerfile, which `npm run image:check` runs. */
function start(service) {
  const environment = Object.entries(service.environment ?? {}).map(([name, value]) => [name, here(value)]);
  const env = { PATH: process.env.PATH, NODE_ENV: 'production', HOST: '127.0.0.1' };
  const [program, cwd, args] = service.build
    ? [process.execPath, root, ['--enable-source-maps', ...service.command]]
    : ['java', emulator, [...service.command.split(' '), '-port', ports.get('8000')]];
  return spawn(program, args.map(here), {
    cwd,
    env: { ...env, ...Object.fromEntries(environment) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function isHealthy(child, { test }) {
  const [kind, program, ...args] = test;
  if (kind !== 'CMD') fail(`The check does not support a health check of the kind ${kind}.`);
  for (const until = Date.now() + 60_000; Date.now() < until && child.exitCode === null; await delay(200))
    if (spawnSync(program, args.map(here), { stdio: 'ignore' }).status === 0) return true;
  return false;
}

async function bringUp(name) {
  const service = services[name];
  for (const other of Object.keys(service.depends_on ?? {})) if (!started.has(other)) await bringUp(other);
  started.add(name);
  const child = start(service);
  if (!service.healthcheck) {
    const [code] = await once(child, 'exit');
    if (code !== 0) fail(`${name} ended with ${code}.`);
    return;
  }
  running.set(name, child);
  if (!(await isHealthy(child, service.healthcheck))) fail(`${name} did not become healthy.`);
}

const started = new Set();
for (const name of Object.keys(services)) if (!started.has(name)) await bringUp(name);

// What they are together for: a person is invited through the API, and a mail is written.
const token = readFileSync(join(home, 'rollbook/operator-token'), 'utf8').trim();
async function post(path, body) {
  const response = await fetch(`http://127.0.0.1:${ports.get('3000')}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) fail(`POST ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
const { id } = await post('/v1/accounts', { name: 'Acme' });
await post(`/v1/accounts/${id}/invitations`, { name: 'Ada', email: 'ada@example.com' });
const mails = join(home, 'rollbook/mail');
for (
  const until = Date.now() + 30_000;
  !existsSync(mails) || readdirSync(mails).length === 0;
  await delay(100)
)
  if (Date.now() > until) fail('No mail was written for a person who was invited.');

for (const [name, child] of [...running].reverse()) {
  const ended = child.exitCode ?? child.signalCode ?? once(child, 'exit').then(([code]) => code);
  child.kill('SIGTERM');
  running.delete(name);
  const code = await ended;
  if (services[name].build && code !== 0) fail(`${name} ended with ${code} when it was stopped.`);
}
console.log(
  'compose.yaml: its services start in order, become healthy, pass an event on to a mail, and stop.',
);
