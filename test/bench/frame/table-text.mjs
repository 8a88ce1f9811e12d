// A table of measures as Markdown: the ratio first, the median and the middle half of the rounds behind it.
import { measureIn, rowsOf, subjectsOf } from './measures.mjs';
import { summary } from './statistics.mjs';

export function tableText(table) {
  const [rows, subjects] = [rowsOf(table), subjectsOf(table)];
  const head = `| ${table.rowTitle ?? ''} | ${subjects.join(' | ')} |\n|---|${subjects.map(() => '---:|').join('')}`;
  const lines = rows.map((row) => {
    const cells = subjects.map((subject) => cell(table, measureIn(table, row, subject)));
    return `| ${row} | ${cells.join(' | ')} |`;
  });
  return [head, ...lines].join('\n');
}

function cell(table, measure) {
  if (!measure) return '–';
  const { median, low, high } = summary(measure.values);
  const text = figure(median, table.digits);
  const spread =
    measure.values.length > 1 && !table.exact
      ? ` (${figure(low, table.digits)}–${figure(high, table.digits)})`
      : '';
  if (measure.ratios.length === 0) return `${text}${spread}`;
  return `**${summary(measure.ratios).median.toFixed(2)}** · ${text}${spread}`;
}

/** Three digits that count, and no false precision. */
export function figure(value, digits) {
  if (!Number.isFinite(value)) return '–';
  const decimals =
    digits ?? (Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2);
  return value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}
