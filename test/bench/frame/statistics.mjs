// Medians and quantiles: one slow round must not move a figure.

export function quantile(values, q) {
  if (values.length === 0) return NaN;
  const sorted = [...values].sort((a, b) => a - b);
  const at = q * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low + (high - low) * (at - Math.floor(at));
}

export const median = (values) => quantile(values, 0.5);

/** Median, and the range that holds the middle half of the rounds. */
export function summary(values) {
  return {
    median: median(values),
    low: quantile(values, 0.25),
    high: quantile(values, 0.75),
    rounds: values.length,
  };
}

export function shuffled(values) {
  const keyed = values.map((value) => [Math.random(), value]);
  return keyed.sort(([a], [b]) => a - b).map(([, value]) => value);
}
