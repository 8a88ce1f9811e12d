import { Readable, Transform, type TransformCallback } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { parse, type CsvError } from 'csv-parse';
import type { FastifyRequest } from 'fastify';
import { ROW_COLUMNS, type ImportRow, type RowKind } from '#libs/directory';
import { Problem } from '../problems/problem.js';
import { duplicateKeyIn } from '../requests/body/duplicate-keys.js';
import { requireUtf8Charset } from '../requests/body/utf8.js';
import { checkedText } from './checked-text.js';
import { unmarkedFormulas } from './formulas.js';
import { CSV, IMPORT_LIMIT_BYTES } from './import-body.js';

const MAX_ROW_BYTES = 16 * 1024;

/** A row that cannot be read is reported with its line. @throws Problem if the body cannot contain rows of the kind */
export function readRows({ body, headers }: FastifyRequest, kind: RowKind): AsyncGenerator<ImportRow> {
  if (!(body instanceof Readable))
    throw new Problem('unsupported_media_type', 'An import must be text/csv or application/x-ndjson.');
  requireUtf8Charset(headers['content-type']);
  const limited = body.pipe(limitedTo(IMPORT_LIMIT_BYTES));
  const breakOff = (error = new Error('The body is incomplete.')) => void limited.destroy(error);
  // It may break off before it is read: the reader gets the error then.
  limited.on('error', () => {});
  // If a client hung up while its permissions were looked up, there is no further event.
  if (body.destroyed) breakOff();
  body.once('error', breakOff).once('close', () => body.readableEnded || breakOff());
  const text = checkedText(limited);
  return headers['content-type']?.startsWith(CSV) ? csvRows(text, kind) : ndjsonRows(text, kind);
}

function limitedTo(bytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      seen += chunk.length;
      if (seen <= bytes) done(null, chunk);
      else done(new Problem('body_too_large', `An import must have at most ${bytes} bytes.`));
    },
  });
}

async function* csvRows(text: AsyncIterable<Buffer>, kind: RowKind): AsyncGenerator<ImportRow> {
  const { start, rest } = await firstLineOf(text);
  const unreadable: ImportRow[] = [];
  let reported = 0;
  const parser = parse({
    bom: true,
    delimiter: delimiterIn(start),
    trim: true,
    info: true,
    skip_empty_lines: true,
    // Not only the first one: files are often concatenated.
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: MAX_ROW_BYTES,
    columns: (header: string[]) => requireColumns(header, kind),
    skip_records_with_error: true,
    on_skip: (error) => {
      if (!error || lineOf(error) === reported) return;
      reported = lineOf(error);
      unreadable.push({ line: reported, unreadable: sentenceOf(error) });
    },
  });
  const body = Readable.from(rest, { objectMode: false });
  body.once('error', (error) => parser.destroy(error));
  const records = body.pipe(parser) as AsyncIterable<{
    record: Record<string, string>;
    info: { lines: number };
  }>;
  for await (const { record, info } of records) {
    yield* unreadable.splice(0);
    yield { line: info.lines, values: unmarkedFormulas(record) };
  }
  yield* unreadable;
}

async function firstLineOf(
  text: AsyncIterable<Buffer>,
): Promise<{ start: string; rest: AsyncIterable<Buffer> }> {
  const pieces = text[Symbol.asyncIterator]();
  const seen: Buffer[] = [];
  let start = '';
  while (!/[\r\n]/.test(start) && start.length <= MAX_ROW_BYTES) {
    const next: IteratorResult<Buffer, unknown> = await pieces.next();
    if (next.done) break;
    seen.push(next.value);
    start += next.value.toString('utf8');
  }
  async function* rest() {
    yield* seen;
    yield* { [Symbol.asyncIterator]: () => pieces };
  }
  return { start: start.split(/[\r\n]/, 1)[0] ?? '', rest: rest() };
}

/** Spreadsheets write semicolons where the comma is part of numbers; no column has one of them in its name. */
export function delimiterIn(header: string): string {
  return [',', ';', '\t'].find((each) => header.includes(each)) ?? ',';
}

function requireColumns(header: string[], kind: RowKind): string[] {
  const known: readonly string[] = ROW_COLUMNS[kind];
  const unknown = header.filter((column) => !known.includes(column));
  if (unknown.length > 0 || new Set(header).size < header.length)
    throw new Problem(
      'invalid_row',
      `The first line must name columns from ${known.join(', ')}, each at most once.`,
    );
  return header;
}

function lineOf(error: CsvError): number {
  return Number(error['lines'] ?? 0);
}

/** Without the contents of the row, which may be somebody's name. */
function sentenceOf({ code }: CsvError): string {
  return code === 'CSV_RECORD_INCONSISTENT_COLUMNS' || code === 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH'
    ? 'The number of values differs from the number of columns.'
    : `Not valid CSV (${code}).`;
}

async function* ndjsonRows(body: AsyncIterable<Buffer>, kind: RowKind): AsyncGenerator<ImportRow> {
  let line = 0;
  for await (const text of linesOf(body)) {
    line += 1;
    if (text.trim() !== '') yield { line, ...valuesOf(text.replace(/^\ufeff/, ''), kind) };
  }
}

/** A line that is too long is only kept up to the limit, because a body may be one line. */
async function* linesOf(body: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let line = '';
  for await (const chunk of body) {
    const [end = '', ...others] = decoder.write(chunk).split('\n');
    line = (line + end).slice(0, MAX_ROW_BYTES + 1);
    for (const next of others) {
      yield line;
      line = next.slice(0, MAX_ROW_BYTES + 1);
    }
  }
  yield line + decoder.end();
}

export function valuesOf(
  text: string,
  kind: RowKind,
): { values: Record<string, string> } | { unreadable: string } {
  if (text.length > MAX_ROW_BYTES) return { unreadable: 'The row is too long.' };
  let row: unknown;
  try {
    row = JSON.parse(text);
  } catch {
    return { unreadable: 'Not valid JSON.' };
  }
  const duplicate = duplicateKeyIn(text);
  if (duplicate !== undefined) return { unreadable: 'A row must not have a column twice.' };
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    return { unreadable: 'Not a JSON object.' };
  const known: readonly string[] = ROW_COLUMNS[kind];
  const given = Object.entries(row).filter(([, value]) => value !== null);
  if (given.some(([name]) => !known.includes(name)))
    return { unreadable: `A row may only have ${known.join(', ')}.` };
  if (given.some(([, value]) => typeof value !== 'string'))
    return { unreadable: 'Each value must be a string.' };
  return { values: Object.fromEntries(given) };
}
