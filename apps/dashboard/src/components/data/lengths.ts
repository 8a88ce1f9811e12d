/** A length of time as a form has it: text, because it may not be a number yet. */
export interface Length {
  count: string;
  unit: LengthUnit;
}

export const LENGTH_UNITS = { minutes: 60, hours: 3_600, days: 86_400 } as const;
export type LengthUnit = keyof typeof LENGTH_UNITS;

const LARGEST_FIRST = ['days', 'hours', 'minutes'] as const;

/** In the largest unit that needs no fraction. */
export function lengthOf(seconds: number | undefined): Length {
  if (seconds === undefined) return { count: '', unit: 'days' };
  const unit = LARGEST_FIRST.find((each) => seconds % LENGTH_UNITS[each] === 0) ?? 'minutes';
  return { count: String(seconds / LENGTH_UNITS[unit]), unit };
}

/** Null if there is none, undefined if it is not a length. */
export function secondsOf({ count, unit }: Length): number | null | undefined {
  if (count.trim() === '') return null;
  const seconds = Number(count.trim().replace(',', '.')) * LENGTH_UNITS[unit];
  return Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds) : undefined;
}

/** `8 hours`, `1 day`. */
export function lengthText(seconds: number): string {
  const { count, unit } = lengthOf(seconds);
  return count === '1' ? `1 ${unit.slice(0, -1)}` : `${count} ${unit}`;
}
