import type { Schemas } from '#libs/client';
import type { LogMark, MarkedTree } from '#libs/directory';
import { AGGREGATES } from '#libs/domain';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { costOf, startApi, type RunningApi } from '../../support/api/api.js';
import {
  documentedRequests,
  prepareFor,
  type DocumentedRequest,
  type Ids,
} from '../../support/api/documented-requests.js';
import { onDynamoDBLocal, testOfCalls } from '../../support/engines/engine.js';
import {
  createAccount,
  created,
  createServiceGroup,
  createTeam,
  createUsers,
} from '../../support/api/people.js';
import { logAll } from '../../support/api/tenant-logs.js';
import { LOG_KEY } from '../../support/transparency-log.js';
import { watchWhatFollows } from '../../support/streams/what-follows.js';
import { awsCostsPage, awsCostsRow } from './aws-costs-page.js';
import { withIds } from '../../support/api/tenant-matrix.js';

/** What each route costs by its own Server-Timing, sent as the OpenAPI document's example says. */

let api: RunningApi;
let sent: string[] = [];
/** Calls one after the other: one that began when another had ended may have waited for it. */
let rounds = 0;
let following: Awaited<ReturnType<typeof watchWhatFollows>>;
beforeAll(async () => {
  api = await startApi({ logKey: LOG_KEY });
  api.app.get(DynamoDBClient).middlewareStack.add(
    (next, { commandName = '' }: { commandName?: string }) =>
      async (args) => {
        // Read once a second for all requests of the process, whichever comes first; limits, which no request is charged for; and
        // what is written behind the answer, or once a minute.
        const input = JSON.stringify(args.input);
        const isOfAll = /"feed-statement"|"rate-limit[:"]|"last-seen[:"]/.test(input);
        if (isOfAll || (commandName !== 'QueryCommand' && input.includes('"metered-usage"')))
          return next(args);
        sent.push(commandName.replace(/Command$/, ''));
        const round = rounds + 1;
        const answer = await next(args);
        rounds = Math.max(rounds, round);
        return answer;
      },
    { step: 'initialize', priority: 'high', name: 'noteCalls' },
  );
  following = await watchWhatFollows(api.app.get(DynamoDBClient), api.configuration.table.name);
});
afterAll(async () => {
  following.close();
  await api.close();
});

const file = fileURLToPath(new URL('../../../docs/route-costs.md', import.meta.url));
const PAGE_HEAD = `# What each route costs

Written by \`ROLLBOOK_WRITE_DOCS=1 npm test -- test/e2e/openapi/route-costs\`, which also fails if the routes cost something else.
Each route is called once by an operator, with the example of the OpenAPI document, on a small account with one user and one
service group. The calls are those that are sent; the units are those of the answer's \`Server-Timing\`, including the index's.
A user's request first reads their role in one \`BatchGetItem\`, which also includes what the path names, so that is not
read again. An API key is read only occasionally. An access check reads
the account itself only for callers who choose it; if a side is named by \`external:\`, it takes one \`BatchGetItem\` more, and a
read unit for each such side. Up to when the feeds are complete is read once a second at most, for half a unit,
and charged to nobody, as are the limits of requests, of mails and of attempts at an invitation.
The last rows are of an account with a log.

| route | answer | table calls | read units | write units |
| --- | --- | --- | --- | --- |
`;

const awsFile = fileURLToPath(new URL('../../../docs/aws-costs.md', import.meta.url));

/** Lists of what all accounts have come first: there is little yet. */
const routes = documentedRequests()
  .filter(({ template }) => template.startsWith('/v1') || template.startsWith('/access'))
  // Of browsers' sessions: test/e2e/sign-in has what these cost.
  .filter(({ template }) => !/^\/v1\/(sessions?|operators)(\/|$)/.test(template))
  // Of an account with a log: below, and test/e2e/logs for batches.
  .filter(({ template }) => !/\/(proof|batches\/\{batch\})$/.test(template))
  .sort((a, b) => Number(a.template.includes('{accountId}')) - Number(b.template.includes('{accountId}')));

/** Reads are all about one account: they change nothing. */
let read: Ids | undefined;
async function readable(): Promise<Ids> {
  const name = 'DELETE /v1/accounts/{accountId}/service-groups/{serviceGroupId}/members/{userId}';
  const idNames = ['jobId', ...Object.values(AGGREGATES).map(({ idName }) => idName)];
  const template = idNames.map((idName) => `{${idName}}`).join(' ');
  const ids = await prepareFor(api, { name, template });
  await api.operator(
    'POST',
    `/v1/accounts/${ids['accountId']}/webhook-endpoints/${ids['webhookEndpointId']}/deliveries/${ids['eventId']}/redeliver`,
  );
  // The first search of an account reads more than those that follow.
  await api.operator('GET', `/v1/accounts/${ids['accountId']}/users?q=a`);
  return ids;
}

/** A 404 does not say what it cost: that would tell whether there is something. */
const units = (count: number) => (Number.isNaN(count) ? '–' : count);

async function measured(name: string, ...asked: Parameters<RunningApi['operator']>) {
  await following.skip();
  sent = [];
  rounds = 0;
  const answer = await api.operator(...asked);
  const [calls, inARow] = [sent, rounds];
  const { status } = answer;
  return {
    name,
    method: asked[0],
    status,
    calls,
    inARow,
    cost: costOf(answer),
    follows: await following.take(),
  };
}

/** As the examples are not: a membership without an end, full pages, and a guard that has read everything. */
async function usual() {
  const { id: accountId } = await createAccount(api);
  const [{ id: serviceGroupId }, users] = [
    await createServiceGroup(api, accountId),
    await createUsers(api, accountId, 26),
  ];
  const account = `/v1/accounts/${accountId}`;
  const members = `${account}/service-groups/${serviceGroupId}/members`;
  created(await api.operator('POST', `${members}/batch`, { add: users.slice(0, 25) }));
  const page = `${members}?limit=25`;
  const rows = [
    await measured('A member is added, without an end', 'PUT', `${members}/${users[25]}`, {}),
    await measured('A page of 25 members', 'GET', page),
  ];
  // As of now, all of it is in the feed.
  const changes = `${account}/changes`;
  const { body } = await api.operator('GET', `${changes}?limit=100`);
  const { data, nextCursor } = body as Schemas['Changes'];
  return [
    ...rows,
    await measured(`A page of ${data.length} events of the feed`, 'GET', `${changes}?limit=100`),
    await measured('A page of the feed with nothing new', 'GET', `${changes}?after=${nextCursor}`),
  ];
}

const MAX_CALLS_OF_A_LOG = 8;

/** The log as the examples do not have it. */
async function logged(): Promise<string[]> {
  let marked: MarkedTree | undefined;
  const mark: LogMark = {
    read: () => Promise.resolve(marked),
    replace: (_, next) => Promise.resolve(Boolean((marked = next))),
  };
  const round = () => logAll(api.app.get(DynamoDBClient), api, { key: LOG_KEY, mark });
  // With the accounts of the other rows, so that the next batch has one.
  await round();
  const { path, owner } = await createTeam(api);
  await round();
  const rows = [];
  for (const [route, template] of [
    ['log/checkpoint', 'log/checkpoint'],
    ['log/tile/0/000.p/2', 'log/tile/{level}/{path}'],
    ['log/tile/entries/000.p/2', 'log/tile/entries/{path}'],
    [`events/${owner.id}.1/proof`, 'events/{eventId}/proof'],
  ] as const) {
    const name = `GET /v1/accounts/{accountId}/${template}, with a log`;
    const asked = await measured(name, 'GET', `${path}/${route}`);
    expect(asked).toMatchObject({ status: 200, cost: { writes: 0 } });
    expect(asked.calls.length).toBeLessThanOrEqual(MAX_CALLS_OF_A_LOG);
    rows.push(rowOf(asked));
  }
  return rows;
}

function rowOf({ name, status, calls, cost }: Awaited<ReturnType<typeof measured>>): string {
  const shown = calls
    .toSorted()
    .map((call) => `\`${call}\``)
    .join(', ');
  return `| ${name} | ${status} | ${shown} | ${units(cost.reads)} | ${units(cost.writes)} |`;
}

async function ask(request: DocumentedRequest) {
  const { name, template, method, operation, about } = request;
  const isAlike = template.includes('{accountId}') && !/\/(imports|invitations)\//.test(template);
  const isRead = (method === 'GET' && isAlike) || template.startsWith('/access');
  const ids = isRead ? (read ??= await readable()) : await prepareFor(api, request);
  const { path, body } = about(ids);
  // The first search of a process reads what it searches: only what is about one account costs the same each time.
  const needed = operation.parameters.filter(
    (each) => each.in === 'query' && each.required && template.includes('{accountId}'),
  );
  const asked = needed.map((each) => `${each.name}=${withIds(each.example, ids) as string}`);
  const query = asked.length > 0 ? `?${asked.join('&')}` : '';
  const versioned = operation.parameters.some((parameter) => parameter.name === 'If-Match');
  return measured(name, method, `${path}${query}`, body, versioned ? { 'if-match': '*' } : {});
}

/** What changed between two moments is in present and past memberships; in an account, in those of each user on the page. */
function maxCallsOf(name: string): { calls: number; queries: number } {
  if (name.endsWith('/memberships/diff')) return { calls: 32, queries: 21 };
  return name.endsWith('/diff') ? { calls: 8, queries: 2 } : { calls: 3, queries: 1 };
}

testOfCalls()(
  'docs/route-costs.md and docs/aws-costs.md are what the routes do; a read takes one query at most, a diff some more, and writes nothing',
  async () => {
    const rows: string[] = [];
    const awsRows: string[] = [];
    for (const request of routes) {
      const asked = await ask(request);
      const { name, method, calls, cost } = asked;
      // Server-Timing counts each read; those of one turn of the event loop are sent as one.
      expect({ name, told: calls.length <= cost.calls }).toEqual({ name, told: true });
      if (method === 'GET' || name.includes(' /access/')) {
        const queries = calls.filter((call) => call === 'Query').length;
        const most = maxCallsOf(name);
        const few = calls.length <= most.calls;
        expect({ name, few, queries: queries <= most.queries, writes: cost.writes }).toEqual({
          name,
          few: true,
          queries: true,
          writes: 0,
        });
      }
      awsRows.push(awsCostsRow(asked));
      rows.push(rowOf(asked));
    }
    rows.push(...(await logged()));
    const page = `${PAGE_HEAD}${rows.join('\n')}\n`;
    const awsPage = awsCostsPage(awsRows, await usual());
    if (process.env['ROLLBOOK_WRITE_DOCS']) {
      writeFileSync(file, page);
      writeFileSync(awsFile, awsPage);
    }
    // DynamoDB Local counts a new item's transactional put twice.
    if (onDynamoDBLocal()) return;
    expect(readFileSync(file, 'utf8')).toBe(page);
    expect(readFileSync(awsFile, 'utf8')).toBe(awsPage);
  },
);

testOfCalls()('concurrent requests with joined reads are each charged their own calls', async () => {
  const { accountId, userId, serviceGroupId } = await readable();
  const account = `/v1/accounts/${accountId}`;
  const paths = [
    '/v1/me',
    account,
    `${account}/users`,
    `${account}/users/${userId}`,
    `${account}/service-groups/${serviceGroupId}/members`,
    `${account}/users/${userId}/events`,
    `${account}/events`,
  ];
  const costs = async (path: string) => costOf(await api.operator('GET', path)).calls;
  const alone: number[] = [];
  for (const path of paths) alone.push(await costs(path));
  expect(new Set(alone).size).toBeGreaterThan(2);
  for (let round = 0; round < 5; round += 1) expect(await Promise.all(paths.map(costs))).toEqual(alone);
});

testOfCalls()(
  'a user pays no call more than an operator: the account that is read anyway comes with their standing',
  async () => {
    const { asks, path } = await createTeam(api);
    const users = async (who: 'operator' | 'owner') => costOf(await asks[who]('GET', `${path}/users`)).calls;
    expect(await users('owner')).toBe(await users('operator'));
  },
);
