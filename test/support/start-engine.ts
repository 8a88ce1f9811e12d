import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEngine, type Engine } from '#libs/embedded-engine';

declare global {
  var testEngine: Engine | undefined;
  var testFolder: string;
}

/**
 * Jest global setup: one engine for the whole run, unless ROLLBOOK_DYNAMODB_ENDPOINT names another, and one master key.
 */
export default async function startTestEngine(): Promise<void> {
  globalThis.testFolder = await mkdtemp(join(tmpdir(), 'rollbook-test-'));
  process.env['ROLLBOOK_MASTER_KEY_FILE'] = join(globalThis.testFolder, 'master-key');
  if (process.env['ROLLBOOK_DYNAMODB_ENDPOINT']) return;
  globalThis.testEngine = await startEngine();
  process.env['ROLLBOOK_DYNAMODB_ENDPOINT'] = globalThis.testEngine.endpoint;
}
