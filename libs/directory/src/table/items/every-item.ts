import type { Settings, SettingsOf } from '#libs/domain';
import { any, json, number, record, string } from '@rollbook/single-table';
import { packCommit, unpackCommit, type LastCommit } from './last-commit.js';

/** What every item has. Times are ISO 8601, UTC, milliseconds. */
export const everyItem = { accountId: string(), createdAt: string(), updatedAt: string() };

/** The publisher takes `lastEvents` from the head's stream record, because DynamoDB Streams keeps order only per item. */
export const everyHead = {
  ...everyItem,
  version: number(),
  lastEvents: json<LastCommit>({ pack: packCommit, unpack: unpackCommit }),
};

/** What the stream processor records about a count, in the writes that change it. */
export const countNotes = {
  countedAt: string().optional(),
  /** For each recently read shard of the stream, the record up to which it has been counted. */
  countedUpTo: record(string()).optional(),
  /** The time of a recount, which includes earlier records. To the second, like the times of records. */
  recountedAt: string().optional(),
};

type OptionalAttribute<Value> = ReturnType<ReturnType<typeof any<Value>>['optional']>;
type Attributes<S> = { [Name in keyof S]: OptionalAttribute<NonNullable<SettingsOf<S>[Name & keyof S]>> };

/** An attribute for each optional field of an aggregate. */
export function settingAttributes<S extends Settings>(settings: S): Attributes<S> {
  const attributes = Object.entries(settings).map(([name, { type }]) => {
    return [name, (type === 'string' ? string() : any()).optional()] as const;
  });
  return Object.fromEntries(attributes) as unknown as Attributes<S>;
}
