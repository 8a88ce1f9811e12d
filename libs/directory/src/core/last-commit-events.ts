import type { DomainEvent } from '#libs/domain';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { connectTable, type Table } from '@rollbook/single-table';
import { eventEntity } from '../table/items/events.js';
import type { LastCommit } from '../table/items/last-commit.js';
import { rollbookTable } from '../table/table.js';
import type { Directory } from './directory.js';
import { openEvents } from './event-opener.js';
import { openKeyRing } from './key-ring.js';
import type { MasterKey } from './master-key.js';
import type { EventItem } from './sealed-events.js';

/** What a head names instead of carrying it. */
export type CommitRange = Pick<LastCommit, 'version' | 'count'>;

/** Reads the events of a commit, in order. They were committed with the head that names them. */
export type CommitReader = (aggregateId: string, range: CommitRange) => Promise<DomainEvent[]>;

/** Access pattern 14 from a head: the items of the events of one commit. Strongly consistent. */
export function eachOfCommit(
  table: Table,
  aggregateId: string,
  { version, count }: CommitRange,
): AsyncGenerator<EventItem> {
  const between = [{ version: version - count + 1 }, { version }] as const;
  return table.each(eventEntity, { aggregateId }, { between, consistent: true });
}

/** Personal data is decrypted: that of a user who was erased meanwhile is placeholders. @throws UnreadableEventError */
export async function readCommit(
  directory: Pick<Directory, 'table' | 'keyRing'>,
  aggregateId: string,
  range: CommitRange,
): Promise<DomainEvent[]> {
  const items: EventItem[] = [];
  for await (const item of eachOfCommit(directory.table, aggregateId, range)) items.push(item);
  return openEvents(directory, items);
}

/** For a process that needs nothing else of the directory. */
export function openCommitReader({
  client,
  tableName,
  masterKey,
}: {
  client: DynamoDBClient;
  tableName: string;
  masterKey: MasterKey;
}): CommitReader {
  // Nothing is listed, so no cursor is ever sealed.
  const table = connectTable(rollbookTable, { client, tableName, cursorSecret: crypto.randomUUID() });
  const keyRing = openKeyRing(table, masterKey, Date.now);
  return (aggregateId, range) => readCommit({ table, keyRing }, aggregateId, range);
}
