import type { EngineCall } from './engine-call.js';

export type Item = Record<string, unknown>;

/** What has to be known about a table: its key attributes, and those of its indexes. */
export interface TableKeys {
  key: string[];
  /** The partition key of each index, by the index's name. */
  indexes: Map<string, string>;
  onDemand: boolean;
}

/** One item of one table. */
export interface ItemRef {
  table: string;
  key: Item;
  /** The same text for the same item. */
  id: string;
  /** The item's partition. */
  partition: string;
}

interface Description {
  KeySchema?: { AttributeName: string; KeyType: string }[];
  GlobalSecondaryIndexes?: { IndexName: string; KeySchema: { AttributeName: string; KeyType: string }[] }[];
  BillingModeSummary?: { BillingMode?: string };
}

/** Looks tables up once; `forget` is for one that is changed or deleted. */
export function tableCatalog(call: EngineCall) {
  const known = new Map<string, Promise<TableKeys | undefined>>();
  const describe = async (table: string): Promise<TableKeys | undefined> => {
    const { status, body } = await call('DescribeTable', { TableName: table });
    const {
      KeySchema,
      GlobalSecondaryIndexes = [],
      BillingModeSummary,
    } = (body['Table'] ?? {}) as Description;
    if (status !== 200 || !KeySchema) {
      known.delete(table);
      return undefined;
    }
    const partitionOf = (schema: typeof KeySchema) =>
      schema.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? '';
    return {
      key: KeySchema.map(({ AttributeName }) => AttributeName),
      indexes: new Map(
        GlobalSecondaryIndexes.map(({ IndexName, KeySchema: keys }) => [IndexName, partitionOf(keys)]),
      ),
      onDemand: BillingModeSummary?.BillingMode === 'PAY_PER_REQUEST',
    };
  };
  return {
    forget: (table: string) => void known.delete(table),
    async keysOf(table: string): Promise<TableKeys | undefined> {
      const found = known.get(table) ?? describe(table);
      known.set(table, found);
      return found;
    },
    /** @param item the item, or its key */
    async refer(table: string, item: Item): Promise<ItemRef | undefined> {
      const names = (await this.keysOf(table))?.key;
      if (!names || names.some((name) => item[name] === undefined)) return undefined;
      const key = Object.fromEntries(names.map((name) => [name, item[name]]));
      return {
        table,
        key,
        id: `${table} ${JSON.stringify(key)}`,
        partition: partitionId(table, item[names[0] ?? '']),
      };
    },
  };
}

export type TableCatalog = ReturnType<typeof tableCatalog>;

export function partitionId(tableOrIndex: string, value: unknown): string {
  return `${tableOrIndex} ${JSON.stringify(value)}`;
}

/** The approximate size of an item: names and values. */
export function bytesOf(item: unknown): number {
  if (typeof item === 'string') return Buffer.byteLength(item);
  if (typeof item !== 'object' || item === null) return 1;
  return Object.entries(item).reduce((sum, [name, value]) => sum + name.length + bytesOf(value), 0);
}
