import { marshall } from '@aws-sdk/util-dynamodb';
import {
  addMember,
  createAccount,
  createServiceGroup,
  createUser,
  getServiceGroup,
  grantTenant,
  type CommandContext,
} from '#libs/directory';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { everyItem } from '../../support/directory/items.js';

/** What the benchmark's stock way and its floor write is what Rollbook writes: otherwise they are not to be compared. */

type Values = Record<string, unknown>;
type Transaction = Record<string, Values>[];
type Written = (tableName: string, of: Values) => { input: { TransactItems: Transaction } };

/** Of the benchmark, which is not compiled. */
const calls = new URL('../../bench/api/table-calls.mjs', import.meta.url).href;

let opened: TestDirectory;
let sent: Transaction[];

beforeAll(async () => {
  opened = await openTestDirectory();
  sent = [];
  opened.client.middlewareStack.add(
    (next) => (args) => {
      const { TransactItems } = args.input as { TransactItems?: Transaction };
      if (TransactItems) sent.push(TransactItems);
      return next(args);
    },
    { step: 'initialize', priority: 'high', name: 'recordTransactions' },
  );
});
afterAll(() => opened.close());

/** Names and types of what is written, and the conditions with their names. */
function shapeOf(transaction: Transaction): unknown[] {
  return transaction.map((operation) =>
    Object.entries(operation).map(([action, write]) => {
      const names = (write['ExpressionAttributeNames'] ?? {}) as Record<string, string>;
      const named = (expression: unknown) =>
        String(expression)
          .replace(/#\w+/g, (placeholder) => names[placeholder] ?? placeholder)
          .replace(/:\w+/g, ':value')
          .replace(/[()]/g, '');
      const types = Object.values((write['ExpressionAttributeValues'] ?? {}) as Values).map(typesOf);
      return {
        action,
        item: typesOf({ M: write['Item'] ?? write['Key'] }),
        condition: named(write['ConditionExpression']),
        update: named(write['UpdateExpression']),
        values: types.map((type) => JSON.stringify(type)).sort(),
        told: write['ReturnValuesOnConditionCheckFailure'],
      };
    }),
  );
}

function typesOf(value: unknown): unknown {
  const [[type, inside]] = Object.entries(value as Values) as [[string, unknown]];
  if (type === 'L') return (inside as unknown[]).map(typesOf);
  if (type !== 'M') return type;
  const names = Object.keys(inside as Values).sort();
  return Object.fromEntries(names.map((name) => [name, typesOf((inside as Values)[name])]));
}

/** As the floor and the document client write it. */
function wired(input: { TransactItems: Transaction }): Transaction {
  const marshalled = (write: Values, name: string) =>
    write[name] === undefined ? {} : { [name]: marshall(write[name]) };
  return input.TransactItems.map((operation) =>
    Object.fromEntries(
      Object.entries(operation).map(([action, write]) => [
        action,
        {
          ...write,
          ...marshalled(write, 'Item'),
          ...marshalled(write, 'Key'),
          ...marshalled(write, 'ExpressionAttributeValues'),
        },
      ]),
    ),
  );
}

function expectTheSame(theirs: Transaction, ours: Transaction) {
  expect(shapeOf(theirs)).toEqual(shapeOf(ours));
  const [their, our] = [theirs, ours].map((transaction) => JSON.stringify(transaction).length);
  expect(Math.abs(their! / our! - 1)).toBeLessThan(0.06);
}

test('the benchmark writes what Rollbook writes', async () => {
  const { directory, tableName } = opened;
  const { accountId } = (await createAccount(directory, { name: 'Acme' }, byOperator)).state;
  const tenant = grantTenant(directory, accountId);
  const actor = 'user:user_01M82FJ4TG01X8WPDKA9P6309H';
  const by: CommandContext = {
    actor,
    correlationId: 'req_01M82FJ9GG3RGN80AZS2EAX4TR',
    traceparent: '00-dd5335b2255ee76a849fd1dd33cce3ce-c6cc1057d6c07e31-00',
  };
  const answer = (state: unknown) => JSON.stringify(state);
  const requestHash = 'oAHqvhEMDvXzAao95WJcdrELlNsrN0coxXsVmHatsn0';
  const receipt = { idempotencyKey: `${actor}/key-1`, requestHash, answer };
  const input = { name: 'New', email: 'new@x.example', role: 'member' } as const;
  const { userId } = (await createUser(tenant, input, { ...by, receipt })).state;
  const { serviceGroupId } = (await createServiceGroup(tenant, { name: 'Dev' }, by)).state;
  const user = (await everyItem(opened)).find(({ entity }) => entity === 'user');
  const group = await getServiceGroup(tenant, serviceGroupId);
  await addMember(tenant, serviceGroupId, userId, by);

  const bench = (await import(calls)) as { createUser: Written; addMember: Written };
  const wrappingKey = await directory.keyRing.current();
  const create = { accountId, actor, userId, ...input, idempotencyKey: 'key-1', body: input, wrappingKey };
  expectTheSame(wired(bench.createUser(tableName, create).input), sent[1]!);
  const add = { accountId, actor, user, group, wrappingKey };
  expectTheSame(wired(bench.addMember(tableName, add).input), sent[3]!);
});
