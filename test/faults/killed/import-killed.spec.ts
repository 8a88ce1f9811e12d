import { startApi, askWith, type RunningApi } from '../../support/api/api.js';
import { startApiProcess } from '../../support/processes/api-process.js';
import { eventually } from '../../support/eventually.js';
import { createAccount } from '../../support/api/people.js';
import { peakMemoryOf } from '../../support/processes/processes.js';
import { startRecordedBus } from '../../support/streams/recorded-bus.js';
import { startStreamProcessorProcess } from '../../support/streams/stream-processor-process.js';

/** The long run: ROLLBOOK_IMPORT_ROWS=100000 npm test -- test/faults/killed/import-killed */
const ROWS = Number(process.env['ROLLBOOK_IMPORT_ROWS'] ?? 600);
const MAX_MEMORY_MB = 300;
/** With a larger heap it would not collect what it does not need. */
const HEAP_MB = 128;
/** For a slow machine; it is waited for conditions, never for time. */
const WITHIN_MS = 60_000 + ROWS * 50;

let api: RunningApi;
let bus: Awaited<ReturnType<typeof startRecordedBus>>;
beforeAll(async () => {
  api = await startApi();
  bus = await startRecordedBus();
});
afterAll(async () => {
  await bus.stop();
  await api.close();
});

const rowOf = (n: number) => `user${n}@x.example,User ${n},member,hr-${n}`;
const HEADER = 'email,name,role,externalId';

function file(): ReadableStream<Uint8Array> {
  async function* lines() {
    yield await Promise.resolve(Buffer.from(`${HEADER}\r\n`));
    for (let from = 0; from < ROWS; from += 1_000) {
      const some = Array.from({ length: Math.min(1_000, ROWS - from) }, (_, n) => rowOf(from + n));
      yield Buffer.from(`${some.join('\r\n')}\r\n`);
    }
  }
  return ReadableStream.from(lines());
}

test(
  `${ROWS} users are imported by a stream processor that is killed three times, each once, and exported again`,
  async () => {
    const { id } = await createAccount(api);
    const path = `/v1/accounts/${id}`;
    const one = await startApiProcess(api, { NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}` });
    const token = await api.issuer.signOperatorToken();
    const ask = askWith(one.url, token);
    const headers = { authorization: `Bearer ${token}` };
    const begun = Date.now();
    const answer = await fetch(`${one.url}${path}/import/users`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'text/csv' },
      body: file(),
      duplex: 'half',
    });
    expect(answer.status).toBe(202);
    const job = (await answer.json()) as { id: string };
    const options = { table: api.configuration.table.name, busUrl: bus.url };
    const progress = async () => (await ask('GET', `${path}/imports/${job.id}`)).body as { status: string };
    const exists = async (n: number) =>
      ((await ask('GET', `${path}/users?externalId=hr-${n}`)).body as { data: unknown[] }).data.length > 0;
    for (const share of [0.15, 0.4, 0.7]) {
      const processor = startStreamProcessorProcess(options);
      // In the middle of a part: its rows are there, and the job does not know it yet.
      await eventually(`row ${share} is there`, () => exists(Math.floor(ROWS * share)), WITHIN_MS);
      processor.kill();
      await processor.exited;
    }
    const last = startStreamProcessorProcess(options);
    await eventually('the import is done', async () => (await progress()).status === 'done', WITHIN_MS);
    const seconds = (Date.now() - begun) / 1_000;
    expect(await progress()).toMatchObject({ rows: ROWS, processed: ROWS, created: ROWS, refused: 0 });
    const exported = await (await fetch(`${one.url}${path}/export/users`, { headers })).text();
    const [header, ...rows] = exported.trimEnd().split('\r\n');
    expect(header).toBe(HEADER);
    expect(rows.sort()).toEqual(Array.from({ length: ROWS }, (_, n) => rowOf(n)).sort());
    const memory = peakMemoryOf(one.child.pid);
    expect(memory).toBeLessThan(MAX_MEMORY_MB);
    if (process.env['ROLLBOOK_IMPORT_ROWS'])
      process.stdout.write(
        `${ROWS} rows in ${seconds} s; the API has had ${Math.round(memory)} MB at most.\n`,
      );
    await last.stop();
    one.child.kill('SIGTERM');
    await one.exit;
  },
  WITHIN_MS * 4,
);
