import { DomainError } from './errors.js';
import { membershipReasonRule } from './name.js';
import { parseAll } from './parse-all.js';
import { DAY_MS } from './until.js';

/** The end of a membership, or of anything else that ends by itself. */
export interface Ending {
  /** From this instant on it no longer holds, whether or not an event has ended it yet. Absent: it has no end. */
  expiresAt?: string;
  /** When its end is to be announced, until that has been done. Absent if it is shorter than the notice. */
  noticeAt?: string;
}

/** How long before an end the event that announces it is published. */
export const NOTICE_BEFORE_END_MS = DAY_MS;

/** @param at milliseconds since the epoch */
export function isHeld({ expiresAt }: Pick<Ending, 'expiresAt'>, at: number): boolean {
  return expiresAt === undefined || at < Date.parse(expiresAt);
}

/** @param setAt when the end was set: a notice that would have come before it does not come at all */
export function endingAt(expiresAt: string | null | undefined, setAt: string): Ending {
  if (expiresAt === undefined || expiresAt === null) return {};
  const noticeAt = new Date(Date.parse(expiresAt) - NOTICE_BEFORE_END_MS).toISOString();
  return noticeAt > setAt ? { expiresAt, noticeAt } : { expiresAt };
}

/** An end that is kept, or another one. @param expiresAt null: none */
export function endingAfter(before: Ending, expiresAt: string | null, setAt: string): Ending {
  if (expiresAt !== (before.expiresAt ?? null)) return endingAt(expiresAt, setAt);
  return {
    ...(before.expiresAt !== undefined && { expiresAt: before.expiresAt }),
    ...(before.noticeAt !== undefined && { noticeAt: before.noticeAt }),
  };
}

/** Whether the end of something is to be announced at a time. */
export function isNoticeDue(ending: Ending, at: number): ending is { expiresAt: string; noticeAt: string } {
  const { expiresAt, noticeAt } = ending;
  if (expiresAt === undefined || noticeAt === undefined) return false;
  return at >= Date.parse(noticeAt) && isHeld(ending, at);
}

/** The earliest time of the next event of an aggregate: what it finds ended has ended at that time, whatever the clock says. */
export function eventTime({ updatedAt }: { updatedAt: string }, now: number): number {
  return Math.max(now, Date.parse(updatedAt) + 1);
}

/** For how long something is given, and why: as it is said. */
export interface GivenFor {
  /** ISO 8601. Null: it has no end. */
  expiresAt?: string | null | undefined;
  reason?: string | undefined;
}

/** @returns the end in UTC with milliseconds @throws DomainError `invalid_expires_at`, `invalid_name` */
export function parseGivenFor({ expiresAt, reason }: GivenFor, at: number): GivenFor {
  return parseAll({
    expiresAt: () => (typeof expiresAt === 'string' ? parseEnd(expiresAt, at) : expiresAt),
    reason: () => (reason === undefined ? undefined : membershipReasonRule.parse(reason)),
  });
}

/** A year of five digits would sort before others. */
const LAST_END = Date.parse('9999-12-31T23:59:59.999Z');

function parseEnd(expiresAt: string, at: number): string {
  const refuse = (why: string) =>
    new DomainError('invalid_expires_at', `expiresAt must be ${why}.`, 'expiresAt');
  const end = Date.parse(expiresAt);
  if (Number.isNaN(end) || end > LAST_END) throw refuse('a time in ISO 8601, before the year 10000');
  if (end <= at) throw refuse('in the future');
  return new Date(end).toISOString();
}
