import { rm } from 'node:fs/promises';

/**
 * Jest global teardown: stops the engine that the setup started, and with it its temporary data.
 *
 * @returns {Promise<void>}
 */
export default async function stopTestEngine() {
  await globalThis.testEngine?.stop();
  await rm(globalThis.testFolder, { recursive: true });
}
