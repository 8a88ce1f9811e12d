import type { AccessLine, Snapshot } from '#libs/directory';
import { schemaVersionOf, type SnapshotEvent } from '#libs/domain';
import { toPublishedEvent } from '#libs/event-contracts';
import { freshnessOf, requirements } from './changes.dto.js';

/** Lines are sent many at a time: each piece is a turn of the event loop. */
const PIECE_CHARACTERS = 32_000;

/** Of a page of a snapshot; its last line may go beyond. */
const MAX_PAGE_BYTES = 900_000;

/**
 * A line for each thing; then one with the cursor, and how fresh it is.
 * @param lineOf the text of a line, whose number it gets
 * @param limit lines after which a page ends, with a line that says where the next one begins; without it everything
 */
export async function* snapshotLines<Thing>(
  snapshot: Snapshot<Thing>,
  lineOf: (thing: Thing, line: number) => string,
  now: () => number,
  limit?: number,
): AsyncGenerator<string> {
  const { cursor, completeTo, lines: before, parts } = snapshot;
  let [piece, lines, bytes] = ['', before, 0];
  for await (const { things, next } of parts) {
    for (const thing of things) {
      const line = `${lineOf(thing, lines)}\n`;
      piece += line;
      lines += 1;
      bytes += Buffer.byteLength(line);
    }
    if (limit !== undefined && (lines - before >= limit || bytes >= MAX_PAGE_BYTES)) {
      yield `${piece}${JSON.stringify({ next: next(lines), ...requirements(snapshot) })}\n`;
      return;
    }
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}${JSON.stringify({ cursor, ...freshnessOf({ completeTo, teams: snapshot.teams }, now()) })}\n`;
}

export const lineOfAccess = (line: AccessLine): string => JSON.stringify(line);

/** As it would have been published but for its place in a sequence. */
export function lineOfEvent(event: SnapshotEvent, line: number): string {
  const eventId = `${event.aggregateId}.snapshot.${line}`;
  const causes = { correlationId: 'snapshot', causationId: 'snapshot' };
  const { version: stateversion } = event;
  const known = { eventId, schemaVersion: schemaVersionOf(event.type), version: 0, ...causes };
  const { sequence: _, ...published } = toPublishedEvent({ ...event, ...known });
  // The version of the subject that was read.
  return JSON.stringify(
    stateversion === undefined ? published : { ...published, stateversion: String(stateversion) },
  );
}
