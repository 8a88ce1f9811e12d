import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { startApi, type Ask, type RunningApi } from '../../support/api/api.js';
import { documentedRequests, type DocumentedRequest } from '../../support/api/documented-requests.js';
import { created, createServiceGroup, createUser } from '../../support/api/people.js';
import { createTenancy, type Tenancy } from '../../support/api/tenant-matrix.js';
import { engineClient } from '../../support/engines/engine.js';

/** All that a manager may beyond a member, as it is written for people; that the routes say so is compared with it. */
const OPEN = [
  'DELETE members/{userId}',
  'GET ',
  'GET access-requests',
  'GET access-requests/count',
  'GET candidates',
  'GET events',
  'GET managers',
  'GET members',
  'GET members/diff',
  'GET members/{userId}',
  'GET members/{userId}/explain',
  'GET teams',
  'PATCH members/{userId}',
  'POST access-requests/{accessRequestId}/approve',
  'POST access-requests/{accessRequestId}/refuse',
  'POST members/batch',
  'PUT members/{userId}',
];
const GROUP = '/v1/accounts/{accountId}/service-groups/{serviceGroupId}';
/** Those that need a credential. What anybody asks for once is another answer the second time. */
const requests = documentedRequests().filter(
  ({ name, operation }) =>
    operation.security?.length !== 0 && name !== 'POST /v1/accounts/{accountId}/access-requests',
);

let api: RunningApi;
let client: DynamoDBClient;
let ours: Tenancy;
let theirs: Tenancy;
/** A member of our account who manages another of its service groups. */
let ofAnother: Ask;

beforeAll(async () => {
  client = engineClient();
  api = await startApi();
  [ours, theirs] = [await createTenancy(api, client), await createTenancy(api, client)];
  const { account, path } = ours.team;
  const [user, group] = [await createUser(api, account.id), await createServiceGroup(api, account.id)];
  created(await api.operator('PUT', `${path}/service-groups/${group.id}/managers/${user.id}`));
  ofAnother = await api.as(user);
});
afterAll(async () => {
  await api.close();
  client.destroy();
});

async function statusFor(ask: Ask, { method, about }: DocumentedRequest): Promise<number> {
  const { path, body } = about(ours.ids);
  return (await ask(method, path, body)).status;
}

function nameInGroup({ method, template }: DocumentedRequest): string {
  return `${method} ${template.slice(GROUP.length + 1)}`;
}

test('a manager may on their own service group what is listed, and nothing else that a member may not', async () => {
  const open: string[] = [];
  for (const request of requests) {
    const [manager, member] = [
      await statusFor(ours.asks.manager, request),
      await statusFor(ours.asks.member, request),
    ];
    if (manager === member) continue;
    expect([request.name, request.template.startsWith(GROUP)]).toEqual([request.name, true]);
    open.push(nameInGroup(request));
  }
  expect(open.sort()).toEqual(OPEN);
});

test('the document says of these routes, and of no others, that they are for managers', () => {
  const said = requests.filter(({ operation }) => /For: [^.]*\bmanager\b/.test(operation.description ?? ''));
  expect(said.map(nameInGroup).sort()).toEqual(OPEN);
});

test('of another service group, or of another account, a manager is a member like any other', async () => {
  const different: [string, number, number][] = [];
  for (const request of requests)
    for (const [manager, member] of [
      [ofAnother, ours.asks.member],
      [theirs.asks.manager, theirs.asks.member],
    ] as const) {
      const statuses = [await statusFor(manager, request), await statusFor(member, request)] as const;
      if (statuses[0] !== statuses[1]) different.push([request.name, ...statuses]);
    }
  expect(different).toEqual([]);
});
