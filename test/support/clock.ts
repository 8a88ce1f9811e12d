import { mock } from 'node:test';

/** The clock of this process, which stands still but for what it is turned by: however slow the machine, no more time passes. */
export interface Clock {
  turn(milliseconds: number): void;
  letGo(): void;
}

/** Takes hold of the clock. What has been opened before may have the real one. */
export function holdClock(): Clock {
  mock.timers.enable({ apis: ['Date'], now: Date.now() });
  return {
    turn: (milliseconds) => mock.timers.setTime(Date.now() + milliseconds),
    letGo: () => mock.timers.reset(),
  };
}
