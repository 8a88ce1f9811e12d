// `--compare before.json after.json`: what moved beyond the noise.
//
// Where a table has a baseline its ratios are compared: they hold across machines that are busy otherwise. A measure has
// moved when the medians differ by more than both runs scattered, and by more than two things that are the same differed
// (the A/A control). Counts have no noise: any difference is told.
import { summary } from './statistics.mjs';
import { figure } from './table-text.mjs';

const LEAST = 0.05;

export function compare(before, after) {
  const lines = [];
  for (const [partName, part] of Object.entries(after.parts))
    for (const table of part.tables)
      for (const measure of table.measures) {
        const earlier = find(before, partName, table.title, measure);
        const moved = earlier && movement(table, earlier, measure, noiseOf(before, after, partName));
        if (moved)
          lines.push({ place: `${partName}: ${table.title}: ${measure.row}: ${measure.subject}`, ...moved });
      }
  return lines;
}

function find({ parts }, partName, title, { row, subject }) {
  const table = parts[partName]?.tables.find((each) => each.title === title);
  return table?.measures.find((each) => each.row === row && each.subject === subject);
}

function movement(table, earlier, later, noise) {
  const kind = earlier.ratios.length > 0 && later.ratios.length > 0 ? 'ratios' : 'values';
  const [a, b] = [summary(earlier[kind]), summary(later[kind])];
  const change = b.median / a.median - 1;
  if (!Number.isFinite(change) || change === 0) return undefined;
  const scatter = Math.max((a.high - a.low) / a.median, (b.high - b.low) / b.median);
  if (!table.exact && Math.abs(change) <= Math.max(LEAST, noise, scatter)) return undefined;
  return {
    change,
    before: figure(a.median, 3),
    after: figure(b.median, 3),
    unit: kind === 'ratios' ? 'ratio' : table.unit,
  };
}

/** How far apart the two halves of the A/A control were, in either run. */
function noiseOf(before, after, partName) {
  const controls = [before, after]
    .flatMap(({ parts }) => parts[partName]?.tables ?? [])
    .flatMap(({ measures }) => measures)
    .filter(({ subject, ratios }) => subject.includes('again') && ratios.length > 0)
    .map(({ ratios }) => Math.abs(summary(ratios).median - 1));
  return Math.max(0, ...controls);
}

export function comparisonText(moved) {
  if (moved.length === 0) return 'Nothing moved beyond the noise.';
  const rows = moved.map(
    ({ place, change, before, after, unit }) =>
      `${change > 0 ? '+' : ''}${(change * 100).toFixed(0).padStart(3)} %  ${place}: ${before} to ${after}${unit ? ` ${unit}` : ''}`,
  );
  return [`${moved.length} moved beyond the noise:`, ...rows].join('\n');
}
