import type { Program } from '#libs/program';
import { readConfiguration } from '../settings/configuration.js';
import { explain } from '../settings/explain.js';
import { startIdentityProvider } from './identity-provider.js';

const STOP_MS = 5_000;

/** Its URL is a link that signs in once. */
export const identityProvider: Program = {
  name: 'identity provider',
  stopWithinMs: STOP_MS,
  async start() {
    const { apiPort, signInPort: port } = readConfiguration(process.env);
    const apiUrl = `http://127.0.0.1:${apiPort}`;
    const operatorToken = process.env['ROLLBOOK_OPERATOR_TOKEN'];
    if (!operatorToken) throw new Error('ROLLBOOK_OPERATOR_TOKEN is not set.');
    const provider = await startIdentityProvider({ port, apiUrl, publicUrl: apiUrl, operatorToken });
    return { url: provider.oneTimeLink(), stop: () => provider.stop() };
  },
  explain,
};
