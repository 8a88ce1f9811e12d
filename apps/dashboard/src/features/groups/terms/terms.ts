import { preferences, timeZoneOf } from '../../../api/preferences.js';
import { instantAt, localTime } from '../../../components/data/days.js';
import { lengthText } from '../../../components/data/lengths.js';
import type { Membership, ServiceGroup } from '../queries.js';
import { presetsAt, type Preset } from './presets.js';
import { TEXTS } from './texts.js';

/** `usual`: as the rules of the service groups have it. `at`: a date and time that are typed. */
export type Choice = 'usual' | 'none' | Preset | 'at';

/** For how long somebody may enter, why, and what else they may do, as a form has it. */
export interface Terms {
  /** Undefined: none has been made. */
  choice: Choice | undefined;
  /** Of a preset, the instant at which it ends; of `at`, what is typed: 2026-12-31T18:00 in the person's time zone. */
  until: string;
  reason: string;
  /** The key of an access role; an empty text for none. Undefined: none has been chosen. */
  role?: string | undefined;
}

export const NO_TERMS: Terms = { choice: 'usual', until: '', reason: '' };

const zone = () => timeZoneOf(preferences.get());

/** A membership, a team's access or a place in a team, as far as its terms go. */
export interface Held extends Pick<Membership, 'expiresAt' | 'reason' | 'accessRole'> {
  /** Absent: it is not of one person. */
  userId?: string;
}

/** The terms of a membership, to change them. */
export function termsOf({ expiresAt, reason = '' }: Held): Terms {
  if (expiresAt === undefined) return { choice: 'none', until: '', reason };
  return { choice: 'at', until: localTime(expiresAt, zone()), reason };
}

/** An end as a preset, if there is one for it. */
export function choiceOf(end: string): Pick<Terms, 'choice' | 'until'> {
  const preset = presetsAt(Date.now(), zone()).find(({ at }) => at === end);
  return preset ? { choice: preset.preset, until: end } : { choice: 'at', until: localTime(end, zone()) };
}

/** Null: no end. Undefined: none is given, or what is typed is no time. */
function endOf({ choice, until }: Terms): string | null | undefined {
  if (choice === 'none') return null;
  return choice === 'at' ? typedEnd(until) : until || undefined;
}

function typedEnd(until: string): string | undefined {
  const [, day = '', hours, minutes] = /^(.+)T(\d\d):(\d\d)$/.exec(until) ?? [];
  return instantAt(day, zone(), (Number(hours) * 60 + Number(minutes)) * 60_000);
}

/** As the API takes them. */
export function asTerms(terms: Terms): {
  expiresAt?: string | null;
  reason?: string;
  accessRole?: string | null;
} {
  const expiresAt = endOf(terms);
  const reason = terms.reason.trim();
  return {
    ...(expiresAt !== undefined && { expiresAt }),
    ...(reason && { reason }),
    ...(terms.role !== undefined && { accessRole: terms.role || null }),
  };
}

/** The lengths that a service group allows with an access role, which may allow less. */
function lengthsOf({ membershipRules: rules }: ServiceGroup, role: string | undefined) {
  const ofRole = rules.accessRoles?.find(({ key }) => key === role)?.maxLengthSeconds;
  const { maxLengthSeconds: longest = ofRole, defaultLengthSeconds } = rules;
  const max = longest !== undefined && ofRole !== undefined ? Math.min(longest, ofRole) : longest;
  const usual = defaultLengthSeconds ?? max;
  return {
    max,
    usual: usual !== undefined && max !== undefined ? Math.min(usual, max) : usual,
    isOfRole: max !== rules.maxLengthSeconds,
  };
}

/**
 * What the rules of these service groups say of an end: the shortest of their longest lengths, and how long access lasts without a choice.
 * @param role the key of the access role that is given, or that is held
 */
export function rulesOf(groups: readonly ServiceGroup[], role?: string) {
  const lengths = groups.map((group) => ({ name: group.name, ...lengthsOf(group, role) }));
  const limits = lengths.flatMap(({ name, max: seconds, isOfRole }) =>
    seconds === undefined ? [] : [{ name: isOfRole && role ? TEXTS.withRole(name, role) : name, seconds }],
  );
  const defaults = lengths.map((each) => each.usual);
  const [usual] = defaults;
  const areAlike = defaults.every((seconds) => seconds === usual);
  return {
    limits,
    longest: limits.toSorted((one, other) => one.seconds - other.seconds)[0],
    /** Undefined if without a choice there is no end. */
    usual: defaults.some(Boolean)
      ? TEXTS.usual(areAlike && usual ? lengthText(usual) : undefined)
      : undefined,
    asking: groups.filter(({ membershipRules }) => membershipRules.reasonRequired).map(({ name }) => name),
  };
}

/** The end that these terms give in a service group, as those get it who are added: null if there is none. */
export function endIn(
  group: ServiceGroup,
  { expiresAt, accessRole }: { expiresAt?: string | null; accessRole?: string | null },
): string | null {
  if (expiresAt !== undefined) return expiresAt;
  const seconds = lengthsOf(group, accessRole ?? undefined).usual;
  return seconds === undefined ? null : new Date(Date.now() + seconds * 1_000).toISOString();
}

/** Why an end is longer than the rules allow. */
export function tooLong(
  end: string | null | undefined,
  { longest }: Pick<ReturnType<typeof rulesOf>, 'longest'>,
  now: number,
): string | undefined {
  if (!longest || end === undefined) return undefined;
  if (end !== null && Date.parse(end) <= now + longest.seconds * 1_000) return undefined;
  return TEXTS.longest(longest.name, lengthText(longest.seconds));
}

/**
 * Why these terms cannot be sent, by the rules of the service groups; undefined if they can.
 * @param ends of the memberships that are changed: only one that comes later needs a reason
 * @param held the key of the access role of the one that is changed
 */
export function problemOf(
  terms: Terms,
  groups: readonly ServiceGroup[],
  ends?: readonly (string | undefined)[],
  held?: string,
): string | undefined {
  const now = Date.now();
  const end = endOf(terms);
  const rules = rulesOf(groups, terms.role ?? held);
  // Of several, the access role alone may change.
  if (terms.choice === undefined) return terms.role === undefined ? TEXTS.chooseEnd : undefined;
  if (terms.choice === 'at' && end === undefined) return TEXTS.noSuchTime;
  if (typeof end === 'string' && Date.parse(end) <= now) return TEXTS.isOver;
  const isLater = (before: string | undefined) =>
    before !== undefined && (!end || Date.parse(end) > Date.parse(before));
  const [asking] = !ends || ends.some(isLater) ? rules.asking : [];
  return (
    tooLong(end, rules, now) ??
    (asking !== undefined && terms.reason.trim() === '' ? TEXTS.giveReason(asking) : undefined)
  );
}
