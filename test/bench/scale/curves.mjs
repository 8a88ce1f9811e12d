// One curve for each operation: time and units against the size of something.
import { addRound, measureIn, rowsOf, subjectsOf } from '../frame/measures.mjs';
import { median, quantile } from '../frame/statistics.mjs';

/** What the largest size may take of what the smallest takes, and be called flat. */
const FLAT = 1.5;
const BURST = 5;

export function newCurve(measures, name, rowTitle, note) {
  return {
    name,
    time: measures.table({ title: `${name}: time`, unit: 'ms', chart: 'lines', rowTitle, note }),
    units: measures.table({ title: `${name}: units`, unit: 'units', rowTitle, digits: 1, exact: true }),
  };
}

/** Time is the median of each few calls, one after the other, so that one slow call is no figure. */
export async function addPoint({ time, units }, row, world, operations, rounds) {
  for (let round = -1; round < rounds; round += 1) {
    const [milliseconds, taken] = [{}, {}];
    for (const [name, act] of Object.entries(operations)) {
      const times = [];
      world.resetUsed();
      for (let n = 0; n < BURST; n += 1) {
        const startedAt = performance.now();
        await act();
        times.push(performance.now() - startedAt);
      }
      milliseconds[name] = quantile(times, 0.5);
      taken[name] = (world.used.read + world.used.write) / BURST;
    }
    if (round < 0) continue;
    addRound(time, row, milliseconds);
    addRound(units, row, taken);
  }
}

/** In words: which operations take the same at every size, and what the others' growth is. */
export function judge(measures, { name, time, units }, reason) {
  const growth = (table, subject) => {
    const values = rowsOf(table)
      .map((row) => measureIn(table, row, subject))
      .filter(Boolean)
      .map((measure) => median(measure.values));
    return values.at(-1) / values[0];
  };
  const grown = subjectsOf(time)
    .map((subject) => ({ subject, inTime: growth(time, subject), inUnits: growth(units, subject) }))
    .filter(({ inTime, inUnits }) => inTime > FLAT || inUnits > 1.1);
  const text = grown.map(
    ({ subject, inTime, inUnits }) =>
      `${subject} ×${inTime.toFixed(1)} in time, ×${inUnits.toFixed(1)} in units`,
  );
  const said =
    grown.length === 0 ? 'every curve is flat.' : `growth from the first to the last: ${text.join('; ')}.`;
  measures.remark(`${name}: ${said}${grown.length > 0 && reason ? ` ${reason}` : ''}`);
}
