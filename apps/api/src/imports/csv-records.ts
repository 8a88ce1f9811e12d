import { Readable } from 'node:stream';
import { parse, type CsvError } from 'csv-parse';
import { Problem } from '../problems/problem.js';

export const MAX_ROW_BYTES = 16 * 1024;

/** The values between the delimiters. Their lines are counted from 1, whatever they end with, also inside quotation marks. */
export interface CsvRecord {
  line: number;
  lastLine: number;
  values: string[];
}

const LINE_END = /\r\n|\n|\r/g;
const QUOTED = /"(?:[^"]|"")*(?:"|$)/g;
const SEPARATOR_LINE = /^"?sep=(.)"?$/i;

/**
 * Every record of a file, also empty ones and the heading: there is no line that is in none of them.
 * @param isCut the text is only the beginning of a file: its last record may lack its end
 * @throws Problem `malformed_csv` at the quotation mark or the line after which the end of a record is unknown
 */
export async function* csvRecords(
  text: AsyncIterable<Buffer>,
  { isCut = false } = {},
): AsyncGenerator<CsvRecord> {
  const { delimiter, rest, linesBefore } = await beginningOf(text);
  let line = linesBefore + 1;
  const parser = parse({
    bom: true,
    delimiter,
    trim: true,
    raw: true,
    relax_column_count: true,
    // Not only the first one: files are often concatenated.
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: MAX_ROW_BYTES,
    on_record: (extended) => {
      // The library's types do not know what `raw` makes of a record. Of a CRLF at its end it has only the CR.
      const { record, raw } = extended as unknown as { record: string[]; raw: string };
      const lastLine = line + breaksIn(raw.replace(/[\r\n]$/, ''));
      const read: CsvRecord = { line, lastLine, values: record };
      line = lastLine + 1;
      return read as never;
    },
  });
  const body = Readable.from(rest, { objectMode: false });
  body.once('error', (error) => parser.destroy(error));
  try {
    yield* body.pipe(parser) as AsyncIterable<CsvRecord>;
  } catch (error) {
    if (!isCsvError(error)) throw error;
    if (!isCut || error.code !== 'CSV_QUOTE_NOT_CLOSED') throw malformedAt(line, error);
  }
}

/** What is between the values of a file. */
export async function csvDelimiter(text: AsyncIterable<Buffer>): Promise<string> {
  return (await beginningOf(text)).delimiter;
}

interface Beginning {
  delimiter: string;
  rest: AsyncIterable<Buffer>;
  linesBefore: number;
}

/** Spreadsheets write semicolons where the comma is part of numbers, and may begin with the line `sep=;`. */
async function beginningOf(text: AsyncIterable<Buffer>): Promise<Beginning> {
  const pieces = text[Symbol.asyncIterator]();
  const seen: Buffer[] = [];
  let start = '';
  // One more character, as a CR may be half of a CRLF.
  while (!/(\r[^]|\n)/.test(start) && start.length <= MAX_ROW_BYTES) {
    const next: IteratorResult<Buffer, unknown> = await pieces.next();
    if (next.done) break;
    seen.push(next.value);
    start = Buffer.concat(seen).toString('utf8');
  }
  async function* rest(skippedBytes: number) {
    yield Buffer.concat(seen).subarray(skippedBytes);
    yield* { [Symbol.asyncIterator]: () => pieces };
  }
  const [, first = '', end = ''] = /^([^\r\n]*)(\r\n|\n|\r|$)/.exec(start) ?? [];
  const separator = SEPARATOR_LINE.exec(first.replace(/^\ufeff/, ''))?.[1];
  return separator === undefined
    ? { delimiter: delimiterIn(first), rest: rest(0), linesBefore: 0 }
    : { delimiter: separator, rest: rest(Buffer.byteLength(first + end)), linesBefore: 1 };
}

/** The one that stands most often between the names of the heading. */
function delimiterIn(heading: string): string {
  const count = (delimiter: string) => heading.replace(QUOTED, '').split(delimiter).length;
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best));
}

function breaksIn(text: string): number {
  return text.match(LINE_END)?.length ?? 0;
}

function isCsvError(error: unknown): error is CsvError & { raw: string } {
  return error instanceof Error && 'raw' in error && 'code' in error;
}

/** Without the contents of the row, which may be somebody's name. */
function malformedAt(firstLine: number, { code, raw }: { code: string; raw: string }): Problem {
  const quoted = [...raw.matchAll(QUOTED)].at(-1);
  const isInside = code === 'INVALID_OPENING_QUOTE';
  const isTooLong = code === 'CSV_MAX_RECORD_SIZE' && !quoted;
  const before = raw.slice(0, isInside ? -1 : (quoted?.index ?? 0)).split(LINE_END);
  const place = `Line ${firstLine + before.length - 1}, column ${before.at(-1)!.length + 1}`;
  if (isTooLong)
    return new Problem('malformed_csv', `${place}: the row has more than ${MAX_ROW_BYTES} bytes.`);
  if (isInside)
    return new Problem('malformed_csv', `${place}: a value with a quotation mark in it must be quoted.`);
  return new Problem('malformed_csv', `${place}: the quotation mark is not closed, or more text follows it.`);
}
