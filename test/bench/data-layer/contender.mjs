// One contender in a process of its own, as an application has one: shared SDK code is optimised for it alone.
import assert from 'node:assert/strict';
import { contenders } from './contenders.mjs';
import { order } from './stub.mjs';

const contender = await contenders[process.argv[2]]();

/** Answers reads with what the contender itself would have stored, and checks that it reads back the same order. */
async function prepare() {
  const stored = async (at) => {
    await contender.put(order(at));
    const { lastBody } = contender.stub;
    return JSON.parse(typeof lastBody === 'string' ? lastBody : new TextDecoder().decode(lastBody)).Item;
  };
  contender.stub.answer('GetItem', { Item: await stored(0) });
  const Items = [];
  for (let at = 0; at < 25; at++) Items.push(await stored(at));
  contender.stub.answer('Query', { Items, Count: 25, ScannedCount: 25 });
  const seen = (item) => Object.fromEntries(Object.keys(order()).map((name) => [name, item[name]]));
  assert.deepEqual(seen(await contender.get(order(0))), order(0));
  const queried = await contender.query(order(0));
  const expected = Array.from({ length: 25 }, (_, at) => order(at));
  assert.deepEqual(queried.map(seen), expected);
}

async function cpuMicroseconds(operation, calls) {
  const item = order(7);
  const start = process.cpuUsage();
  for (let at = 0; at < calls; at++) await contender[operation](item);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / calls;
}

await prepare();
process.on('message', async ({ operation, calls }) => process.send(await cpuMicroseconds(operation, calls)));
process.send('ready');
