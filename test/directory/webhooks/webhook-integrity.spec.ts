import { DeleteItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import {
  closeAccount,
  commandWebhookEndpoint,
  createAccount,
  createWebhookEndpoint,
  getWebhookEndpoint,
  grantTenant,
  importAccount,
  readSecrets,
  removeWebhookEndpoint,
  type Finding,
  type Tenant,
} from '#libs/directory';
import type { WebhookEndpointId } from '#libs/domain';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { everyItem } from '../../support/directory/items.js';
import { finishJob } from '../../support/directory/jobs.js';
import { exportAccount, rebuildAccount, verifyAccount } from '../../support/directory/settled.js';

let opened: TestDirectory;
let tenant: Tenant;
let webhookEndpointId: WebhookEndpointId;
beforeEach(async () => {
  opened = await openTestDirectory();
  const { directory } = opened;
  tenant = grantTenant(
    directory,
    (await createAccount(directory, { name: 'Acme' }, byOperator)).state.accountId,
  );
  const input = { url: 'https://hooks.acme.example/', eventTypes: ['user.*'] };
  ({ webhookEndpointId } = (await createWebhookEndpoint(tenant, input, byOperator)).state);
  const disable = { type: 'disable_webhook_endpoint' } as const;
  await commandWebhookEndpoint(tenant, webhookEndpointId, disable, byOperator);
});
afterEach(() => opened.close());

async function findings(): Promise<string[]> {
  const found: Finding[] = [];
  const onFinding = (finding: Finding) => void found.push(finding);
  await verifyAccount(tenant, { onFinding, recheckAfterMs: 0, logSettledAfterMs: 0 });
  return found.map(({ problem, entity }) => `${entity}: ${problem}`);
}

test('a webhook endpoint is what its events add up to', async () => {
  expect(await findings()).toEqual([]);
  const { client, tableName: TableName } = opened;
  const queue = { PK: { S: `webhook-endpoint:${webhookEndpointId}` }, SK: { S: 'queue' } };
  await client.send(new DeleteItemCommand({ TableName, Key: queue }));
  const head = {
    PK: { S: `account:${tenant.accountId}` },
    SK: { S: `webhook-endpoint:${webhookEndpointId}` },
  };
  const url = { UpdateExpression: 'SET #url = :url', ExpressionAttributeNames: { '#url': 'url' } };
  const ExpressionAttributeValues = { ':url': { S: 'https://elsewhere.example/' } };
  await client.send(new UpdateItemCommand({ TableName, Key: head, ...url, ExpressionAttributeValues }));
  expect((await findings()).sort()).toEqual(['webhook-endpoint: differs', 'webhook-queue: missing']);
  await rebuildAccount(tenant);
  expect(await findings()).toEqual([]);
  expect(await getWebhookEndpoint(tenant, webhookEndpointId)).toMatchObject({
    url: 'https://hooks.acme.example/',
    status: 'disabled',
    disabledReason: 'requested',
  });
});

test('a removed webhook endpoint leaves a tombstone that expires, and nothing else is expected of it', async () => {
  await removeWebhookEndpoint(tenant, webhookEndpointId, byOperator);
  expect(await findings()).toEqual([]);
  const left = (await everyItem(opened)).filter(({ entity }) => /^webhook/.test(String(entity)));
  expect(left).toEqual([
    expect.objectContaining({ entity: 'webhook-endpoint', status: 'removed', expiresAt: expect.any(Number) }),
    expect.objectContaining({ entity: 'webhook-registration', expiresAt: expect.any(Number) }),
  ]);
});

test('closing an account removes its webhook endpoints last', async () => {
  const { state } = await closeAccount(tenant, byOperator);
  await finishJob(opened.directory, state.jobId as string);
  expect(await findings()).toEqual([]);
  const items = await everyItem(opened);
  expect(items.find(({ entity }) => entity === 'webhook-endpoint')).toMatchObject({ status: 'removed' });
  expect(items.filter(({ entity }) => entity === 'webhook-secret' || entity === 'webhook-queue')).toEqual([]);
});

test('an account that is restored elsewhere has its webhook endpoints, without their secrets', async () => {
  const other = await openTestDirectory();
  async function* lines() {
    for await (const line of exportAccount(tenant)) yield line.trimEnd();
  }
  await importAccount(other.directory, lines());
  const restored = await getWebhookEndpoint(
    grantTenant(other.directory, tenant.accountId),
    webhookEndpointId,
  );
  expect(restored).toEqual(await getWebhookEndpoint(tenant, webhookEndpointId));
  expect(await readSecrets(other.directory, restored)).toBeUndefined();
  const { findings: found } = await verifyAccount(grantTenant(other.directory, tenant.accountId), {
    recheckAfterMs: 0,
  });
  expect(found).toEqual({ wrong: 0, stale: 0, pending: 0 });
  await other.close();
});
