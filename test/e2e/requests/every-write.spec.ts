import { costOf, expectProblem, startApi, type Answer, type RunningApi } from '../../support/api/api.js';
import { documentedRequests, prepareFor, type Ids } from '../../support/api/documented-requests.js';

/** What holds for every write. The writes are those of the OpenAPI document, each sent as its example says. */

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const writes = documentedRequests().filter(
  ({ method, template }) => method !== 'GET' && template.startsWith('/v1/') && !isNoChange(template),
);
/** What is done to a session is no change of the directory, and neither is looking. */
function isNoChange(template: string): boolean {
  return /\/(sessions?(\/|$)|(inspect|see-as)$)/.test(template) || isOfMembers(template);
}

/** What users do for themselves alone: test/e2e/people/access-requests.spec.ts. */
function isOfMembers(template: string): boolean {
  return /\/access-requests(\/\{accessRequestId\}\/withdraw)?$/.test(template);
}

interface ShownEvent {
  type: string;
  actor: string;
  correlationId: string;
  data: object;
}

/** What is the same in the events of a trial and of the real thing: all but what is made anew each time. */
function told({ type, actor, data }: ShownEvent, ids: Ids) {
  const known = new Set(Object.values(ids));
  const text = JSON.stringify(data)
    .replace(/"\w{4}_[0-9A-Z]{26}"/g, (id) => (known.has(id.slice(1, -1)) ? id : '"new"'))
    .replace(
      /"(hint|previousHint|previousValidUntil|previousUntil|since|expiresAt)":"[^"]*"/g,
      '"$1":"drawn"',
    );
  return { type, actor, data: JSON.parse(text) as object };
}

/** The events of one request, by the account's own log. */
async function eventsOf({ headers }: Answer, accountId: string): Promise<ShownEvent[]> {
  const { status, body } = await api.operator('GET', `/v1/accounts/${accountId}/events?order=asc&limit=100`);
  expect(status).toBe(200);
  const events = body.data as ShownEvent[];
  return events.filter(({ correlationId }) => correlationId === headers.get('x-request-id'));
}

/** Steering a job, or sending an event again, is no change of the directory: it has no event. */
const hasEvents = (template: string) => !/jobId|redeliver|\/test$|recover/.test(template);
/** Whose log can be read afterwards, through the API. */
const hasLog = (name: string) =>
  name !== 'DELETE /v1/accounts/{accountId}' &&
  // Its job has them, later.
  !name.endsWith('/bulk-jobs') &&
  !name.includes(' /v1/api-keys') &&
  name !== 'POST /v1/accounts';

const SELDOM_A_JOB = 'POST /v1/accounts/{accountId}/changes/{correlationId}/revert';

describe.each(writes)('$name', (request) => {
  const { name, template, method, operation, about } = request;
  const takes = (header: string) => operation.parameters.some((parameter) => parameter.name === header);

  test('looks at If-Match, tells beforehand what it then does, and does it once however often it is sent', async () => {
    const ids = await prepareFor(api, request);
    const { path, body } = about(ids);
    const headers = {
      ...(takes('If-Match') && { 'if-match': '*' }),
      'idempotency-key': `${method}-${template}`,
    };
    const send = (query = ''): Promise<Answer> => api.operator(method, `${path}${query}`, body, headers);

    expect(takes('Idempotency-Key')).toBe(true);
    const unseen = await api.operator(method, path, body, { 'if-match': '"999"' });
    if (takes('If-Match')) await expectProblem(unseen, 412, 'version_mismatch');
    else await expectProblem(unseen, 400, 'invalid_if_match');
    expect(costOf(unseen).writes).toBe(0);

    const tried = await send('?dryRun=true');
    expect(tried).toMatchObject({ status: 200, body: { dryRun: true, events: expect.any(Array) } });
    expect(costOf(tried).writes).toBe(0);
    const foretold = (tried.body.events as ShownEvent[]).map((event) => told(event, ids));
    expect(foretold.length > 0).toBe(hasEvents(template));

    const done = await send();
    const successes = Object.keys(operation.responses).filter((status) => /^2\d\d$/.test(status));
    // The first is a dry run's too, unless there is a job only for what is too large.
    const status = Number(name === SELDOM_A_JOB ? successes[0] : successes.at(-1));
    expect({ status: done.status, detail: done.body?.detail }).toEqual({ status, detail: undefined });
    expect(costOf(done).writes).toBeGreaterThan(0);
    const accountId = ids['accountId'] ?? '';
    if (hasLog(name))
      expect((await eventsOf(done, accountId)).map((event) => told(event, ids))).toEqual(foretold);

    const again = await send();
    expect(again).toMatchObject({ status: done.status, body: done.body });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    for (const header of ['etag', 'location', 'link'])
      expect(again.headers.get(header)).toBe(done.headers.get(header));
    if (hasLog(name)) expect(await eventsOf(again, accountId)).toEqual([]);
  });
});
