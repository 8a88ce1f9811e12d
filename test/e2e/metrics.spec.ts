import { startApi, type RunningApi } from '../support/api.js';
import { createAccount } from '../support/people.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test('metrics count requests, time and capacity by route, and let no client make up a series', async () => {
  const { id } = await createAccount(api);
  await api.operator('GET', `/v1/accounts/${id}`);
  await api.operator('GET', `/v1/accounts/${id}`);
  await fetch(`${api.url}/made/up`);
  const answer = await fetch(`${api.url}/metrics`);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const text = await answer.text();
  const read = 'method="GET",route="/v1/accounts/:accountId",status="200"';
  expect(text).toContain(`rollbook_http_request_duration_seconds_count{${read}} 2`);
  expect(text).toContain(`rollbook_http_request_duration_seconds_bucket{${read},le="+Inf"} 2`);
  expect(text).toContain(`rollbook_table_calls_total{${read}} 2`);
  expect(text).toContain(`rollbook_table_read_units_total{${read}} 2`);
  expect(text).toContain(
    'rollbook_table_write_units_total{method="POST",route="/v1/accounts",status="201"} 6',
  );
  expect(text).toContain('route="unknown",status="404"} ');
  expect(text).not.toContain('/made/up');
  expect(text).not.toContain(id);
});
