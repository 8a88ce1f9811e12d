import { readFileSync } from 'node:fs';
import { Metrics } from '../../../apps/api/src/observability/metrics/metrics.js';
import { MetricsServer } from '../../../apps/api/src/observability/metrics/metrics.server.js';
import { startApi, type RunningApi } from '../../support/api/api.js';
import { onWeakTable } from '../../support/engines/engine.js';
import { startUnreliableEngine } from '../../support/engines/unreliable-engine.js';
import { createAccount, created } from '../../support/api/people.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi({ metricsPort: 0 });
});
afterAll(() => api.close());

const metricsOf = ({ app }: RunningApi) => app.get(MetricsServer).url!;

test('metrics are at a port of their own, and only where one is set', async () => {
  expect((await fetch(`${api.url}/metrics`)).status).toBe(404);
  expect((await fetch(metricsOf(api).replace('/metrics', '/health/live'))).status).toBe(404);
  const other = await startApi();
  expect(other.app.get(MetricsServer).url).toBeUndefined();
  await other.close();
});

test('each metric is documented, with its type', async () => {
  await api.operator('GET', '/v1/accounts');
  const types = [...(await (await fetch(metricsOf(api))).text()).matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  const page = readFileSync(new URL('../../../docs/metrics.md', import.meta.url), 'utf8');
  const documented = [...page.matchAll(/^\| `(\w+)` +\| (\w+)/gm)];
  const named = (found: RegExpExecArray[]) => found.map(([, name, type]) => `${name} ${type}`).sort();
  expect(named(documented)).toEqual(named(types));
});

test('metrics count requests, time and capacity by route, and let no client make up a series', async () => {
  const { id } = created<{ id: string }>(await api.operator('POST', '/v1/accounts', { name: 'Acme' }));
  await api.operator('GET', `/v1/accounts/${id}`);
  await api.operator('GET', `/v1/accounts/${id}`);
  await fetch(`${api.url}/made/up`);
  const answer = await fetch(metricsOf(api));
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const text = await answer.text();
  const read = 'method="GET",route="/v1/accounts/:accountId",status="200"';
  expect(text).toContain(`rollbook_http_request_duration_seconds_count{${read}} 2`);
  expect(text).toContain(`rollbook_http_request_duration_seconds_bucket{${read},le="+Inf"} 2`);
  // The weak table lets the rest of a batch be asked for again.
  if (!onWeakTable()) expect(text).toContain(`rollbook_table_calls_total{${read}} 2`);
  expect(text).toContain(`rollbook_table_read_units_total{${read}} 4`);
  expect(text).toContain(
    'rollbook_table_write_units_total{method="POST",route="/v1/accounts",status="201"} 6',
  );
  expect(text).toContain('route="unknown",status="404"} ');
  expect(text).not.toContain('/made/up');
  expect(text).not.toContain(id);
});

test('metrics count the answers of 5xx of which nothing is wrong', async () => {
  const { id } = await createAccount(api);
  expect((await api.operator('GET', `/scim/v2/${id}/Me`)).status).toBe(501);
  expect((await fetch(`${api.url}/scim/v2/${id}/Me`)).status).toBe(401);
  expect(api.app.get(Metrics).render()).toContain(
    'rollbook_http_expected_5xx_total{code="route_not_found"} 1',
  );
});

test('metrics count throttled calls, retries, and writes that others were in the way of', async () => {
  const engine = await startUnreliableEngine();
  const shaken = await startApi({ endpoint: engine.endpoint });
  const { id } = await createAccount(shaken);
  const user = { name: 'Ada', email: 'ada@example.com' };
  let conflicts = 2;
  let throttled = false;
  engine.decide = (operation) => {
    if (operation === 'Query' && throttled) return { error: 'ThrottlingException' };
    if (operation !== 'TransactWriteItems' || conflicts === 0) return 'pass';
    conflicts -= 1;
    return { error: 'TransactionCanceledException', reasons: [{ Code: 'TransactionConflict' }] };
  };
  expect((await shaken.operator('POST', `/v1/accounts/${id}/users`, user)).status).toBe(201);
  throttled = true;
  expect((await shaken.operator('GET', `/v1/accounts/${id}/users`)).status).toBe(503);
  const text = shaken.app.get(Metrics).render();
  const value = (name: string, operation: string) =>
    Number(
      new RegExp(`^rollbook_dynamodb_${name}_total\\{operation="${operation}"\\} (\\d+)$`, 'm').exec(
        text,
      )?.[1],
    );
  expect(value('conflicts', 'TransactWriteItems')).toBe(2);
  expect(value('throttles', 'TransactWriteItems')).toBe(0);
  expect(value('throttles', 'Query')).toBe(1);
  expect(value('retries', 'Query')).toBeGreaterThan(0);
  expect(value('calls', 'TransactWriteItems')).toBe(4);
  await Promise.all([shaken.close(), engine.close()]);
});
