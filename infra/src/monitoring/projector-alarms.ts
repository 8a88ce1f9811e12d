import type { Alarms } from './alarms.js';
import { loggedFeedAge, loggedLateness, loggedStops, loggedUnsigned } from './log-metrics.js';

/** A function looks every minute, and 10,000 ends at once take less than two. */
const TOO_LATE_MS = 10 * 60_000;

/** @param isActive it reports itself every minute: silence means that nobody does what is due */
export function watchDueWork(alarms: Alarms, tableName: string, isActive: boolean): void {
  alarms.add('DueWorkLate', {
    says: 'Ends of memberships are committed ten minutes late, or not at all: nobody has access for longer, but events, mails and webhooks wait.',
    page: 'stream-fell-behind',
    metric: loggedLateness(tableName),
    above: TOO_LATE_MS,
    // A deployment causes a pause, which is not an alarm.
    ...(isActive && { silenceIsBad: true, periods: 3 }),
  });
}

/** The bound of a guard, by default. */
const COPIES_REFUSE_MS = 30_000;

/** Silence is no alarm: as a function, the feeder says it only while somebody follows a feed. */
export function watchFeedAge(alarms: Alarms, tableName: string): void {
  alarms.add('FeedsStandStill', {
    says: 'The feeds are not complete up to half a minute ago: guards and other copies refuse, because they do not know what has changed since.',
    page: 'stream-fell-behind',
    metric: loggedFeedAge(tableName),
    above: COPIES_REFUSE_MS,
    periods: 3,
  });
}

/** @param isActive it reports itself every minute: silence means that nothing is logged */
export function watchLog(alarms: Alarms, tableName: string, isActive: boolean): void {
  alarms.add('LogStopped', {
    says: 'A log is stopped: the table is behind what was signed, was rewritten, or an event is missing. Nothing signs it until an operator has looked.',
    page: 'log-stopped',
    metric: loggedStops(tableName),
    above: 0,
  });
  alarms.add('LogUnsigned', {
    says: 'Changes are in no checkpoint for three minutes: the log cannot be appended to or signed.',
    page: 'log-stopped',
    metric: loggedUnsigned(tableName),
    above: 0,
    periods: 3,
    ...(isActive && { silenceIsBad: true }),
  });
}
