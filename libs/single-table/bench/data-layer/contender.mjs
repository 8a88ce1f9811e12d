// One contender in a process of its own, as an application has one: shared SDK code is optimised for it alone.
import assert from 'node:assert/strict';
import { contenders } from './contenders.mjs';
import { customer, order } from './stub.mjs';

const contender = await contenders[process.argv[2]]();
const ORDERS = 25;

/** What each kind of query is answered with. */
const answers = {};

/** Answers reads with what the contender itself would have stored, and checks that it reads back the same. */
async function prepare() {
  const { stub } = contender;
  const stored = async (write, item) => {
    await write(item);
    return sent().Item;
  };
  stub.answer('GetItem', { Item: await stored(contender.put, order(0)) });
  const orders = [];
  for (let at = 0; at < ORDERS; at++) orders.push(await stored(contender.put, order(at)));
  answers.query = orders;
  assert.deepEqual(seenOf(order())(await contender.get(order(0))), order(0));
  await expectFound(
    'query',
    Array.from({ length: ORDERS }, (_, at) => order(at)),
  );
  await prepareProjection(orders);
  if (contender.collection) await prepareCollection(orders, await stored(contender.putCustomer, customer));
}

async function prepareProjection(orders) {
  answers.projection = orders;
  await run('projection');
  const names = projectedNames(sent());
  answers.projection = orders.map((item) =>
    Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name))),
  );
  const wanted = Array.from({ length: ORDERS }, (_, at) => {
    const { orderId, status, total } = order(at);
    return { orderId, status, total };
  });
  await expectFound('projection', wanted);
}

/** What DynamoDB would give back: what a contender asks for is for it to choose. */
function projectedNames({ ProjectionExpression, ExpressionAttributeNames = {} }) {
  const names = ProjectionExpression.split(',').map((name) => name.trim());
  return new Set(names.map((name) => ExpressionAttributeNames[name] ?? name));
}

/** One of the orders less, so that it is as many items. */
async function prepareCollection(orders, storedCustomer) {
  const expected = Array.from({ length: ORDERS - 1 }, (_, at) => order(at));
  answers.collection = [storedCustomer, ...orders.slice(0, -1)];
  const found = await run('collection');
  assert.deepEqual(found.customer.map(seenOf(customer)), [customer]);
  assert.deepEqual(found.order.map(seenOf(order())), expected);
}

function sent() {
  const { lastBody } = contender.stub;
  return JSON.parse(typeof lastBody === 'string' ? lastBody : new TextDecoder().decode(lastBody));
}

const seenOf = (whole) => (item) => Object.fromEntries(Object.keys(whole).map((name) => [name, item[name]]));

function run(operation) {
  answerWith(operation);
  return contender[operation](order(0));
}

function answerWith(operation) {
  const Items = answers[operation];
  if (Items) contender.stub.answer('Query', { Items, Count: Items.length, ScannedCount: Items.length });
}

async function expectFound(operation, expected) {
  const found = await run(operation);
  assert.deepEqual(found.map(seenOf(expected[0])), expected);
}

async function cpuMicroseconds(operation, calls) {
  answerWith(operation);
  const item = order(7);
  const start = process.cpuUsage();
  for (let at = 0; at < calls; at++) await contender[operation](item);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / calls;
}

await prepare();
process.on('message', async ({ operation, calls }) => process.send(await cpuMicroseconds(operation, calls)));
process.send(Object.keys(contender));
