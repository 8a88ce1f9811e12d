import { InvalidArgumentError } from 'commander';

const SECONDS = { m: 60, h: 3_600, d: 86_400, w: 7 * 86_400 } as const;

/** Of an option's value: `90m`, `8h`, `30d` or `2w`, in seconds. */
export function lengthOfTime(text: string): number {
  const [, count, unit] = /^(\d+)([mhdw])$/.exec(text) ?? [];
  const seconds = Number(count) * SECONDS[unit as keyof typeof SECONDS];
  if (!Number.isSafeInteger(seconds) || seconds < 1)
    throw new InvalidArgumentError('It must be a length of time like 90m, 8h, 30d or 2w.');
  return seconds;
}
