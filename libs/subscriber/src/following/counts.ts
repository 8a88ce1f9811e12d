/** What a subscription has done since it was opened. */
export interface Counts {
  /** Events that a function has handled. */
  handled: number;
  /** Events that had been handled before. */
  duplicates: number;
  /** Deliveries that came before an earlier event of their subject, or without their data. */
  gaps: number;
  /** Events by type for which there is no function: types of later versions among them. */
  skipped: Record<string, number>;
  /** Events and lines of snapshots that were given to no or to some function in vain, and were tried again. */
  failures: number;
}

export const noCounts = (): Counts => ({ handled: 0, duplicates: 0, gaps: 0, skipped: {}, failures: 0 });

export function add(to: Counts, { handled, duplicates, skipped }: Counts): void {
  to.handled += handled;
  to.duplicates += duplicates;
  for (const [type, count] of Object.entries(skipped)) to.skipped[type] = (to.skipped[type] ?? 0) + count;
}

/**
 * As Prometheus reads it (https://prometheus.io/docs/instrumenting/exposition_formats/).
 * @param lagMs Infinity before it has been level
 */
export function metricsOf(counts: Counts, lagMs: number): string {
  const lines = Object.entries(counts.skipped).map(
    ([type, count]) => `rollbook_subscriber_skipped_total{type=${JSON.stringify(type)}} ${count}`,
  );
  return [
    '# TYPE rollbook_subscriber_lag_seconds gauge',
    `rollbook_subscriber_lag_seconds ${lagMs === Infinity ? '+Inf' : lagMs / 1_000}`,
    ...(['handled', 'duplicates', 'gaps', 'failures'] as const).flatMap((name) => [
      `# TYPE rollbook_subscriber_${name}_total counter`,
      `rollbook_subscriber_${name}_total ${counts[name]}`,
    ]),
    '# TYPE rollbook_subscriber_skipped_total counter',
    ...lines,
    '',
  ].join('\n');
}
