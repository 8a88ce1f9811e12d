import { join } from 'node:path';
import { readConfiguration } from '../settings/configuration.js';
import { requireDataFolder, writePrivateFile } from '../settings/data-folder.js';
import { explain } from '../settings/explain.js';
import { readStartOptions } from '../settings/start-options.js';
import { openTable } from './open-table.js';

// For programs in containers, which have no supervisor that tells them: a file for `node --env-file`, and the operator's token.
try {
  const configuration = readConfiguration(process.env);
  const { dataFolder, masterKeyFile, logKeyFile, dynamodbEndpoint: endpoint } = configuration;
  if (endpoint === undefined) throw new Error('ROLLBOOK_DYNAMODB_ENDPOINT is not set.');
  requireDataFolder(dataFolder);
  const options = readStartOptions(process.argv.slice(2));
  const { cursorSecret, operatorToken, issuer, audience, jwksUrl } = await openTable({
    ...{ configuration, options, endpoint },
  });
  const settings = {
    ROLLBOOK_MASTER_KEY_FILE: masterKeyFile,
    ROLLBOOK_LOG_KEY_FILE: logKeyFile,
    ROLLBOOK_CURSOR_SECRET: cursorSecret,
    ROLLBOOK_JWT_ISSUER: issuer,
    ROLLBOOK_JWT_AUDIENCE: audience,
    ROLLBOOK_JWKS_URL: jwksUrl,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  writePrivateFile(join(dataFolder, 'settings.env'), lines.join('\n'));
  writePrivateFile(join(dataFolder, 'operator-token'), operatorToken);
  process.stdout.write(`The table and its keys are ready; the settings are in ${dataFolder}.\n`);
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
