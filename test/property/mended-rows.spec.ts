import fc from 'fast-check';
import { csvDelimiter, csvRecords, type CsvRecord } from '../../apps/api/src/imports/csv-records.js';
import {
  EMPTY_DRAFT,
  type ImportDraft,
  type MendedRow,
} from '../../apps/dashboard/src/features/imports/draft/draft.js';
import { bodyOf, orderOf, startsOf } from '../../apps/dashboard/src/features/imports/draft/order.js';
import { afterCheck } from '../../apps/dashboard/src/features/imports/draft/refusals.js';

const RUNS = process.env['ROLLBOOK_NIGHTLY'] === '1' ? 20_000 : 500;

const value = fc.oneof(
  fc.constantFrom('', 'Ida', '"', '""', ',', ';', '\t', '\n', '\r\n', '\r', "'=1", ' Ida ', '\ufeff', 'é'),
  fc.string({ maxLength: 6 }),
);
const values = fc.array(value, { minLength: 3, maxLength: 3 }).filter((row) => row.join('').trim() !== '');

const files = fc.record({
  rows: fc.array(
    fc.record({ written: values, mended: fc.option(values, { nil: undefined }), isLeftOut: fc.boolean() }),
    { minLength: 1, maxLength: 8 },
  ),
  delimiter: fc.constantFrom(',', ';', '\t'),
  end: fc.constantFrom('\n', '\r\n', '\r'),
  hasEnd: fc.boolean(),
  start: fc.constantFrom('', '\ufeff'),
});

const quoted = (row: readonly string[], delimiter: string) =>
  row.map((each) => `"${each.replaceAll('"', '""')}"`).join(delimiter);

async function recordsOf(body: Blob): Promise<CsvRecord[]> {
  const records: CsvRecord[] = [];
  for await (const record of csvRecords(pieces(body))) records.push(record);
  return records;
}

async function* pieces(body: Blob): AsyncGenerator<Buffer> {
  yield Buffer.from(await body.arrayBuffer());
}

type Sample = typeof files extends fc.Arbitrary<infer Each> ? Each : never;

/** A draft of a file of which some rows are mended, others left out. */
async function draftOf({ rows, delimiter, end, hasEnd, start }: Sample) {
  const heading = ['name', 'email', 'role'];
  const lines = [heading, ...rows.map(({ written }) => written)].map((row) => quoted(row, delimiter));
  const file = new File([start, lines.join(end), hasEnd ? end : ''], 'people.csv');
  const records = await recordsOf(file);
  const columns = heading.map((name) => ({ name, field: name, samples: [] }));
  const mended = rows.flatMap(({ written, mended: to, isLeftOut }, index): MendedRow[] => {
    if (!to) return [];
    const { line, lastLine } = records[index + 1]!;
    return [{ line, lastLine, written, values: to, isChanged: true, isLeftOut, refusal: undefined }];
  });
  const facts = { columns, fields: [], delimiter: await csvDelimiter(pieces(file)), rows: 1, total: 1 };
  const draft: ImportDraft = { ...EMPTY_DRAFT, file, facts, rows: mended, mapping: heading };
  return { draft, records };
}

test('the API reads what the page sends as the mended file, and the page knows where each appended row begins', async () => {
  const property = fc.asyncProperty(files, async (file) => {
    const { draft, records } = await draftOf(file);
    const order = orderOf(draft);
    const sent = await recordsOf(await bodyOf(draft, order));
    expect(sent.slice(0, records.length)).toEqual(records);
    const appended = sent.slice(records.length);
    expect(appended.map(({ values: read }) => read)).toEqual(order.appended.map((row) => row.values));
    const [last] = sent.slice(-1);
    expect([...startsOf(order.appended, last!.lastLine).keys()]).toEqual(appended.map(({ line }) => line));
    const kept = sent.filter(({ line }) => !order.omit.includes(line)).map((record) => record.values);
    const expected = file.rows.flatMap(({ written, mended }) => (mended ? [] : [written]));
    const replaced = file.rows.flatMap(({ mended, isLeftOut }) => (mended && !isLeftOut ? [mended] : []));
    expect(kept.slice(1)).toEqual([...expected, ...replaced]);
  });
  await fc.assert(property, { numRuns: RUNS });
});

test('after an import only its refused rows are sent, below the names of the columns', async () => {
  const property = fc.asyncProperty(files, async (file) => {
    const { draft } = await draftOf(file);
    const rest = { ...draft, file: undefined, isRest: true };
    const order = orderOf(rest);
    expect(order.omit).toEqual([]);
    const [heading, ...read] = await recordsOf(await bodyOf(rest, order));
    expect(heading?.values).toEqual(['name', 'email', 'role']);
    expect(read.map((record) => record.values)).toEqual(order.appended.map((row) => row.values));
  });
  await fc.assert(property, { numRuns: RUNS });
});

test('a refusal of an appended row is one of the row that it replaces', async () => {
  const property = fc.asyncProperty(files, fc.nat(20), async (file, at) => {
    const { draft } = await draftOf(file);
    const order = orderOf(draft);
    fc.pre(order.appended.length > 0);
    const records = await recordsOf(await bodyOf(draft, order));
    const chosen = at % order.appended.length;
    const { line, lastLine, values: written } = records[records.length - order.appended.length + chosen]!;
    const refusal = { line, lastLine, values: written, code: 'invalid_email', detail: 'No.' };
    const checked = { ...draft, check: { ...order, jobId: 'job_1', isNoted: false } };
    const after = afterCheck(checked, records.at(-1)!.lastLine, [refusal]);
    const refused = after.rows.filter((row) => row.refusal !== undefined);
    expect(refused.map((row) => [row.line, row.values])).toEqual([
      [order.appended[chosen]!.line, order.appended[chosen]!.values],
    ]);
    expect(after.rows).toHaveLength(draft.rows.length);
  });
  await fc.assert(property, { numRuns: RUNS });
});
