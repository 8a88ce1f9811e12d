/** Capacity units of some calls, for the table and each index. */
export interface Capacity {
  total: number;
  read: number;
  write: number;
  table: number;
  indexes: Readonly<Record<string, number>>;
}

interface ConsumedCapacity {
  CapacityUnits?: number;
  Table?: { CapacityUnits?: number };
  GlobalSecondaryIndexes?: Record<string, { CapacityUnits?: number }>;
  LocalSecondaryIndexes?: Record<string, { CapacityUnits?: number }>;
}

/** Reads the `ConsumedCapacity` of an answer: one object, or one for each table. */
export function capacityOf(isRead: boolean, consumed: unknown): Capacity {
  const parts = [consumed ?? []].flat() as ConsumedCapacity[];
  return sumOf(
    parts.map((part) => {
      const total = part.CapacityUnits ?? 0;
      const indexes: Record<string, number> = {};
      let table = total;
      for (const [name, units] of Object.entries({
        ...part.GlobalSecondaryIndexes,
        ...part.LocalSecondaryIndexes,
      })) {
        table -= indexes[name] = units.CapacityUnits ?? 0;
      }
      table = part.Table?.CapacityUnits ?? table;
      return { total, read: isRead ? total : 0, write: isRead ? 0 : total, table, indexes };
    }),
  );
}

export function sumOf(parts: readonly Capacity[]): Capacity {
  const sum = { total: 0, read: 0, write: 0, table: 0, indexes: {} as Record<string, number> };
  for (const { total, read, write, table, indexes } of parts) {
    sum.total += total;
    sum.read += read;
    sum.write += write;
    sum.table += table;
    for (const name in indexes) sum.indexes[name] = (sum.indexes[name] ?? 0) + (indexes[name] as number);
  }
  return sum;
}
