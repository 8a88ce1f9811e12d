import { openSync, readSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

// Loaded into each program before all else, by `--import`: the programs themselves know no other clock than the system's.

const LOOK_EVERY_MS = 20;

const file = openSync(process.env['ROLLBOOK_TESTING_CLOCK'] ?? '', 'r');
const bytes = new Float64Array(1);

/** By how many milliseconds the test has moved the clock. Read each time, so that all programs have it in the same instant. */
function moved(): number {
  readSync(file, bytes, 0, bytes.byteLength, 0);
  return bytes[0] ?? 0;
}

const RealDate = Date;

class MovedDate extends RealDate {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(RealDate.now() + moved());
    else super(...(given as [number]));
  }

  static override now(): number {
    return RealDate.now() + moved();
  }
}
globalThis.Date = new Proxy(MovedDate, {
  // `Date()` is a text.
  apply: () => new MovedDate().toString(),
}) as unknown as DateConstructor;

/** What sleeps for its next work sleeps less by what the clock is moved. */
const sleepers = new Set<() => void>();
let seen = moved();
setInterval(() => {
  const now = moved();
  if (now === seen) return;
  seen = now;
  for (const wake of sleepers) wake();
}, LOOK_EVERY_MS).unref();

const sleep = timers.setTimeout;

async function sleepMoved<T>(ms?: number, value?: T, options: Parameters<typeof sleep>[2] = {}): Promise<T> {
  const until = MovedDate.now() + (ms ?? 1);
  for (;;) {
    const left = until - MovedDate.now();
    if (left <= 0 && (ms ?? 1) > 0) {
      options.signal?.throwIfAborted();
      return value as T;
    }
    const waking = new AbortController();
    const wake = () => waking.abort();
    sleepers.add(wake);
    const signal = options.signal ? AbortSignal.any([options.signal, waking.signal]) : waking.signal;
    try {
      return (await sleep(Math.max(left, 0), value, { ...options, signal })) as T;
    } catch (error) {
      if (!waking.signal.aborted || options.signal?.aborted) throw error;
    } finally {
      sleepers.delete(wake);
    }
  }
}
timers.setTimeout = sleepMoved;
syncBuiltinESMExports();
