import type { DomainEvent } from '#libs/domain';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { realRuntime } from '#libs/pacing';
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
  masterKey,
  ...place
}: {
  client: DynamoDBClient;
  tableName: string;
  masterKey: MasterKey;
}): CommitReader {
  const cursorSecret = 'unused: nothing is listed, so no cursor is sealed';
  const table = connectTable(rollbookTable, { ...place, cursorSecret });
  const keyRing = openKeyRing(table, masterKey, realRuntime);
  return (aggregateId, range) => readCommit({ table, keyRing }, aggregateId, range);
}
