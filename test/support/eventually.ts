import { setTimeout as delay } from 'node:timers/promises';

/** As Jest's own limit, only to end what hangs, and before it: beside many busy programs a second's work takes half a minute. */
const PATIENCE_MS = 240_000;

/** Waits until the condition holds, and fails with its description if it does not in time. */
export async function eventually(
  description: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = PATIENCE_MS,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Not within ${timeoutMs} ms: ${description}`);
    await delay(10);
  }
}
