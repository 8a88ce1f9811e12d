/** Capacity units of some calls: of the table, and of each index. */
export interface Capacity {
  /** All units: read and write, table and indexes. */
  total: number;
  read: number;
  write: number;
  table: number;
  indexes: Readonly<Record<string, number>>;
}

interface Units {
  CapacityUnits?: number;
  ReadCapacityUnits?: number;
  WriteCapacityUnits?: number;
}

interface ConsumedCapacity extends Units {
  Table?: Units;
  GlobalSecondaryIndexes?: Record<string, Units>;
}

export const noCapacity: Capacity = { total: 0, read: 0, write: 0, table: 0, indexes: {} };

const READS = new Set(['GetItem', 'Query', 'Scan', 'BatchGetItem', 'TransactGetItems']);

/** Reads the `ConsumedCapacity` of an answer: one object, or one for each table. */
export function capacityOf(api: string, consumed: unknown): Capacity {
  if (consumed === undefined) return noCapacity;
  const parts = (Array.isArray(consumed) ? consumed : [consumed]) as ConsumedCapacity[];
  return parts.map((part) => fromPart(READS.has(api), part)).reduce(addCapacity, noCapacity);
}

function fromPart(reads: boolean, part: ConsumedCapacity): Capacity {
  const total = part.CapacityUnits ?? 0;
  const indexes: Record<string, number> = {};
  for (const [name, units] of Object.entries(part.GlobalSecondaryIndexes ?? {}))
    indexes[name] = units.CapacityUnits ?? 0;
  const indexTotal = Object.values(indexes).reduce((sum, units) => sum + units, 0);
  return {
    total,
    read: reads ? total : 0,
    write: reads ? 0 : total,
    table: part.Table?.CapacityUnits ?? total - indexTotal,
    indexes,
  };
}

export function addCapacity(a: Capacity, b: Capacity): Capacity {
  if (b === noCapacity) return a;
  const indexes: Record<string, number> = { ...a.indexes };
  for (const [name, units] of Object.entries(b.indexes)) indexes[name] = (indexes[name] ?? 0) + units;
  return {
    total: a.total + b.total,
    read: a.read + b.read,
    write: a.write + b.write,
    table: a.table + b.table,
    indexes,
  };
}
