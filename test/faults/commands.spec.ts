import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { openDirectory } from '#libs/directory';
import { breakableCommands } from '../support/directory/breakable/commands.js';
import { breakableWebhooksAndImports } from '../support/directory/breakable/webhooks-and-imports.js';
import { openTestDirectory, type TestDirectory } from '../support/directory/directory.js';
import { engineClient, indexesSettled } from '../support/engines/engine.js';
import { testMasterKey } from '../support/directory/master-key.js';
import { expectNothingWrong } from '../support/directory/nothing-wrong.js';
import {
  startUnreliableEngine,
  type Fate,
  type UnreliableEngine,
} from '../support/engines/unreliable-engine.js';
import { place, type BreakableCommand, type Workplace } from '../support/workplace.js';

/**
 * Each command, and each kind of chunk, with each fault at each kind of item of its transaction: it is done once, as
 * without the fault, or refused as a whole for a reason that a caller can act upon; and `verify` finds nothing.
 */

let opened: TestDirectory;
let engine: UnreliableEngine;
let client: ReturnType<typeof engineClient>;
let at: Workplace;
/** Most are at work here: it is verified at the end. */
let first: Workplace['account'];
let sent: Sent[] = [];

const HOUR_MS = 60 * 60 * 1000;

beforeAll(async () => {
  const options = {
    now: () => at?.now ?? Date.parse('2026-03-03T10:00:00.000Z'),
    masterKey: testMasterKey(),
  };
  opened = await openTestDirectory(options);
  engine = await startUnreliableEngine();
  client = engineClient(engine.endpoint);
  const cursorSecret = 'the cursor secret of a test, 32 characters or more';
  const faulty = openDirectory({ client, tableName: opened.tableName, cursorSecret, ...options });
  first = await place(opened.directory);
  at = { directory: opened.directory, faulty, account: first, now: options.now() };
});
afterAll(async () => {
  client.destroy();
  await engine.close();
  await opened.close();
});

interface Sent {
  TransactItems: Record<string, Written>[];
}
interface Written {
  ConditionExpression?: string;
  Key?: { PK: { S: string }; SK: { S: string } };
  Item?: { PK: { S: string }; SK: { S: string } };
}
type Place = Workplace['account'];

/** The kinds of items with a condition in a transaction, each with the place of the first of it. */
function conditions({ TransactItems: items }: Sent): Map<string, number> {
  const found = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const [[action, written]] = Object.entries(item) as [[string, Written]];
    const { PK, SK } = (written.Key ?? written.Item)!;
    const kind = [action, PK.S.split(':')[0], SK.S.split(':')[0]].join(' ');
    if (written.ConditionExpression && !found.has(kind)) found.set(kind, index);
  }
  return found;
}

async function eventsOf({ tenant }: Place): Promise<number> {
  await indexesSettled();
  const { Count } = await opened.client.send(
    new QueryCommand({
      TableName: opened.tableName,
      IndexName: 'GSI1',
      Select: 'COUNT',
      KeyConditionExpression: 'GSI1PK = :log',
      ExpressionAttributeValues: { ':log': { S: `log:${tenant.accountId}` } },
    }),
  );
  return Count!;
}

/** Of a batch. */
function refusedRow(answer: unknown): string | undefined {
  const { rows = [] } = (answer ?? {}) as { rows?: { error?: { code: string } }[] };
  return rows.find(({ error }) => error)?.error?.code;
}

/** @returns why it was refused, and how many events its account has more */
async function run({ prepare }: BreakableCommand, fate: (count: number) => Fate, clockJumpMs = 0) {
  const act = await prepare(at);
  const before = await eventsOf(at.account);
  sent = [];
  engine.decide = (operation, body) => {
    if (operation !== 'TransactWriteItems') return 'pass';
    sent.push(JSON.parse(body) as Sent);
    return fate(sent.length);
  };
  at.now += clockJumpMs;
  const refused = await act().then(refusedRow, (error: { code?: string }) => error.code ?? error);
  at.now -= clockJumpMs;
  engine.decide = null;
  return { refused, events: (await eventsOf(at.account)) - before };
}

const cancelled = (reasons: { Code: string }[]): Fate => ({ error: 'TransactionCanceledException', reasons });

const breakable = Object.entries({ ...breakableCommands, ...breakableWebhooksAndImports });

describe.each(breakable)('%s', (title, each) => {
  test('is done once, or refused as a whole, whatever fails', async () => {
    const usual = await run(each, () => 'pass');
    expect(usual).toEqual({ refused: undefined, events: expect.any(Number) as number });
    const [transaction] = sent as [Sent];
    const refusals: string[] = [];
    for (const [kind, index] of conditions(transaction)) {
      const reasons = transaction.TransactItems.map((_item, n) => ({
        Code: n === index ? 'ConditionalCheckFailed' : 'None',
      }));
      const outcome = await run(each, (count) => (count === 1 ? cancelled(reasons) : 'pass'));
      if (typeof outcome.refused === 'string') {
        refusals.push(outcome.refused);
        // The other row of a batch is done.
        expect([kind, outcome.events]).toEqual([kind, title.endsWith('together') ? usual.events - 1 : 0]);
      } else expect([kind, outcome]).toEqual([kind, usual]);
    }
    expect(refusals).toEqual(each.refusals ?? []);

    // The clock is an hour back; another transaction is in the way, and then the answer is lost of what was applied.
    const conflict = transaction.TransactItems.map(() => ({ Code: 'TransactionConflict' }));
    const fates = [cancelled(conflict), 'lose answer'] as const;
    engine.forgetsTokens = true;
    const jump = each.isJob ? 0 : -HOUR_MS;
    expect(await run(each, (count) => fates[count - 1] ?? 'pass', jump)).toEqual(usual);
    engine.forgetsTokens = false;
    if (at.account !== first) await expectNothingWrong(at.account.tenant);
  });
});

test('none of it left anything wrong', () => expectNothingWrong(first.tenant));
