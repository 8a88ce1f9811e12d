import { setTimeout as delay } from 'node:timers/promises';

/** Waits until the condition holds, and fails with its description if it does not in time. */
export async function eventually(
  description: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 60_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Not within ${timeoutMs} ms: ${description}`);
    await delay(10);
  }
}
