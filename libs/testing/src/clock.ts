import { closeSync, openSync, writeSync } from 'node:fs';

/** The clock of the programs: the system's, and what the test has moved it by. It never goes back. */
export interface Clock {
  /** The programs' time. */
  now(): Date;
  /** Moves it forwards, for all tests that share the system. @throws RangeError if it is less than nothing */
  advance(by: { days?: number; hours?: number; minutes?: number; seconds?: number }): void;
  /** Moves it to an instant. @throws RangeError if that is in the past */
  advanceTo(instant: Date | string): void;
}

/** @param file which the programs read; see moved-clock.ts */
export function clockOf(file: string): Clock & { close(): void } {
  const descriptor = openSync(file, 'r+');
  let moved = 0;
  const move = (milliseconds: number) => {
    if (!(milliseconds >= 0)) throw new RangeError('The clock only moves forwards.');
    moved += milliseconds;
    const bytes = new Float64Array([moved]);
    writeSync(descriptor, bytes, 0, bytes.byteLength, 0);
  };
  const now = () => Date.now() + moved;
  return {
    now: () => new Date(now()),
    advance: ({ days = 0, hours = 0, minutes = 0, seconds = 0 }) =>
      move((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000),
    advanceTo: (instant) => move(new Date(instant).getTime() - now()),
    close: () => closeSync(descriptor),
  };
}
