import { Readable, Transform, type TransformCallback } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { FastifyRequest } from 'fastify';
import {
  ROW_COLUMNS,
  type EmptyRow,
  type Heading,
  type ImportRow,
  type OmittedRow,
  type RowKind,
} from '#libs/directory';
import { fieldProblem, Problem } from '../problems/problem.js';
import { duplicateKeyIn } from '../http/input/json-text.js';
import { requireUtf8Charset } from '../http/input/utf8.js';
import { checkedText } from './checked-text.js';
import { withHeading } from './csv-heading.js';
import { csvRecords, MAX_ROW_BYTES } from './csv-records.js';
import { unmarkedFormulas } from '../http/edge/formulas.js';
import { CSV } from '../http/edge/csv.js';
import { IMPORT_LIMIT_BYTES } from './import-body.js';

type FileRows = AsyncGenerator<ImportRow | OmittedRow | EmptyRow | Heading>;

const MAX_OMITTED = 500;
const FILE_NAME = /^\P{C}{1,200}$/u;

/** A row that cannot be read is reported with its line. @throws Problem if the body cannot contain rows of the kind */
export function readRows({ body, headers, query }: FastifyRequest, kind: RowKind): FileRows {
  if (!(body instanceof Readable))
    throw new Problem('unsupported_media_type', 'An import must be text/csv or application/x-ndjson.');
  requireUtf8Charset(headers['content-type']);
  const isCsv = headers['content-type']?.startsWith(CSV) ?? false;
  const { columns: named, omit } = query as Record<string, string | undefined>;
  const columns = columnsIn(named, kind, isCsv);
  const omitted = linesIn(omit);
  const limited = body.pipe(limitedTo(IMPORT_LIMIT_BYTES));
  const breakOff = (error = new Error('The body is incomplete.')) => void limited.destroy(error);
  // It may break off before it is read: the reader gets the error then.
  limited.on('error', () => {});
  // If a client hung up while its permissions were looked up, there is no further event.
  if (body.destroyed) breakOff();
  body.once('error', breakOff).once('close', () => body.readableEnded || breakOff());
  const text = checkedText(limited);
  return omitting(isCsv ? csvRows(text, kind, columns) : ndjsonRows(text, kind), omitted);
}

/** @throws Problem about the parameter `fileName` */
export function fileNameIn({ query }: FastifyRequest): string | undefined {
  const { fileName } = query as Record<string, string | undefined>;
  if (fileName === undefined) return undefined;
  if (FILE_NAME.test(fileName)) return fileName;
  const detail =
    'fileName must have 1 to 200 characters, none of which is a control character or changes the direction.';
  throw fieldProblem([{ code: 'invalid_format', detail, parameter: 'fileName' }]);
}

/** @throws Problem about the parameter `omit` */
function linesIn(parameter: string | undefined): ReadonlySet<number> {
  if (parameter === undefined) return new Set();
  const texts = parameter.split(',').map((text) => text.trim());
  const lines = new Set(texts.map(Number));
  const areLines = texts.every((text) => /^[1-9]\d{0,8}$/.test(text));
  if (areLines && lines.size === texts.length && lines.size <= MAX_OMITTED) return lines;
  const detail = `omit must have 1 to ${MAX_OMITTED} numbers of lines, separated by commas, each once.`;
  throw fieldProblem([{ code: 'invalid_format', detail, parameter: 'omit' }]);
}

/** @throws Problem about the parameter `omit`, at the end, if no row begins in one of the lines: the file is another one */
async function* omitting(rows: FileRows, lines: ReadonlySet<number>): FileRows {
  const rest = new Set(lines);
  for await (const row of rows)
    if ('heading' in row || 'empty' in row || !rest.delete(row.line)) yield row;
    else yield { line: row.line, lastLine: row.lastLine ?? row.line, omitted: true };
  const [missing] = rest;
  if (missing === undefined) return;
  const detail = `omit has line ${missing}, in which no row begins.`;
  throw fieldProblem([{ code: 'not_allowed_value', detail, parameter: 'omit' }]);
}

type Columns = readonly (string | null)[];

/** @throws Problem about the parameter `columns` */
function columnsIn(parameter: string | undefined, kind: RowKind, isCsv: boolean): Columns | undefined {
  if (parameter === undefined) return undefined;
  const columns = parameter.split(',').map((name) => name.trim() || null);
  const named = columns.filter((name) => name !== null);
  const known: readonly string[] = ROW_COLUMNS[kind];
  const areKnown = named.length > 0 && named.every((name) => known.includes(name));
  if (isCsv && areKnown && new Set(named).size === named.length) return columns;
  const detail = isCsv
    ? `columns must have ${known.join(', ')}, each at most once, or nothing between two commas.`
    : 'columns can only be sent with CSV.';
  throw fieldProblem([{ code: 'not_allowed_value', detail, parameter: 'columns' }]);
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

async function* csvRows(text: AsyncIterable<Buffer>, kind: RowKind, columns: Columns | undefined): FileRows {
  let header: Columns = [];
  for await (const { values, is, line, lastLine } of withHeading(csvRecords(text), kind)) {
    const row = { line, ...(lastLine > line && { lastLine }) };
    if (is === 'empty') yield { ...row, empty: true };
    else if (is === 'heading') {
      header = columns ? requireSameCount(columns, values) : requireColumns(values, kind);
      yield { heading: values };
    } else {
      const unreadable = whyUnreadable(header, values, columns !== undefined);
      if (unreadable !== undefined) yield { ...row, written: values, unreadable };
      else yield { ...row, written: values, values: unmarkedFormulas(valuesByColumn(header, values)) };
    }
  }
}

/** What is left out is named by the parameter `columns`, or empty. */
function whyUnreadable(header: Columns, values: readonly string[], isNamed: boolean): string | undefined {
  if (values.length !== header.length) return WRONG_COUNT;
  const lost = isNamed ? -1 : values.findIndex((value, at) => header[at] === null && value !== '');
  return lost === -1 ? undefined : `Column ${lost + 1} has a value, but no heading.`;
}

export const WRONG_COUNT = 'The number of values differs from the number of columns.';

/** @param columns null: not imported */
export function valuesByColumn(columns: Columns, values: readonly string[]): Record<string, string> {
  const given = columns.flatMap((column, at) => (column === null ? [] : [[column, values[at] ?? '']]));
  return Object.fromEntries(given) as Record<string, string>;
}

function requireColumns(header: readonly string[], kind: RowKind): Columns {
  const known: readonly string[] = ROW_COLUMNS[kind];
  const named = header.filter((column) => column !== '');
  const areKnown = named.length > 0 && named.every((column) => known.includes(column));
  if (!areKnown || new Set(named).size < named.length)
    throw new Problem(
      'invalid_row',
      `The first line must name columns from ${known.join(', ')}, each at most once.`,
    );
  return header.map((column) => column || null);
}

function requireSameCount(columns: Columns, header: readonly string[]): Columns {
  if (columns.length === header.length) return columns;
  const detail = `The first line has ${header.length} columns, but columns says what ${columns.length} of them are.`;
  throw new Problem('invalid_row', detail);
}

async function* ndjsonRows(body: AsyncIterable<Buffer>, kind: RowKind): FileRows {
  let line = 0;
  yield { heading: ['row'] };
  for await (const text of linesOf(body)) {
    line += 1;
    const row = text.trim().replace(/^\ufeff/, '');
    if (row === '') yield { line, empty: true };
    // Of a longer row only the beginning is known.
    else if (text.length > MAX_ROW_BYTES) yield { line, unreadable: 'The row is too long.' };
    else yield { line, written: [row], ...valuesOf(row, kind) };
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
  const last = line + decoder.end();
  if (last !== '') yield last;
}

export function valuesOf(
  text: string,
  kind: RowKind,
): { values: Record<string, string> } | { unreadable: string } {
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
