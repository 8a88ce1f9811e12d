import { runJobChunk } from '#libs/directory';
import { startApi, type Answer, type RunningApi } from '../support/api/api.js';
import { createTeam } from '../support/api/people.js';

/**
 * Many clients of one account at once, each of which sends what no other contradicts: nothing may be refused for good. What is
 * answered with 503 says when to try again, and is sent again as it was.
 */

const NIGHTLY = process.env['ROLLBOOK_NIGHTLY'] === '1';
const CLIENTS = NIGHTLY ? 64 : 12;
const ROWS = NIGHTLY ? 50 : 10;
const MAX_TRIES = 20;

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test('of many clients at once each creates, imports, pauses and resumes what is its own', async () => {
  const { asks, path } = await createTeam(api);
  const token = await api.issuer.signOperatorToken();
  const refused: object[] = [];
  /** Until it is not asked to come again. */
  const patiently = async (what: string, send: () => Promise<Answer>, expected: readonly number[]) => {
    for (let tries = 1; ; tries += 1) {
      const { status, body, headers } = await send();
      if (status === 503 && headers.get('retry-after') !== null && tries < MAX_TRIES) continue;
      if (!expected.includes(status)) refused.push({ what, tries, status, body });
      return body;
    }
  };
  const client = async (_: unknown, n: number) => {
    const once = { 'idempotency-key': `group-${n}` };
    await patiently(
      'group',
      () => asks.owner('POST', `${path}/service-groups`, { name: `group ${n}` }, once),
      [201],
    );
    const rows = Array.from({ length: ROWS }, (_row, row) => `u${n}x${row}@x.example,U ${n} ${row}`);
    const upload = async (): Promise<Answer> => {
      const answer = await fetch(`${api.url}${path}/import/users`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'text/csv',
          'idempotency-key': `import-${n}`,
        },
        body: `email,name\n${rows.join('\n')}\n`,
      });
      return { status: answer.status, headers: answer.headers, body: await answer.json() };
    };
    const { id } = (await patiently('import', upload, [200, 202])) as { id?: string };
    if (id === undefined) return;
    const steer = (step: string) =>
      patiently(
        step,
        () =>
          api.operator('POST', `${path}/jobs/${id}/${step}`, undefined, {
            'idempotency-key': `${step}-${n}`,
          }),
        [200],
      );
    const run = async () => {
      for (let chunks = 0; chunks < 200; chunks += 1) {
        const result = await runJobChunk(api.directory, id).catch(() => 'conflicted');
        if (result === 'done' || result === 'not running') return;
      }
    };
    await Promise.all([run(), steer('pause')]);
    await Promise.all([steer('resume'), run()]);
    await run();
    const read = await patiently('read', () => asks.owner('GET', `${path}/imports/${id}`), [200]);
    if (read.status !== 'done' || read.created !== ROWS) refused.push({ what: 'result', read });
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  expect(refused).toEqual([]);
});
