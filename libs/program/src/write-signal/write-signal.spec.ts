import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../../../test/support/eventually.js';
import { listenForWrites } from './listener.js';
import { writeSignal } from './signal.js';

async function freePort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  return port;
}

test('a write is signalled, and many at once only a few times, including the last', async () => {
  const port = await freePort();
  let told = 0;
  const listener = await listenForWrites(port, () => (told += 1));
  const signal = writeSignal(port);
  await eventually('the first is told', () => {
    signal.wrote();
    return told > 0;
  });
  await delay(50);
  const before = told;
  for (let n = 0; n < 1_000; n += 1) signal.wrote();
  await eventually('the first and the last of many are told', () => told >= before + 2);
  await delay(50);
  expect(told - before).toBeLessThan(20);
  signal.close();
  listener.close();
});

test('those who follow are told what feeds have got, until they are not heard of any more', async () => {
  const port = await freePort();
  let written = 0;
  const listener = await listenForWrites(port, () => (written += 1));
  const [follows, writes] = [writeSignal(port), writeSignal(port)];
  const told: string[] = [];
  follows.onFed = (scope, sequence) => told.push(`${scope} ${sequence}`);
  writes.onFed = () => told.push('one that does not follow');
  await eventually('it is told', () => {
    follows.follow();
    writes.wrote();
    listener.tellFed('acct_1', 1_000_007);
    return told.length > 0 && written > 0;
  });
  expect(new Set(told)).toEqual(new Set(['acct_1 1000007']));
  // One that has ended is of no matter.
  follows.close();
  await delay(20);
  for (let n = 0; n < 3; n += 1) listener.tellFed('acct_1', n);
  await delay(20);
  writes.close();
  listener.close();
  // What is fed while the processor stops.
  listener.tellFed('acct_1', 4);
});

test('jobs of an account hear of what is requested of others, and not of what is requested of it', async () => {
  const port = await freePort();
  let written = 0;
  const listener = await listenForWrites(port, () => (written += 1));
  const signal = writeSignal(port);
  expect(listener.othersAsk('acct_1')).toBe(false);
  await eventually('it hears of it', () => {
    signal.requested('acct_1');
    return listener.othersAsk('acct_2');
  });
  expect(listener.othersAsk('acct_1')).toBe(false);
  await eventually('it hears of the other', () => {
    signal.requested('acct_2');
    return listener.othersAsk('acct_1');
  });
  await eventually('there was no request for a while', () => !listener.othersAsk('acct_3'));
  expect(written).toBe(0);
  signal.close();
  listener.close();
});

test('where nobody listens, nothing happens', async () => {
  const signal = writeSignal(await freePort());
  await delay(20);
  for (let n = 0; n < 3; n += 1) {
    signal.wrote();
    await delay(15);
  }
  signal.close();
  signal.wrote();
});

test('of two listeners on one port the second is refused', async () => {
  const port = await freePort();
  const listener = await listenForWrites(port, () => {});
  await expect(listenForWrites(port, () => {})).rejects.toThrow('EADDRINUSE');
  listener.close();
});
