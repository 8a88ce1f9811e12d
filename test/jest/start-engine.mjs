import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEngine } from '#libs/embedded-engine';
import { startWeakTableBefore } from '../support/weak-table/start.mjs';

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
  if (process.env.ROLLBOOK_TEST_ENGINE === 'weak') {
    globalThis.weakTable = await startWeakTableBefore(globalThis.testEngine.endpoint);
    process.env.ROLLBOOK_TEST_ENGINE_BEHIND = globalThis.testEngine.endpoint;
  }
  process.env.ROLLBOOK_DYNAMODB_ENDPOINT = (globalThis.weakTable ?? globalThis.testEngine).endpoint;
}
