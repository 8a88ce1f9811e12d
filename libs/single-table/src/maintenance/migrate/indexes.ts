import { setTimeout as delay } from 'node:timers/promises';
import { DescribeTableCommand, UpdateTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { TableDefinition } from '../../definitions/table.js';
import { createTableInput } from '../../provisioning/table-inputs.js';

interface Place {
  client: DynamoDBClient;
  tableName: string;
  definition: TableDefinition;
}

export interface TableState {
  /** Indexes of the definition that the table does not have. */
  missing: string[];
  /** Those it has, but which cannot be read yet. */
  building: string[];
  /** As DynamoDB counts them, some six hours late. */
  itemCount: number;
}

export async function stateOfTable({ client, tableName, definition }: Place): Promise<TableState> {
  const { Table = {} } = await client.send(new DescribeTableCommand({ TableName: tableName }));
  const there = new Map(
    Table.GlobalSecondaryIndexes?.map(({ IndexName, IndexStatus }) => [IndexName, IndexStatus]),
  );
  const wanted = Object.keys(definition.indexes ?? {});
  return {
    missing: wanted.filter((name) => !there.has(name)),
    building: wanted.filter((name) => there.has(name) && there.get(name) !== 'ACTIVE'),
    itemCount: Table.ItemCount ?? 0,
  };
}

const POLL_MS = 1_000;

/** Adds what is missing, one after the other as DynamoDB allows it, and waits until each can be read. */
export async function addIndexes(place: Place, signal?: AbortSignal): Promise<void> {
  const { client, tableName, definition } = place;
  const { GlobalSecondaryIndexes = [], AttributeDefinitions = [] } = createTableInput(definition, tableName);
  for (;;) {
    const { missing, building } = await stateOfTable(place);
    const [next] = missing;
    if (building.length > 0) await delay(POLL_MS, undefined, { signal });
    else if (!next) return;
    else await create(next);
  }

  async function create(name: string): Promise<void> {
    const index = GlobalSecondaryIndexes.find(({ IndexName }) => IndexName === name)!;
    const names = new Set(index.KeySchema?.map(({ AttributeName }) => AttributeName));
    const update = new UpdateTableCommand({
      TableName: tableName,
      AttributeDefinitions: AttributeDefinitions.filter(({ AttributeName }) => names.has(AttributeName)),
      GlobalSecondaryIndexUpdates: [{ Create: index }],
    });
    await client.send(update).catch(async (error: unknown) => {
      // Another index of the table is being built; or this one is, begun by another run or by a call whose answer was lost.
      const isBusy = /^(ResourceInUse|LimitExceeded)Exception$/.test((error as Error).name);
      if (!isBusy && (await stateOfTable(place)).missing.includes(name)) throw error;
      await delay(POLL_MS, undefined, { signal });
    });
  }
}
