import type { Readable } from 'node:stream';
import { marked } from './formulas.js';
import { textStream } from './text-stream.js';

export const CSV = 'text/csv';

type Values = readonly unknown[];

interface CsvOptions {
  /** Begins with a byte order mark. */
  bom?: boolean | undefined;
}

export function csvStream(
  heading: readonly string[],
  rows: AsyncIterable<Values>,
  { bom = false }: CsvOptions = {},
): Readable {
  return textStream(csvLines(heading, rows, bom ? '\ufeff' : ''));
}

async function* csvLines(
  heading: readonly string[],
  rows: AsyncIterable<Values>,
  mark: string,
): AsyncGenerator<string> {
  yield mark + csvLine(heading);
  for await (const values of rows) yield csvLine(values);
}

function csvLine(values: Values): string {
  return `${values.map(csvValue).join(',')}\r\n`;
}

function csvValue(value: unknown): string {
  const text = typeof value === 'string' ? marked(value) : value === undefined ? '' : JSON.stringify(value);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
