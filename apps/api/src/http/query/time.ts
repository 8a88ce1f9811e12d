import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { Matches, ValidateBy, type ValidationArguments } from 'class-validator';

const WITH_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;
const NORMAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** In a query a + is a space. */
const LOST_PLUS = /T[\d:.]+ \d\d:?\d\d$/;
const PLUS_HINT = '; in a query, write the + of the time zone as %2B';

/** A time in ISO 8601 with its zone. The handler sees it in UTC with milliseconds, as times are stored. */
export function IsTime(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) => normalTime(value)),
    Matches(NORMAL, {
      message: ({ value }: ValidationArguments) =>
        `$property must be an ISO 8601 time with a time zone${LOST_PLUS.test(String(value)) ? PLUS_HINT : ''}`,
    }),
  );
}

/** A time in ISO 8601 with its zone, in UTC with milliseconds; undefined if it is none. */
export function timeOf(value: unknown): string | undefined {
  const time = normalTime(value);
  return typeof time === 'string' && NORMAL.test(time) ? time : undefined;
}

function normalTime(value: unknown): unknown {
  if (typeof value !== 'string' || !WITH_ZONE.test(value)) return value;
  const time = new Date(value);
  return isDay(value.slice(0, 10)) && !Number.isNaN(time.getTime()) ? time.toISOString() : 'not a time';
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** A day in UTC. */
export function IsDay(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) => normalDay(value)),
    Matches(DAY, { message: '$property must be a day like 2026-03-01' }),
  );
}

function normalDay(value: unknown): unknown {
  return typeof value === 'string' && DAY.test(value) && !isDay(value) ? 'no day' : value;
}

/** A `Date` reads the 30th of February as the 2nd of March. */
function isDay(day: string): boolean {
  const time = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day);
}

/** A time or a day after that of another parameter, where both are given. */
export function IsAfter(other: string): PropertyDecorator {
  const isAfter = (value: unknown, validation?: ValidationArguments): boolean => {
    const earlier: unknown = validation && Reflect.get(validation.object, other);
    return typeof value !== 'string' || typeof earlier !== 'string' || value > earlier;
  };
  const defaultMessage = (): string => `$property must be after ${other}`;
  return ValidateBy({ name: 'isAfter', validator: { validate: isAfter, defaultMessage } });
}
