import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEngine } from '#libs/embedded-engine';

/**
 * Jest global setup: one engine for the whole run, unless ROLLBOOK_DYNAMODB_ENDPOINT names another, and one master key.
 *
 * @returns {Promise<void>}
 */
export default async function startTestEngine() {
  globalThis.testFolder = await mkdtemp(join(tmpdir(), 'rollbook-test-'));
  process.env.ROLLBOOK_MASTER_KEY_FILE = join(globalThis.testFolder, 'master-key');
  if (process.env.ROLLBOOK_DYNAMODB_ENDPOINT) return;
  globalThis.testEngine = await startEngine();
  process.env.ROLLBOOK_DYNAMODB_ENDPOINT = globalThis.testEngine.endpoint;
}
