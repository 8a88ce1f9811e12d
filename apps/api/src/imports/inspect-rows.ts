import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import type { FastifyRequest } from 'fastify';
import { whyRefused, type RowKind } from '#libs/directory';
import { Problem } from '../problems/problem.js';
import { requireUtf8Charset } from '../requests/body/utf8.js';
import { checkedText } from './checked-text.js';
import { unmarkedFormulas } from './formulas.js';
import { guessColumns } from './guess-columns.js';
import { CSV } from './import-body.js';
import type { ImportColumnDto, ImportInspectionDto, ImportErrorDto } from './imports.dto.js';
import { delimiterIn, valuesOf } from './read-rows.js';

const INSPECTED_BYTES = 256 * 1024;
const MOST_BYTES = 1024 * 1024;
const INSPECTED_ROWS = 100;
const SAMPLES = 3;

export async function inspectRows(
  { body, headers }: FastifyRequest,
  kind: RowKind,
): Promise<ImportInspectionDto> {
  if (!(body instanceof Readable))
    throw new Problem('unsupported_media_type', 'An import must be text/csv or application/x-ndjson.');
  requireUtf8Charset(headers['content-type']);
  const text = await beginningOf(checkedText(body));
  return headers['content-type']?.startsWith(CSV) ? inspectCsv(text, kind) : inspectNdjson(text, kind);
}

async function beginningOf(body: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  // To its end: a request that is answered before would break off.
  for await (const piece of body) {
    if (bytes <= INSPECTED_BYTES) pieces.push(piece);
    bytes += piece.length;
  }
  if (bytes > MOST_BYTES)
    throw new Problem('body_too_large', 'Send the beginning of the file: at most 1 MiB.');
  const text = Buffer.concat(pieces)
    .toString('utf8')
    .replace(/^\ufeff/, '');
  return bytes > INSPECTED_BYTES ? text.slice(0, text.lastIndexOf('\n') + 1) : text;
}

function inspectCsv(text: string, kind: RowKind): ImportInspectionDto {
  const delimiter = delimiterIn(text.split(/[\r\n]/, 1)[0] ?? '');
  const [heading, ...rows] = parsed(text, delimiter);
  if (!heading) throw new Problem('empty_import', 'There are no rows to import.');
  const valuesIn = (column: number) => rows.map(({ record }) => record[column] ?? '');
  const samples = heading.record.map((_, column) => valuesIn(column));
  const fields = guessColumns(kind, heading.record, samples);
  const columns = heading.record.map((name, column): ImportColumnDto => {
    const shown = samples[column]!.filter((value) => value !== '').slice(0, SAMPLES);
    return { name, field: fields[column] ?? null, samples: shown };
  });
  const problems = rows.flatMap(({ record, info }) => {
    if (record.length !== heading.record.length)
      return [
        problem(info.lines, 'invalid_row', 'The row does not have as many values as there are columns.'),
      ];
    const values = Object.fromEntries(
      fields.flatMap((field, column) => (field === null ? [] : [[field, record[column] ?? '']])),
    );
    return problemOf(info.lines, kind, unmarkedFormulas(values));
  });
  const ready = heading.record.every((name, column) => fields[column] === name);
  return {
    kind,
    format: 'csv',
    columns,
    ready,
    rows: rows.length,
    valid: rows.length - problems.length,
    problems,
  };
}

function parsed(text: string, delimiter: string) {
  try {
    return parse(text, {
      delimiter,
      trim: true,
      info: true,
      skip_empty_lines: true,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      to: INSPECTED_ROWS + 1,
    }) as unknown as { record: string[]; info: { lines: number } }[];
  } catch (cause) {
    throw new Problem('invalid_row', 'Not valid CSV.', { cause });
  }
}

function inspectNdjson(text: string, kind: RowKind): ImportInspectionDto {
  const lines = text.split('\n').map((line, index) => ({ line: index + 1, text: line }));
  const rows = lines.filter((each) => each.text.trim() !== '').slice(0, INSPECTED_ROWS);
  if (rows.length === 0) throw new Problem('empty_import', 'There are no rows to import.');
  const read = rows.map((row) => ({ line: row.line, ...valuesOf(row.text, kind) }));
  const problems = read.flatMap((row) =>
    'values' in row
      ? problemOf(row.line, kind, row.values)
      : [problem(row.line, 'invalid_row', row.unreadable)],
  );
  const values = read.flatMap((row) => ('values' in row ? [row.values] : []));
  const names = [...new Set(values.flatMap((row) => Object.keys(row)))];
  const columns = names.map((name): ImportColumnDto => {
    const shown = values.map((row) => row[name] ?? '').filter((value) => value !== '');
    return { name, field: name, samples: shown.slice(0, SAMPLES) };
  });
  const valid = rows.length - problems.length;
  return { kind, format: 'ndjson', columns, ready: true, rows: rows.length, valid, problems };
}

function problemOf(line: number, kind: RowKind, values: Record<string, string>): ImportErrorDto[] {
  const refusal = whyRefused(kind, values);
  return refusal ? [problem(line, refusal.code, refusal.message)] : [];
}

function problem(line: number, code: string, detail: string): ImportErrorDto {
  return { line, code, detail };
}
