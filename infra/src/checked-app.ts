import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { addStacks, type AppOptions } from './app.js';

/** The app of this repository: what `@rollbook/cdk` adds to an app of one's own, and the checks of AWS Solutions. */
export async function buildApp({ outdir, ...options }: AppOptions & { outdir?: string }): Promise<App> {
  const app = new App({ ...(outdir && { outdir }), analyticsReporting: false });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app, { writeSuppressionsToCloudFormation: true }));
  await addStacks(app, options);
  return app;
}
