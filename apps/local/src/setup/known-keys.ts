import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { IssuerKeyError, openDevelopmentIssuer, type DevelopmentIssuer } from '#libs/dev-issuer';
import {
  findKeyFingerprint,
  openDirectory,
  requireMasterKey,
  storeKeyFingerprint,
  type Directory,
} from '#libs/directory';
import { fileMasterKey } from '#libs/secrets';
import { ConfigurationError, type LocalConfiguration } from '../settings/configuration.js';
import { readPrivateFile, writePrivateFile } from '../settings/data-folder.js';
import { CALLED } from '../settings/called.js';
import type { StartOptions } from '../settings/start-options.js';

export interface KnownKeys {
  cursorSecret: string;
  issuer: DevelopmentIssuer;
}

const LEAST_SECRET_LENGTH = 32;

/**
 * The keys that the table was used with. A table stores the fingerprint of each; a new key is created only for a table that
 * has never seen one, or if the loss of the old one is accepted.
 * @throws ConfigurationError, MasterKeyError that say which file to restore
 */
export async function openKnownKeys(
  client: DynamoDBClient,
  { dataFolder, tableName, masterKeyFile }: LocalConfiguration,
  options: StartOptions,
): Promise<KnownKeys> {
  const directory = openDirectory({
    client,
    tableName,
    // Cursors of this process are never given out.
    cursorSecret: randomBytes(LEAST_SECRET_LENGTH).toString('hex'),
    masterKey: fileMasterKey(masterKeyFile),
  });
  await requireMasterKey(directory, (line) => console.error(line));
  return {
    cursorSecret: await openCursorSecret(directory, dataFolder, options.acceptNewCursorSecret),
    issuer: await openIssuer(directory, dataFolder, options.acceptNewIssuerKey),
  };
}

async function openCursorSecret(directory: Directory, dataFolder: string, accept: boolean): Promise<string> {
  const file = join(dataFolder, 'cursor-secret');
  const remedy =
    `Restore it, or start once with \`${CALLED.startWith} --accept-new-cursor-secret\`: open invitations must ` +
    'then be sent again, and clients must restart paged lists.';
  const known = await findKeyFingerprint(directory, 'cursor-secret');
  let secret = readPrivateFile(file);
  if (secret !== undefined && secret.length < LEAST_SECRET_LENGTH && !accept)
    throw new ConfigurationError(
      `The cursor secret ${file} has ${secret.length} characters and must have at least ${LEAST_SECRET_LENGTH}. ${remedy}`,
    );
  if (secret === undefined && known !== undefined && !accept)
    throw new ConfigurationError(`The cursor secret ${file} is missing. ${remedy}`);
  if (secret === undefined || secret.length < LEAST_SECRET_LENGTH) {
    secret = randomBytes(LEAST_SECRET_LENGTH).toString('base64url');
    writePrivateFile(file, secret);
  }
  const fingerprint = createHmac('sha256', secret).update('fingerprint').digest('base64url');
  if (known !== undefined && known !== fingerprint && !accept)
    throw new ConfigurationError(
      `The cursor secret ${file} is not the one the table was used with. ${remedy}`,
    );
  if (known !== fingerprint) await storeKeyFingerprint(directory, 'cursor-secret', fingerprint);
  return secret;
}

async function openIssuer(
  directory: Directory,
  dataFolder: string,
  accept: boolean,
): Promise<DevelopmentIssuer> {
  const remedy =
    `Restore it, or start once with \`${CALLED.startWith} --accept-new-issuer-key\`: earlier tokens are then ` +
    `refused. A new operator token is created, and \`${CALLED.token}\` creates new ones for users.`;
  const known = await findKeyFingerprint(directory, 'issuer-key');
  const mayMakeKey = known === undefined || accept;
  const issuer = await openDevelopmentIssuer(dataFolder, { mayMakeKey }).catch((error: unknown) => {
    if (!(error instanceof IssuerKeyError)) throw error;
    throw new ConfigurationError(`${error.message} ${remedy}`);
  });
  if (known !== undefined && known !== issuer.keyId && !accept)
    throw new ConfigurationError(
      `The issuer's key ${issuer.keyFile} is not the one that signed earlier tokens. ${remedy}`,
    );
  if (known !== issuer.keyId) await storeKeyFingerprint(directory, 'issuer-key', issuer.keyId);
  return issuer;
}
