import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import { joinReads } from './join-reads.js';
import { BatchGetItem, GetItem, type Answer, type Api, type Send } from '../transport/transport.js';
import type { WireItem } from '../wire/wire.js';

type Call = [Api, Record<string, unknown>];

const key = (id: string): WireItem => ({ PK: { S: id }, SK: { S: 'x' } });
const item = (id: string): WireItem => ({ ...key(id), name: { S: `name of ${id}` } });
const batch = (...ids: string[]) => ({ RequestItems: { t: { Keys: ids.map(key), ConsistentRead: true } } });
const one = (id: string) => ({ TableName: 't', Key: key(id), ConsistentRead: true });

/** Answers like the service; keys in `left` stay unprocessed the first time. */
function service({ left = [] as string[], refused = '' } = {}) {
  const calls: Call[] = [];
  const unprocessed = new Set(left);
  const send = (api: Api, input: Record<string, unknown>): Promise<Answer> => {
    calls.push([api, input]);
    if (api === GetItem) {
      const { PK } = input['Key'] as { PK: { S: string } };
      return Promise.resolve({ output: { Item: item(PK.S) }, retries: 0 });
    }
    const { Keys } = (input['RequestItems'] as { t: { Keys: { PK: { S: string } }[] } }).t;
    const ids = Keys.map(({ PK }) => PK.S);
    if (refused && ids.includes(refused))
      return Promise.reject(Object.assign(new Error('bad key'), { name: 'ValidationException' }));
    const again = ids.filter((id) => unprocessed.delete(id));
    const found = ids.filter((id) => !again.includes(id) && !id.startsWith('absent'));
    const output = {
      Responses: { t: found.map(item).reverse() },
      UnprocessedKeys: again.length > 0 ? { t: { Keys: again.map(key) } } : {},
      ConsumedCapacity: [{ TableName: 't', CapacityUnits: ids.length, Table: { CapacityUnits: ids.length } }],
    };
    return Promise.resolve({ output, retries: 0 });
  };
  return { calls, send, read: joinReads(send) };
}

const namesIn = ({ output }: Answer) =>
  (output['Responses'] as { t: { name: { S: string } }[] }).t.map(({ name }) => name.S);

describe('reads of one turn of the event loop', () => {
  test('become one call, and each gets what it asked for, also what another asked for too', async () => {
    const { calls, read } = service();
    const answers = await Promise.all([
      read(BatchGetItem, batch('a', 'b')),
      read(BatchGetItem, batch('b', 'absent')),
      read(GetItem, one('c')),
      read(GetItem, one('absent')),
    ]);
    expect(calls).toHaveLength(1);
    expect(calls[0]?.[1]).toEqual(batch('a', 'b', 'absent', 'c'));
    expect(namesIn(answers[0])).toEqual(['name of a', 'name of b']);
    expect(namesIn(answers[1])).toEqual(['name of b']);
    expect(answers[2].output['Item']).toEqual(item('c'));
    expect(answers[3].output['Item']).toBeUndefined();
  });

  test('share the units by the number of their keys', async () => {
    const { read } = service();
    const answers = await Promise.all([
      read(BatchGetItem, batch('a', 'b', 'c')),
      read(BatchGetItem, batch('a')),
    ]);
    const units = answers.map(({ output }) => output['ConsumedCapacity']);
    expect(units).toMatchObject([[{ CapacityUnits: 2.25 }], [{ CapacityUnits: 0.75 }]]);
  });

  test('are sent as they were asked for when they are alone, with a signal, or with more than keys', async () => {
    const { calls, read } = service();
    await read(GetItem, one('a'));
    await read(BatchGetItem, batch('a'));
    await Promise.all([read(GetItem, { ...one('a'), ProjectionExpression: 'PK' }), read(GetItem, one('b'))]);
    const { signal } = new AbortController();
    await Promise.all([read(GetItem, one('a'), signal), read(GetItem, one('b'))]);
    expect(calls.map(([{ name }]) => name)).toEqual([
      'GetItem',
      'BatchGetItem',
      ...Array<string>(4).fill('GetItem'),
    ]);
  });

  test('are not mixed when one is eventually consistent or of another table', async () => {
    const { calls, read } = service();
    await Promise.all([
      read(GetItem, one('a')),
      read(GetItem, { ...one('b'), ConsistentRead: false }),
      read(GetItem, { ...one('c'), TableName: 'u' }),
    ]);
    expect(calls.map(([{ name }]) => name)).toEqual(['GetItem', 'GetItem', 'GetItem']);
  });

  test('fill calls of 100 keys', async () => {
    const { calls, read } = service();
    const ids = (n: number) => Array.from({ length: 60 }, (_, index) => `${n}-${index}`);
    const answers = await Promise.all([0, 1, 2].map((n) => read(BatchGetItem, batch(...ids(n)))));
    expect(calls).toHaveLength(3);
    expect(answers.map((answer) => namesIn(answer).length)).toEqual([60, 60, 60]);
  });

  test('learn which of their keys were left unprocessed; a single item is asked for again', async () => {
    const { calls, read } = service({ left: ['b', 'c'] });
    const [whole, lacking, single] = await Promise.all([
      read(BatchGetItem, batch('a')),
      read(BatchGetItem, batch('a', 'b')),
      read(GetItem, one('c')),
    ]);
    expect(whole.output['UnprocessedKeys']).toBeUndefined();
    expect(lacking.output['UnprocessedKeys']).toEqual({ t: { Keys: [key('b')] } });
    expect(single.output['Item']).toEqual(item('c'));
    expect(calls.map(([{ name }]) => name)).toEqual(['BatchGetItem', 'GetItem']);
  });

  test('do not suffer from the mistake of one of them', async () => {
    const { read } = service({ refused: 'bad' });
    const [good, bad] = await Promise.allSettled([
      read(BatchGetItem, batch('a')),
      read(BatchGetItem, batch('bad')),
    ]);
    expect(good).toMatchObject({ status: 'fulfilled' });
    expect(bad).toMatchObject({ status: 'rejected', reason: { name: 'ValidationException' } });
  });
});

test('a read that is asked for while another is on its way is not answered by it', async () => {
  const { calls, read } = service();
  const first = read(GetItem, one('a'));
  await turn();
  await Promise.all([first, read(GetItem, one('a'))]);
  expect(calls).toHaveLength(2);
});

describe('reads under load', () => {
  /** A service whose answers arrive when they are released. */
  function slowService() {
    const answers: (() => void)[] = [];
    const { calls, send } = service();
    const read = joinReads(async (api, input) => {
      const answer = send(api, input);
      await new Promise<void>((resolve) => answers.push(resolve));
      return answer;
    });
    return { calls, read, answers };
  }

  /** Each read is requested in a separate turn, so that each is a separate call. */
  async function askFor(read: Send, ids: readonly string[]): Promise<Promise<Answer>[]> {
    const asked: Promise<Answer>[] = [];
    for (const id of ids) {
      asked.push(read(GetItem, one(id)));
      await turn();
    }
    return asked;
  }

  const letGo = (answers: (() => void)[]) => answers.splice(0).forEach((answer) => answer());

  test('wait while four are under way, and are one call when one of those is back', async () => {
    const { calls, read, answers } = slowService();
    const asked = await askFor(read, ['a', 'b', 'c', 'd', 'e', 'f']);
    expect(calls).toHaveLength(4);
    answers.shift()?.();
    await asked[0];
    await turn();
    await turn();
    expect(calls).toHaveLength(5);
    expect(calls[4]).toEqual([BatchGetItem, batch('e', 'f')]);
    letGo(answers);
    expect((await Promise.all(asked)).map(({ output }) => output['Item'])).toEqual(
      ['a', 'b', 'c', 'd', 'e', 'f'].map(item),
    );
  });

  test('wait no longer for those that stay out', async () => {
    const { calls, read, answers } = slowService();
    const asked = await askFor(read, ['a', 'b', 'c', 'd', 'e', 'f']);
    await delay(40);
    expect(calls).toHaveLength(5);
    letGo(answers);
    await Promise.all(asked);
  });

  test('are not waited with when their keys fill a call', async () => {
    const { calls, read, answers } = slowService();
    const asked = await askFor(read, ['a', 'b', 'c', 'd']);
    const ids = (n: number) => Array.from({ length: 50 }, (_, index) => `${n}-${index}`);
    asked.push(read(BatchGetItem, batch(...ids(0))));
    await turn();
    expect(calls).toHaveLength(4);
    asked.push(read(BatchGetItem, batch(...ids(1))));
    await turn();
    expect(calls).toHaveLength(5);
    letGo(answers);
    await Promise.all(asked);
  });

  test('go on after a call has failed', async () => {
    const failures: ((error: Error) => void)[] = [];
    const calls: Api[] = [];
    const read = joinReads((api) => {
      calls.push(api);
      return new Promise((_, reject) => failures.push(reject));
    });
    const asked = await askFor(read, ['a', 'b', 'c', 'd', 'e']);
    const outcomes = Promise.allSettled(asked);
    failures.shift()?.(new Error('lost'));
    await turn();
    await turn();
    expect(calls).toHaveLength(5);
    for (const fail of failures) fail(new Error('lost'));
    expect((await outcomes).map(({ status }) => status)).toEqual(Array<string>(5).fill('rejected'));
  });
});
