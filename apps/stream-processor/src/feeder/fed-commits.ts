import type { RecordedCommit } from '#libs/directory';
import { createdAtOf, sequenceNumberOf, type StreamRecord } from '#libs/dynamodb-streams';
import { aggregateIdOf, isNoCommit } from '../publisher/committed-events.js';

/** What a stream record adds to the feeds, if anything: the events between the versions of a head before and after. */
export function fedCommitOf(record: StreamRecord): RecordedCommit[] {
  if (isNoCommit(record)) return [];
  const { NewImage: after = {}, OldImage: before } = record.dynamodb ?? {};
  const [version, previous] = [after, before].map((image) => Number(image?.['version']?.N ?? 0)) as [
    number,
    number,
  ];
  if (version <= previous) return [];
  return [
    {
      aggregateId: aggregateIdOf(after),
      first: previous + 1,
      count: version - previous,
      sequenceNumber: sequenceNumberOf(record),
      createdAt: new Date(createdAtOf(record) ?? 0).toISOString(),
      committedAt: after['updatedAt']?.S ?? '',
    },
  ];
}
