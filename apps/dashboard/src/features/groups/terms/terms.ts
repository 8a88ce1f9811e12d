import { preferences, timeZoneOf } from '../../../api/preferences.js';
import { endOfDay, lastMoment } from '../../../components/data/days.js';
import { lengthText } from '../../../components/data/lengths.js';
import type { ServiceGroup } from '../queries.js';
import { TEXTS } from './texts.js';

/** For how long somebody may enter, and why, as a form has it. */
export interface Terms {
  /** The last day, as in 2026-12-31; empty for none. */
  until: string;
  reason: string;
}

export const NO_TERMS: Terms = { until: '', reason: '' };

/** As the API takes them: the day is over when it is in the person's own time zone. */
export function asTerms({ until, reason }: Terms): { expiresAt?: string; reason?: string } {
  const expiresAt = endOfDay(until, timeZoneOf(preferences.get()));
  return { ...(expiresAt && { expiresAt }), ...(reason.trim() && { reason: reason.trim() }) };
}

/** What holds if no day is chosen, by the rules of the group. */
export function withoutDay(group: ServiceGroup | undefined): string {
  if (!group) return TEXTS.byRules;
  const rules = group.membershipRules;
  const seconds = rules?.defaultLengthSeconds ?? rules?.maxLengthSeconds;
  return seconds === undefined ? TEXTS.permanent : TEXTS.defaultLength(lengthText(seconds));
}

export function needsReason(group: ServiceGroup | undefined): boolean {
  return group?.membershipRules?.reasonRequired ?? false;
}

/** The last day of a membership in the person's time zone; empty if it has no end. */
export function lastDay(expiresAt: string | undefined): string {
  if (expiresAt === undefined) return '';
  // The way in which Canada writes days is that of the field.
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: timeZoneOf(preferences.get()) });
  return format.format(Date.parse(lastMoment(expiresAt)));
}
