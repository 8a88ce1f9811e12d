import type { Entry } from '../queries.js';

/** Fewer are as quickly read one by one. */
const MIN_FOLDED = 3;

/** Neighbours that one request caused, that say the same of different people: shown as one until somebody opens them. */
export function fold(entries: readonly Entry[]): Entry[][] {
  const rows: Entry[][] = [];
  for (const entry of entries) {
    const row = rows.at(-1);
    if (row?.[0] && isLike(row[0], entry)) row.push(entry);
    else rows.push([entry]);
  }
  return rows.flatMap((row) => (row.length < MIN_FOLDED ? row.map((entry) => [entry]) : [row]));
}

function isLike(one: Entry, other: Entry): boolean {
  return (
    one.correlationId === other.correlationId &&
    one.type === other.type &&
    one.actor === other.actor &&
    one.data['serviceGroupId'] === other.data['serviceGroupId'] &&
    one.data['teamId'] === other.data['teamId']
  );
}
