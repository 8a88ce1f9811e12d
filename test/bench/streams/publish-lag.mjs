// Publish lag: from the answer to a command (its commit) to its events' arrival at the bus, with the embedded engine, the
// stream processor as built in a process of its own, and a bus that only notes the time.
//
//   node test/bench/streams/publish-lag.mjs [rates, default 100,200,300,400,600] [seconds for each, default 10]
//
// The load is open: commands start at their rate whether or not earlier ones are done. A rate is flat when its commands
// ran at that rate and the second half of the run lagged no more than the first.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { prepare } from '../../../apps/local/prepare.mjs';

prepare();
const built = (path) => import(`../../../dist/${path}`);
const { startEngine } = await built('libs/embedded-engine/src/index.js');
const { fileMasterKey } = await built('libs/master-key/src/index.js');
const { commandUser, createAccount, createUser, ensureTable, grantTenant, openDirectory } = await built(
  'libs/directory/src/index.js',
);

const rates = (process.argv[2] ?? '100,200,300,400,600').split(',').map(Number);
const seconds = Number(process.argv[3] ?? 10);
const USERS = 200;
const context = { actor: 'operator:bench', correlationId: 'bench' };

const arrivedAt = new Map();
const bus = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    const now = performance.now();
    const { Entries } = JSON.parse(body);
    for (const { Detail } of Entries) arrivedAt.set(JSON.parse(Detail).id, now);
    const results = Entries.map((_, index) => ({ EventId: `e${index}` }));
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify({ FailedEntryCount: 0, Entries: results }));
  });
}).listen(0, '127.0.0.1');
await once(bus, 'listening');

const engine = await startEngine();
const client = new DynamoDBClient({
  endpoint: engine.endpoint,
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});
await ensureTable(client, 'rollbook');
const folder = mkdtempSync(join(tmpdir(), 'rollbook-bench-'));
const masterKeyFile = join(folder, 'master-key');
const directory = openDirectory({
  client,
  tableName: 'rollbook',
  cursorSecret: 'x'.repeat(40),
  masterKey: fileMasterKey(masterKeyFile),
});
const account = await createAccount(directory, { name: 'Bench' }, context);
const tenant = grantTenant(account.state.accountId);
const users = [];
for (let n = 0; n < USERS; n += 1) {
  const role = n === 0 ? 'owner' : 'member';
  const user = await createUser(
    directory,
    tenant,
    { name: `U${n}`, email: `u${n}@example.com`, role },
    context,
  );
  users.push(user.state.userId);
}
const processor = fork(
  fileURLToPath(new URL('../../../dist/apps/stream-processor/src/main.js', import.meta.url)),
  {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      NODE_NO_WARNINGS: '1',
      ROLLBOOK_MASTER_KEY_FILE: masterKeyFile,
      ROLLBOOK_DYNAMODB_ENDPOINT: engine.endpoint,
      ROLLBOOK_EVENTBRIDGE_ENDPOINT: `http://127.0.0.1:${bus.address().port}`,
    },
  },
);
await once(processor, 'message');
while (arrivedAt.size < USERS + 1) await delay(50);

let names = 0;
console.log('rate/s  achieved/s  lag p50 ms  p99 ms  max ms  p99 of 1st half  p99 of 2nd half  flat');
for (const rate of rates) {
  const committed = [];
  const running = new Set();
  const start = performance.now();
  for (let n = 0; n < rate * seconds; n += 1) {
    const due = start + (n / rate) * 1000;
    if (due > performance.now()) await delay(due - performance.now());
    const command = { type: 'change_user', name: `Name ${(names += 1)}` };
    const done = commandUser(directory, tenant, users[n % USERS], command, context)
      .then(({ events }) => committed.push({ id: events[0].eventId, at: performance.now() }))
      .catch(() => {})
      .finally(() => running.delete(done));
    running.add(done);
    if (running.size > 500) await Promise.race(running);
  }
  await Promise.all(running);
  const took = (performance.now() - start) / 1000;
  const deadline = performance.now() + 120_000;
  while (committed.some(({ id }) => !arrivedAt.has(id)) && performance.now() < deadline) await delay(50);
  // An event can arrive before the answer of its command does: that is no lag.
  const lags = committed.map(({ id, at }) => Math.max(0, (arrivedAt.get(id) ?? Infinity) - at));
  const half = Math.floor(lags.length / 2);
  const [first, second] = [quantile(lags.slice(0, half), 0.99), quantile(lags.slice(half), 0.99)];
  const achieved = committed.length / took;
  const flat = achieved > 0.95 * rate && second < Math.max(2 * first, first + 20);
  const figures = [
    rate,
    achieved,
    quantile(lags, 0.5),
    quantile(lags, 0.99),
    Math.max(...lags),
    first,
    second,
  ];
  console.log(figures.map((figure) => figure.toFixed(1).padStart(8)).join('  '), flat ? '  yes' : '  no');
}

processor.kill('SIGTERM');
await once(processor, 'exit');
client.destroy();
await engine.stop();
rmSync(folder, { recursive: true });
bus.close();
bus.closeAllConnections();

function quantile(values, q) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? NaN;
}
