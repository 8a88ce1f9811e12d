import type { DomainError, DomainEvent } from '#libs/domain';
import { toEventDto } from '../audit-log/audit-log.dto.js';
import { problemOf } from '../memberships/changed-memberships.js';
import type { ChangeProblemDto } from '../memberships/matrix.dto.js';

const SAMPLES = 20;

interface TriedRow {
  refusal: DomainError | undefined;
  events: readonly DomainEvent[];
  /** By default whether there are events. */
  isDone?: boolean;
}

interface Sampled {
  outcome: 'done' | 'unchanged' | 'refused';
  problem: ChangeProblemDto | null;
}

/** The preview of a job of rows: counts, the first refused rows and then the first others, and the first events. */
export function triedRows<Row extends TriedRow, Subject>(
  rows: number,
  tried: readonly Row[],
  subjectOf: (row: Row) => Subject,
) {
  const outcomes = tried.map((row): Subject & Sampled => {
    const { refusal, events, isDone = events.length > 0 } = row;
    if (refusal) return { ...subjectOf(row), outcome: 'refused', problem: problemOf(refusal) };
    return { ...subjectOf(row), outcome: isDone ? 'done' : 'unchanged', problem: null };
  });
  const of = (outcome: Sampled['outcome']) => outcomes.filter((each) => each.outcome === outcome);
  const [done, unchanged, refused] = [of('done'), of('unchanged'), of('refused')];
  const events = tried.flatMap((row) => row.events);
  return {
    dryRun: true,
    rows,
    tried: tried.length,
    done: done.length,
    unchanged: unchanged.length,
    refused: refused.length,
    samples: [...refused.slice(0, SAMPLES / 2), ...done, ...unchanged].slice(0, SAMPLES),
    warnings: [],
    events: events.slice(0, SAMPLES).map((event) => toEventDto(event)),
  };
}
