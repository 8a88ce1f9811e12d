// Without Docker: a linter, then its steps run by hand, or the files of an image that has been built, as the user 1000.
// node infra/check-dockerfile.mjs [--lint-only | --image folder]
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { prepare } from '../apps/local/prepare.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const content = readFileSync(join(root, 'Dockerfile'), 'utf8');

function fail(message) {
  console.error(message);
  process.exit(1);
}

const mistakes = validate(content, { instructionWorkdirRelative: 2, deprecatedMaintainer: 2 });
if (mistakes.length > 0)
  fail(mistakes.map(({ range, message }) => `Dockerfile:${range.start.line + 1}: ${message}`).join('\n'));
console.log('Dockerfile: the linter found nothing.');
if (process.argv.includes('--lint-only')) process.exit(0);

const built = process.argv[process.argv.indexOf('--image') + 1];
const isBuilt = process.argv.includes('--image');
const [major] = process.versions.node.split('.');
const wanted = /^FROM node:(\d+)/m.exec(content)?.[1];
if (!isBuilt && major !== wanted)
  console.log(`The steps run on Node ${process.version} of this machine; the image has Node ${wanted}.`);
prepare();
const work = mkdtempSync(join(tmpdir(), 'rollbook-image-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));

const stages = new Map();
let stage;
for (const instruction of DockerfileParser.parse(content).getInstructions()) {
  const keyword = instruction.getKeyword();
  const words = instruction.getArguments().map((each) => each.getValue());
  if (keyword === 'FROM') {
    const name = words[2] ?? 'image';
    stage = { folder: join(work, name), cwd: '/', env: {}, user: undefined, entrypoint: [], command: [] };
    mkdirSync(stage.folder, { recursive: true });
    if (isBuilt && name === 'image') stage.folder = built;
    stages.set(name, stage);
  } else if (keyword === 'WORKDIR') {
    stage.cwd = words[0];
    if (!isBuilt) mkdirSync(inside(stage, '.'), { recursive: true });
  } else if (keyword === 'ENV') {
    for (const word of words) stage.env[word.split('=')[0]] = word.slice(word.indexOf('=') + 1);
  } else if (isBuilt && (keyword === 'COPY' || keyword === 'RUN')) continue;
  else if (keyword === 'COPY') copy(stage, instruction.getFlags(), words);
  else if (keyword === 'RUN') run(stage, instruction.getRawArgumentsContent());
  else if (keyword === 'USER') stage.user = words[0];
  else if (keyword === 'ENTRYPOINT') stage.entrypoint = JSON.parse(instruction.getRawArgumentsContent());
  else if (keyword === 'CMD') stage.command = JSON.parse(instruction.getRawArgumentsContent());
  else if (keyword !== 'EXPOSE') fail(`The check does not support ${keyword} yet.`);
}

function inside({ folder, cwd }, path) {
  return path.startsWith('/') ? join(folder, path) : join(folder, cwd, path);
}

function copy(to, flags, words) {
  const from = flags.find((flag) => flag.getName() === 'from')?.getValue();
  const target = words.at(-1);
  for (const source of words.slice(0, -1)) {
    const path = from === undefined ? join(root, source) : inside(stages.get(from), source);
    if (!existsSync(path)) fail(`COPY ${source}: it does not exist.`);
    if (from === undefined && isIgnored(source)) fail(`COPY ${source}: .dockerignore excludes it.`);
    const into = target.endsWith('/') ? join(inside(to, target), basename(source)) : inside(to, target);
    cpSync(path, into, {
      recursive: true,
      filter: (file) => from !== undefined || !/\.(type-)?spec\.ts$/.test(file),
    });
  }
}

/** .dockerignore excludes everything except what it names. */
function isIgnored(source) {
  return !readFileSync(join(root, '.dockerignore'), 'utf8').split('\n').includes(`!${source}`);
}

function run(at, command) {
  console.log(`RUN ${command}`);
  try {
    execFileSync('sh', ['-c', command], {
      cwd: inside(at, '.'),
      env: { ...process.env, ...at.env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  } catch (error) {
    const output = String(error.stderr);
    if (/ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ENETUNREACH/.test(output)) {
      console.log(`Skipped: "${command}" needs the package registry, which cannot be reached.`);
      process.exit(0);
    }
    fail(`RUN ${command} failed:\n${output}`);
  }
}

const image = stages.get('image');
if (image.user !== 'node') fail('The image must not run as root.');
if (existsSync(inside(image, 'node_modules/aws-cdk-lib'))) fail('The image has development packages.');
const { startEngine } = await import('../dist/libs/embedded-engine/src/index.js');
const { ensureTable } = await import('../dist/libs/directory/src/index.js');
const { DynamoDBClient } = await import('@aws-sdk/client-dynamodb');
const engine = await startEngine();
const client = new DynamoDBClient({
  endpoint: engine.endpoint,
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});
await ensureTable(client, 'rollbook');
const environment = {
  PATH: process.env.PATH,
  ...image.env,
  PORT: '0',
  HOST: '127.0.0.1',
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  ROLLBOOK_DYNAMODB_ENDPOINT: engine.endpoint,
  ROLLBOOK_EVENTBRIDGE_ENDPOINT: engine.endpoint,
  ROLLBOOK_CURSOR_SECRET: 'only for a check of the image, 32 characters',
  ROLLBOOK_JWT_ISSUER: 'none',
  ROLLBOOK_JWKS_URL: 'file:///dev/null',
  ROLLBOOK_ERASURE_KEY_ARN: 'none',
};

async function start(command) {
  const enter = ['chroot', '--userspec=1000:1000', built, 'sh', '-c', `cd ${image.cwd} && exec "$@"`, 'sh'];
  const [program, ...args] = [...(isBuilt ? enter : []), ...image.entrypoint, ...command];
  const child = spawn(program, args, {
    cwd: inside(image, '.'),
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const early = (code) => fail(`${command.join(' ')} exited with ${code} before it was ready.`);
  child.once('exit', early);
  const [message] = await once(child, 'message');
  child.off('exit', early);
  return { child, message };
}

const api = await start(image.command);
const health = await fetch(`${api.message.url}/health/ready`);
if (health.status !== 200) fail(`The API of the image is not ready: ${await health.text()}`);
const processor = await start(['dist/programs/stream-processor.js']);
for (const { child } of [api, processor]) {
  child.kill('SIGTERM');
  await once(child, 'exit');
}
client.destroy();
await engine.stop();
console.log('Dockerfile: its steps run, and both commands of the image start, answer and stop.');
