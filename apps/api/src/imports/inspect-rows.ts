import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { NEEDED_COLUMNS, ROW_COLUMNS, whyRefused, type RowKind } from '#libs/directory';
import { Problem } from '../problems/problem.js';
import { requireUtf8Charset } from '../http/input/utf8.js';
import { checkedText } from './checked-text.js';
import { withHeading } from './csv-heading.js';
import { csvDelimiter, csvRecords, type CsvRecord } from './csv-records.js';
import { unmarkedFormulas } from '../http/edge/formulas.js';
import { guessColumns } from './guess-columns.js';
import { CSV } from '../http/edge/csv.js';
import type { ImportColumnDto, ImportErrorDto, ImportFieldDto, ImportInspectionDto } from './imports.dto.js';
import { valuesByColumn, valuesOf, WRONG_COUNT } from './read-rows.js';

const INSPECTED_BYTES = 256 * 1024;
const MAX_BYTES = 1024 * 1024;
const INSPECTED_ROWS = 100;
const SAMPLES = 3;

export async function inspectRows(
  { body, headers }: FastifyRequest,
  kind: RowKind,
): Promise<ImportInspectionDto> {
  if (!(body instanceof Readable))
    throw new Problem('unsupported_media_type', 'An import must be text/csv or application/x-ndjson.');
  requireUtf8Charset(headers['content-type']);
  const { bytes, isCut } = await beginningOf(body);
  const text = () => checkedText(Readable.from([bytes]));
  return headers['content-type']?.startsWith(CSV)
    ? inspectCsv(text, kind, isCut)
    : inspectNdjson(await textOf(text()), kind, isCut);
}

async function textOf(pieces: AsyncIterable<Buffer>): Promise<string> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all)
    .toString('utf8')
    .replace(/^\ufeff/, '');
}

/** Up to the end of a line. */
async function beginningOf(body: AsyncIterable<Buffer>): Promise<{ bytes: Buffer; isCut: boolean }> {
  const pieces: Buffer[] = [];
  let size = 0;
  // To its end: a request that is answered before would break off.
  for await (const piece of body) {
    if (size <= INSPECTED_BYTES) pieces.push(piece);
    size += piece.length;
  }
  if (size > MAX_BYTES) throw new Problem('body_too_large', 'Send the beginning of the file: at most 1 MiB.');
  const bytes = Buffer.concat(pieces);
  if (size <= INSPECTED_BYTES) return { bytes, isCut: false };
  const start = bytes.subarray(0, INSPECTED_BYTES);
  const end = Math.max(start.lastIndexOf('\n'), start.lastIndexOf('\r'));
  return { bytes: start.subarray(0, end + 1), isCut: true };
}

async function inspectCsv(
  text: () => AsyncIterable<Buffer>,
  kind: RowKind,
  isCut: boolean,
): Promise<ImportInspectionDto> {
  const rows: CsvRecord[] = [];
  let heading: CsvRecord | undefined;
  let total = 0;
  for await (const record of withHeading(csvRecords(text(), { isCut }), kind)) {
    if (record.is === 'heading') heading = record;
    if (record.is !== 'row') continue;
    total += 1;
    if (rows.length < INSPECTED_ROWS) rows.push(record);
  }
  if (!heading) throw new Problem('empty_import', 'There are no rows to import.');
  const valuesIn = (column: number) => rows.map(({ values }) => values[column] ?? '');
  const samples = heading.values.map((_, column) => valuesIn(column));
  const fields = guessColumns(kind, heading.values, samples);
  const columns = heading.values.map((name, column): ImportColumnDto => {
    const shown = samples[column]!.filter((value) => value !== '').slice(0, SAMPLES);
    return { name, field: fields[column] ?? null, samples: shown };
  });
  const problems = rows.flatMap(({ line, lastLine, values }) =>
    values.length === heading.values.length
      ? problemOf({ line, lastLine, values }, kind, unmarkedFormulas(valuesByColumn(fields, values)))
      : [problem({ line, lastLine, values }, 'invalid_row', WRONG_COUNT)],
  );
  const isUnused = (column: number) => fields[column] === null && columns[column]?.samples.length === 0;
  const ready = heading.values.every(
    (name, column) => fields[column] === name || (name === '' && isUnused(column)),
  );
  return {
    kind,
    format: 'csv',
    delimiter: await csvDelimiter(text()),
    columns,
    fields: fieldsOf(kind),
    ready,
    rows: rows.length,
    total: isCut ? null : total,
    valid: rows.length - problems.length,
    problems,
  };
}

function inspectNdjson(text: string, kind: RowKind, isCut: boolean): ImportInspectionDto {
  const lines = text.split('\n').map((line, index) => ({ line: index + 1, text: line }));
  const all = lines.filter((each) => each.text.trim() !== '');
  const rows = all.slice(0, INSPECTED_ROWS);
  if (rows.length === 0) throw new Problem('empty_import', 'There are no rows to import.');
  const read = rows.map((row) => ({
    place: { line: row.line, lastLine: row.line, values: [row.text.trim()] },
    ...valuesOf(row.text, kind),
  }));
  const problems = read.flatMap((row) =>
    'values' in row
      ? problemOf(row.place, kind, row.values)
      : [problem(row.place, 'invalid_row', row.unreadable)],
  );
  const values = read.flatMap((row) => ('values' in row ? [row.values] : []));
  const names = [...new Set(values.flatMap((row) => Object.keys(row)))];
  const columns = names.map((name): ImportColumnDto => {
    const shown = values.map((row) => row[name] ?? '').filter((value) => value !== '');
    return { name, field: name, samples: shown.slice(0, SAMPLES) };
  });
  const counts = {
    rows: rows.length,
    total: isCut ? null : all.length,
    valid: rows.length - problems.length,
  };
  const fields = fieldsOf(kind);
  return { kind, format: 'ndjson', delimiter: null, columns, fields, ready: true, ...counts, problems };
}

function fieldsOf(kind: RowKind): ImportFieldDto[] {
  return ROW_COLUMNS[kind].map((name) => {
    const needed = NEEDED_COLUMNS[kind].find((each) => each.includes(name)) ?? [];
    return { name, oneOf: [...needed] };
  });
}

type Place = Pick<ImportErrorDto, 'line' | 'lastLine' | 'values'>;

function problemOf(place: Place, kind: RowKind, values: Record<string, string>): ImportErrorDto[] {
  const refusal = whyRefused(kind, values);
  return refusal ? [problem(place, refusal.code, refusal.message)] : [];
}

function problem(place: Place, code: string, detail: string): ImportErrorDto {
  return { ...place, code, detail };
}
