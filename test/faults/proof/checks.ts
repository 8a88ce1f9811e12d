import type { ReceivedEntry } from '../../support/streams/recorded-bus.js';
import type { ScriptedStreams, WireRecord } from '../../support/streams/scripted-streams.js';

/** What must hold, by the words a violation is reported with. */
export type Violation =
  'lost' | 'invented' | 'out of order' | 'duplicate differs' | 'checkpoint passed an unpublished record';

/** Compares what was published with what was committed. */
export function checkPublished(received: readonly ReceivedEntry[], committedIds: readonly string[]) {
  const violations: [Violation, string][] = [];
  const first = new Map<string, string>();
  const nextSequence = new Map<string, number>();
  let duplicates = 0;
  for (const { id, subject, sequence, detail } of received) {
    const known = first.get(id);
    if (known !== undefined) {
      duplicates += 1;
      if (known !== detail) violations.push(['duplicate differs', id]);
      continue;
    }
    first.set(id, detail);
    const expected = nextSequence.get(subject) ?? 1;
    if (sequence !== expected) violations.push(['out of order', `${id} where ${expected} was next`]);
    nextSequence.set(subject, Math.max(expected, sequence) + 1);
  }
  const committed = new Set(committedIds);
  for (const id of committed) if (!first.has(id)) violations.push(['lost', id]);
  for (const id of first.keys()) if (!committed.has(id)) violations.push(['invented', id]);
  return { violations, duplicates, published: first.size };
}

/**
 * Watches every checkpoint the publisher writes, before it is written: all events of the shard up to it must be on the
 * bus by then.
 */
export function watchCheckpoints(service: ScriptedStreams, received: readonly ReceivedEntry[]) {
  const violations: [Violation, string][] = [];
  const onBus = new Set<string>();
  const checked = new Map<string, number>();
  let seen = 0;
  let checkpoints = 0;
  service.onForward = (operation, input) => {
    const key = input['Key'] as { PK?: { S?: string }; SK?: { S?: string } } | undefined;
    const values = input['ExpressionAttributeValues'] as Record<string, { S?: string }> | undefined;
    const checkpoint = values?.[':checkpoint']?.S;
    const isSave = String(input['UpdateExpression']).includes('#checkpoint = :checkpoint');
    if (operation !== 'UpdateItem' || key?.PK?.S !== 'lease:publisher' || !isSave || !checkpoint) return;
    if (checkpoint === 'TRIM_HORIZON') return;
    checkpoints += 1;
    for (; seen < received.length; seen += 1) onBus.add(received[seen]!.id);
    const shardId = key.SK?.S?.split('|')[1] ?? '';
    const records = service.recordsUpTo(shardId, checkpoint);
    for (let at = checked.get(shardId) ?? 0; at < records.length; at += 1)
      for (const id of eventIdsOf(records[at]!))
        if (!onBus.has(id))
          violations.push(['checkpoint passed an unpublished record', `${id} in ${shardId}`]);
    checked.set(shardId, Math.max(checked.get(shardId) ?? 0, records.length));
  };
  return { violations, count: () => checkpoints };
}

const HEADS = new Set(['account', 'user', 'service-group']);

const aggregateIdOf = (head: Record<string, { S?: string }>) =>
  (head['userId'] ?? head['serviceGroupId'] ?? head['accountId'])?.S;

/** The events of a commit, told from the wire without any code of the publisher. */
function eventIdsOf({ dynamodb }: WireRecord): string[] {
  const after = dynamodb['NewImage'] as Record<string, { S?: string; N?: string }> | undefined;
  const before = dynamodb['OldImage'] as Record<string, { N?: string }> | undefined;
  if (!after || !HEADS.has(after['entity']?.S ?? '') || after['version']?.N === before?.['version']?.N)
    return [];
  const events = JSON.parse(after['lastEvents']?.S ?? '[]') as { v: number; n?: number }[];
  // Of a commit that is only named there is the last version, and the number of its events.
  const versions = events.flatMap(({ v, n = 1 }) => Array.from({ length: n }, (_, at) => v - n + 1 + at));
  const id = aggregateIdOf(after);
  return versions.map((version) => `${id}.${version}`);
}
