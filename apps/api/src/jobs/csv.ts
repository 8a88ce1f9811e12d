import { Readable } from 'node:stream';
import { marked } from '../imports/formulas.js';

export function csvStream(
  columns: readonly string[],
  rows: AsyncIterable<Readonly<Record<string, unknown>>>,
  { bom = false }: { bom?: boolean | undefined } = {},
): Readable {
  return Readable.from(csvLines(columns, rows, bom ? '\ufeff' : ''));
}

async function* csvLines(
  columns: readonly string[],
  rows: AsyncIterable<Readonly<Record<string, unknown>>>,
  mark: string,
): AsyncGenerator<string> {
  yield `${mark}${columns.join(',')}\r\n`;
  for await (const row of rows) yield `${columns.map((column) => csvValue(row[column])).join(',')}\r\n`;
}

function csvValue(value: unknown): string {
  const text = typeof value === 'string' ? marked(value) : value === undefined ? '' : JSON.stringify(value);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
