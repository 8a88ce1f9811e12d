import { join } from 'node:path';
import type { App } from 'aws-cdk-lib';
import { addStacks } from './app.js';
import { checkEnvironment } from './settings/check-environment.js';
import { environmentOf, type Settings } from './settings/settings.js';

export type { Environment } from './settings/environment.js';
export type { Settings } from './settings/settings.js';

/** Of the package, as `tools/pack-cdk.mjs` packs it: the functions' bundles, and what the image is built of. */
const packed = (part: string) => join(import.meta.dirname, '..', part);

/**
 * Adds the stacks of one environment to an app.
 *
 * @param app has no stacks yet: two settings of the CDK are made for all of them
 * @param name of the environment, for example `prod`: stacks, table and roles are named after it
 * @throws an error that names every setting that is missing, wrong or still an example
 */
export async function rollbook(app: App, name: string, settings: Settings): Promise<void> {
  const environment = checkEnvironment(name, environmentOf(settings), { deploying: true });
  await addStacks(app, { name, environment, bundles: packed('bundles'), root: packed('image') });
}
