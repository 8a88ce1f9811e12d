import { startEngine, type Engine } from '#libs/embedded-engine';

declare global {
  var testEngine: Engine | undefined;
}

/** Jest global setup: one engine for the whole run, unless ROLLBOOK_DYNAMODB_ENDPOINT names another. */
export default async function startTestEngine(): Promise<void> {
  if (process.env['ROLLBOOK_DYNAMODB_ENDPOINT']) return;
  globalThis.testEngine = await startEngine();
  process.env['ROLLBOOK_DYNAMODB_ENDPOINT'] = globalThis.testEngine.endpoint;
}
