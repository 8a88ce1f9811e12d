// Whether the medians meet the goals that a table states: of ratios to another subject, or of the measure itself.
import { measureIn } from './measures.mjs';
import { median } from './statistics.mjs';
import { figure } from './table-text.mjs';

/** A goal with `of` is about the ratio to that subject in the same round; one without is about the measure. */
export function judged(table) {
  return Object.entries(table.goals ?? {}).flatMap(([row, { subject, goals }]) =>
    goals
      .filter(({ of }) => measureIn(table, row, subject) && (of === undefined || measureIn(table, row, of)))
      .map(({ of, most }) => {
        const value = median(valuesOf(table, row, subject, of));
        return { row, subject, of, most, value, met: value <= most };
      }),
  );
}

function valuesOf(table, row, subject, of) {
  const { values } = measureIn(table, row, subject);
  if (of === undefined) return values;
  const base = measureIn(table, row, of).values;
  return values.map((value, index) => value / base[index]);
}

export function goalsText(table) {
  const lines = judged(table).map(({ row, subject, of, most, value, met }) => {
    const measured =
      of === undefined ? `${subject} ${figure(value)} ${table.unit}` : `${value.toFixed(2)} of ${of}`;
    return `${met ? 'met   ' : 'MISSED'} ${row}: ${measured}, goal ${most}`;
  });
  return lines.join('\n');
}
