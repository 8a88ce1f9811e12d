import { Readable } from 'node:stream';
import fc from 'fast-check';
import { Problem } from '../problems/problem.js';
import { csvRecords, type CsvRecord } from './csv-records.js';

const RUNS = process.env['ROLLBOOK_NIGHTLY'] === '1' ? 20_000 : 500;

const SHAPES = ['plain', 'quoted', 'two lines', 'empty', 'ragged'] as const;
const SPOILT_BY = ['', '"', '""', '\n', '\r\n', '\r', ',', ';', '"x', 'x"', '\0', '\ufeff', "'"];

const spoiltFile = fc.record({
  shapes: fc.array(fc.constantFrom(...SHAPES), { minLength: 1, maxLength: 12 }),
  end: fc.constantFrom('\n', '\r\n', '\r'),
  delimiter: fc.constantFrom(',', ';', '\t'),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.nat(2),
  added: fc.constantFrom(...SPOILT_BY),
  /** Where one piece of the body ends and the next begins. */
  cut: fc.nat(200),
});

function rowOf(shape: (typeof SHAPES)[number], name: string, delimiter: string, end: string): string {
  const values = {
    plain: [`${name}@x.example`, name, name],
    quoted: [`${name}@x.example`, `"${name} ""the"" ${delimiter} Great"`, ''],
    'two lines': [`${name}@x.example`, `"${name}${end}and more"`, ''],
    empty: ['', '', ''],
    ragged: [`${name}@x.example`, name],
  };
  return values[shape].join(delimiter);
}

const LINE_END = /\r\n|\n|\r/g;
const withoutLastEnd = (file: string) => file.replace(/(\r\n|\n|\r)$/, '');

/** Counted without a parser: a line break is inside a value if the quotation marks before it are odd. */
function breaksInsideQuotes(file: string): number {
  const breaks = [...withoutLastEnd(file).matchAll(LINE_END)];
  return breaks.filter(({ index }) => file.slice(0, index).split('"').length % 2 === 0).length;
}

async function read(...pieces: Buffer[]): Promise<CsvRecord[] | Problem> {
  const records: CsvRecord[] = [];
  try {
    for await (const record of csvRecords(Readable.from(pieces))) records.push(record);
    return records;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

test('every line of a spoiled file is in one record, or the file is refused at a quotation mark', async () => {
  const property = fc.asyncProperty(
    spoiltFile,
    async ({ shapes, end, delimiter, at, removed, added, cut }) => {
      const rows = shapes.map((shape, n) => rowOf(shape, `u${n}`, delimiter, end)).join(end);
      const place = Math.floor(at * (rows.length + 1));
      const heading = ['email', 'name', 'externalId'].join(delimiter);
      const file = `${heading}${end}${rows.slice(0, place)}${added}${rows.slice(place + removed)}`;
      const lines = withoutLastEnd(file).split(LINE_END);
      const bytes = Buffer.from(file);
      const records = await read(bytes.subarray(0, cut), bytes.subarray(cut));
      if (records instanceof Problem) {
        const [, line, column] = /^Line (\d+), column (\d+): /.exec(records.detail) ?? [];
        expect(records.code).toBe('malformed_csv');
        expect(lines[Number(line) - 1]?.[Number(column) - 1]).toBe('"');
        return;
      }
      expect(records).toHaveLength(lines.length - breaksInsideQuotes(file));
      const before = [0, ...records.map(({ lastLine }) => lastLine)];
      expect(records.map(({ line }) => line)).toEqual(before.slice(0, -1).map((line) => line + 1));
      expect(before.at(-1)).toBe(lines.length);
    },
  );
  await fc.assert(property, { numRuns: RUNS });
});
