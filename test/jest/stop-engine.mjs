import { rm } from 'node:fs/promises';

/**
 * Jest global teardown: stops the engine that the setup started, and with it its temporary data.
 *
 * @returns {Promise<void>}
 */
export default async function stopTestEngine() {
  await globalThis.weakTable?.stop();
  if (globalThis.testEngine) {
    await globalThis.testEngine.stop();
    // In watch mode the next run starts an engine of its own.
    delete process.env.ROLLBOOK_DYNAMODB_ENDPOINT;
  }
  await rm(globalThis.testFolder, { recursive: true });
}
