// Whether the medians of the ratios meet the goals that a table states.
import { measureIn } from './measures.mjs';
import { median } from './statistics.mjs';

export function judged(table) {
  return Object.entries(table.goals ?? {}).flatMap(([row, { subject, goals }]) =>
    goals.map(({ of, most }) => {
      const [a, b] = [measureIn(table, row, subject), measureIn(table, row, of)];
      const ratio = median(a.values.map((value, index) => value / b.values[index]));
      return { row, subject, of, most, ratio, met: ratio <= most };
    }),
  );
}

export function goalsText(table) {
  const lines = judged(table).map(
    ({ row, of, most, ratio, met }) =>
      `${met ? 'met   ' : 'MISSED'} ${row}: ${ratio.toFixed(2)} of ${of}, goal ${most}`,
  );
  return lines.join('\n');
}
