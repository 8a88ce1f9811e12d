import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const LOOKED_AT_EVERY_MS = 1_000;
const MAX_WORK_OF_IDLE_MS = 20;
/** Idle looks in a row: between two bursts of work nothing is collected. */
const LOOKS_BEFORE_COLLECTING = 10;
/** Collecting takes up to a sixth of it. */
const WORK_WORTH_COLLECTING_MS = 1_000;

/**
 * Collects garbage when there has been nothing to do for ten seconds: that of the start, and later if there was a second of work.
 * V8 does it when memory is allocated, so an idle process keeps what it used once.
 */
export function giveBackMemoryWhenIdle(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: object) => void;
  const worked = () => performance.eventLoopUtilization().active;
  let before = worked();
  let collectedAt = -WORK_WORTH_COLLECTING_MS;
  let idleLooks = 0;
  setInterval(() => {
    const now = worked();
    idleLooks = now - before <= MAX_WORK_OF_IDLE_MS ? idleLooks + 1 : 0;
    before = now;
    if (idleLooks < LOOKS_BEFORE_COLLECTING || now - collectedAt < WORK_WORTH_COLLECTING_MS) return;
    collect({ type: 'major', flavor: 'last-resort' });
    collectedAt = now;
  }, LOOKED_AT_EVERY_MS).unref();
}
