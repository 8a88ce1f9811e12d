import type { DomainEvent } from '#libs/domain';
import type { ItemReference } from '@rollbook/single-table';
import { eventEntity } from '../../table/items/events.js';
import { sealEvent } from '../../core/sealed-events.js';
import type { UserKey } from '../../core/user-keys.js';
import type { Directory } from '../../core/directory.js';
import type { Diagnosis } from '../derivation/findings.js';
import type { FoldedHistory } from '../derivation/folded-history.js';
import type { GroupNames } from '../derivation/compare-attributes.js';

export interface AccountCheck {
  directory: Directory;
  accountId: string;
  /** The names that each service group has had. */
  groupNames: GroupNames;
  /** How many events of each aggregate the account's log shows, up to `loggedUpTo`. */
  logged: ReadonlyMap<string, number>;
  loggedUpTo: string;
}

export interface AggregateCheck<History = FoldedHistory<unknown>> {
  history: History;
  diagnoses: Diagnosis[];
  head: StoredHead;
}

export interface StoredHead {
  reference: ItemReference;
  /** Undefined if there is no head. */
  version: number | undefined;
}

/**
 * What is wrong with an aggregate's events themselves.
 * @param key of the user, to write a missing event with
 */
export function checkEvents(
  { accountId, logged, loggedUpTo }: AccountCheck,
  { aggregateId, flaws }: FoldedHistory<unknown>,
  { missing, count }: { missing: readonly DomainEvent[]; count: () => number },
  key?: UserKey,
): Diagnosis[] {
  const common = { level: 'wrong', entity: 'event', accountId, aggregateId } as const;
  const diagnoses: Diagnosis[] = flaws.map(({ problem, message }) => ({
    finding: { ...common, problem, message, repairable: false },
    repair: [],
  }));
  for (const event of missing)
    diagnoses.push({
      finding: {
        ...common,
        problem: 'missing',
        message: `The event ${event.eventId} is missing, but the head carries it.`,
        repairable: true,
      },
      repair: [eventEntity.create(sealEvent(event, key))],
    });
  const notLogged = count() - (logged.get(aggregateId) ?? 0);
  if (notLogged !== 0)
    diagnoses.push({
      finding: {
        ...common,
        problem: 'not in the log',
        message: `Of ${count()} events up to ${loggedUpTo} the account's log shows ${logged.get(aggregateId) ?? 0}.`,
        // Only rewriting the event items could fix it, and stored history is never rewritten.
        repairable: false,
      },
      repair: [],
    });
  return diagnoses;
}

/** True if the derived items may be written. */
export function isWhole({ flaws }: FoldedHistory<unknown>): boolean {
  return flaws.length === 0;
}
