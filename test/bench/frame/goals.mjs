// Whether the medians meet the goals that a table states: of ratios to another subject, or of the measure itself.
import { measureIn } from './measures.mjs';
import { median } from './statistics.mjs';
import { figure } from './table-text.mjs';

/**
 * A goal with `of` is about the ratio to that subject in the same round; one without is about the measure. It is the
 * `most` that the value may be, or the `least`.
 */
export function judged(table) {
  return Object.entries(table.goals ?? {}).flatMap(([row, { subject, goals }]) =>
    goals
      .filter(({ of }) => measureIn(table, row, subject) && (of === undefined || measureIn(table, row, of)))
      .map(({ of, most = Infinity, least = -Infinity }) => {
        const value = median(valuesOf(table, row, subject, of));
        const goal = most === Infinity ? `at least ${number(least)}` : number(most);
        return { row, subject, of, goal, value, met: least <= value && value <= most };
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
  const lines = judged(table).map(({ row, subject, of, goal, value, met }) => {
    const what = of === undefined ? `${subject} ` : '';
    return `${met ? 'met   ' : 'MISSED'} ${row}: ${what}${goalText({ value, of, goal, unit: table.unit })}`;
  });
  return lines.join('\n');
}

export function goalText({ value, of, goal, unit }) {
  const measured =
    of === undefined ? [figure(value), unit].filter(Boolean).join(' ') : `${value.toFixed(2)} times ${of}`;
  return `${measured}, goal ${goal}`;
}

const number = (value) => value.toLocaleString('en');
