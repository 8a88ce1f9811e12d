import type { Snapshot } from '#libs/directory';
import { schemaVersionOf } from '#libs/domain';
import { toPublishedEvent } from '#libs/event-contracts';
import { freshnessOf } from './changes.dto.js';

/** Lines are sent many at a time: each piece is a turn of the event loop. */
const PIECE_CHARACTERS = 32_000;

/** A line for each event, as it would have been published but for its place in a sequence; then one with the cursor, and how fresh it is. */
export async function* snapshotLines(
  { cursor, completeTo, events }: Snapshot,
  now: () => number,
): AsyncGenerator<string> {
  let [piece, lines] = ['', 0];
  for await (const event of events) {
    const eventId = `${event.aggregateId}.snapshot.${lines}`;
    const causes = { correlationId: 'snapshot', causationId: 'snapshot' };
    const { version: stateversion } = event;
    const known = { eventId, schemaVersion: schemaVersionOf(event.type), version: 0, ...causes };
    const { sequence: _, ...published } = toPublishedEvent({ ...event, ...known });
    // The version of the subject that was read.
    piece += `${JSON.stringify(stateversion === undefined ? published : { ...published, stateversion: String(stateversion) })}\n`;
    lines += 1;
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}${JSON.stringify({ cursor, ...freshnessOf(completeTo, now()) })}\n`;
}
