import type { RowKind } from '#libs/directory';
import type { CsvRecord } from './csv-records.js';
import { guessColumns } from './guess-columns.js';

export type PlacedRecord = CsvRecord & { is: 'heading' | 'row' | 'empty' };

/**
 * The records of a file, and which of them is the heading: the first that is not empty. An empty first line is the heading if the
 * next names no field and has as many values: otherwise that row would be lost.
 */
export async function* withHeading(
  records: AsyncIterable<CsvRecord>,
  kind: RowKind,
): AsyncGenerator<PlacedRecord> {
  let first: CsvRecord | undefined;
  let hasHeading = false;
  for await (const record of records) {
    if (isEmpty(record)) {
      if (hasHeading || first) yield { ...record, is: 'empty' };
      else first = record;
    } else if (hasHeading) yield { ...record, is: 'row' };
    else {
      const isRow = first?.values.length === record.values.length && !namesFields(kind, record);
      if (first) yield { ...first, is: isRow ? 'heading' : 'empty' };
      yield { ...record, is: isRow ? 'row' : 'heading' };
      hasHeading = true;
    }
  }
  if (first && !hasHeading) yield { ...first, is: 'empty' };
}

function isEmpty({ values }: CsvRecord): boolean {
  return values.every((value) => value === '');
}

function namesFields(kind: RowKind, { values }: CsvRecord): boolean {
  return guessColumns(kind, values, []).some((field) => field !== null);
}
