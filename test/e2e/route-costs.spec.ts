import { writeFileSync } from 'node:fs';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { costOf, startApi, type RunningApi } from '../support/api.js';
import { openApiDocument } from '../support/contract.js';
import { engineClient } from '../support/engine.js';
import { createTenancy, type Tenancy } from '../support/tenant-matrix.js';

/**
 * What each route costs, by its own Server-Timing, on a small account. `ROLLBOOK_ROUTE_COSTS=<file>` writes the table.
 */

let api: RunningApi;
let client: DynamoDBClient;
let tenancy: Tenancy;
beforeAll(async () => {
  client = engineClient();
  api = await startApi();
  tenancy = await createTenancy(api, client);
});
afterAll(async () => {
  await api.close();
  client.destroy();
});

/** What changes least comes first; what ends the account's life comes last. */
const ORDER = ['get', 'patch', 'put', 'post', 'delete'];
const routes = Object.entries(openApiDocument().paths)
  .filter(([template]) => template.startsWith('/v1') || template.startsWith('/access'))
  .flatMap(([template, item]) =>
    Object.entries(item).map(([method, operation]) => ({ template, method, operation })),
  )
  .sort(
    (a, b) =>
      ORDER.indexOf(a.method) - ORDER.indexOf(b.method) ||
      Number(a.template.endsWith('suspend')) - Number(b.template.endsWith('suspend')) ||
      b.template.length - a.template.length,
  );

/** The example of the document, about the things of this account. */
function bodyOf(example: unknown): unknown {
  if (example === undefined) return undefined;
  const { accountId, userId, serviceGroupId } = tenancy.ids;
  const text = JSON.stringify(example)
    .replace(/acct_[0-9A-Z]{26}/g, accountId ?? '')
    .replace(/user_[0-9A-Z]{26}/g, userId ?? '')
    .replace(/sgrp_[0-9A-Z]{26}/g, serviceGroupId ?? '');
  return JSON.parse(text);
}

test('no read takes more than three table calls, and no read writes', async () => {
  const lines = ['| route | status | calls | read units | write units |', '| --- | --- | --- | --- | --- |'];
  for (const { template, method, operation } of routes) {
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => tenancy.ids[name] ?? '');
    const body = bodyOf(operation.requestBody?.content['application/json']?.example);
    const answer = await api.operator(method.toUpperCase(), path, body, { 'if-match': '*' });
    const { calls, reads, writes } = costOf(answer);
    lines.push(
      `| ${method.toUpperCase()} ${template} | ${answer.status} | ${calls} | ${reads} | ${writes} |`,
    );
    if (method !== 'get') continue;
    expect({ template, few: calls <= 3, writes }).toEqual({ template, few: true, writes: 0 });
  }
  expect(lines.length).toBe(routes.length + 2);
  const file = process.env['ROLLBOOK_ROUTE_COSTS'];
  if (file) writeFileSync(file, `${lines.join('\n')}\n`);
});
