import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { connectTable, type OnCall, type Table } from '#libs/single-table';
import { ulidSource, type IdSource } from './ids.js';
import { rollbookTable } from './table.js';

export interface DirectoryOptions {
  client: DynamoDBClient;
  tableName: string;
  /** Authenticates cursors; the same in every process that serves the same lists. */
  cursorSecret: string;
  /** Sees each table call: for metrics and traces. */
  onCall?: OnCall | undefined;
  /** Milliseconds since the epoch. */
  now?: () => number;
  newId?: IdSource;
}

/** An open connection to the directory's table, and what its commands need from outside. */
export interface Directory {
  readonly table: Table;
  readonly cursorSecret: string;
  readonly now: () => number;
  readonly newId: IdSource;
}

export function openDirectory({
  client,
  tableName,
  cursorSecret,
  onCall,
  ...rest
}: DirectoryOptions): Directory {
  return {
    table: connectTable(rollbookTable, { client, tableName, cursorSecret, ...(onCall ? { onCall } : {}) }),
    cursorSecret,
    now: rest.now ?? Date.now,
    newId: rest.newId ?? ulidSource(),
  };
}
