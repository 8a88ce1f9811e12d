import type { DomainEvent, Metadata } from '#libs/domain';
import { any, list, number, record, string } from '#libs/single-table';

/** What every item has. Times are ISO 8601, UTC, milliseconds. */
export const everyItem = { accountId: string(), createdAt: string(), updatedAt: string() };

/**
 * What every head item has beside its state: the aggregate's version, and the events of its last commit, whole. The
 * publisher reads them from the head's stream record, because DynamoDB Streams keeps order per item only.
 */
export const everyHead = { ...everyItem, version: number(), lastEvents: list<DomainEvent>() };

/** What the stream processor notes of a count, in the writes that change it. */
export const countNotes = {
  /** When it last changed. */
  countedAt: string().optional(),
  /** Of each shard of the stream that was read lately, the record up to which it is counted. */
  countedUpTo: record(string()).optional(),
  /** When it was counted anew: records from before are in it. To the second, as the times of records are. */
  recountedAt: string().optional(),
};

/** What accounts, users and service groups have alike, each when it was given. */
export const details = { externalId: string().optional(), metadata: any<Metadata>().optional() };
