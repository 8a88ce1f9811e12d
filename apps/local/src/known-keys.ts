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
import { fileMasterKey } from '#libs/master-key';
import { ConfigurationError, type LocalConfiguration } from './configuration.js';
import { readPrivateFile, writePrivateFile } from './data-folder.js';
import type { StartOptions } from './start-options.js';

export interface KnownKeys {
  cursorSecret: string;
  issuer: DevelopmentIssuer;
}

const LEAST_SECRET_LENGTH = 32;

/**
 * The keys that the table's data was made with. A table remembers the fingerprint of each; only a table that has never
 * seen one gets a new one, or whoever accepts what is lost with the old.
 *
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
    // No cursor of this process leaves it.
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
    'Restore it, or start once with `npm start -- --accept-new-cursor-secret`: invitations that are not accepted yet must ' +
    'then be sent again, and lists that are being paged begin anew.';
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
      `The cursor secret ${file} is not the one that the table's data was made with. ${remedy}`,
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
    'Restore it, or start once with `npm start -- --accept-new-issuer-key`: every token that was signed before is then ' +
    'refused. The operator token is made anew, and `npm run token` makes new ones for users.';
  const known = await findKeyFingerprint(directory, 'issuer-key');
  const mayMakeKey = known === undefined || accept;
  const issuer = await openDevelopmentIssuer(dataFolder, { mayMakeKey }).catch((error: unknown) => {
    if (!(error instanceof IssuerKeyError)) throw error;
    throw new ConfigurationError(`${error.message} ${remedy}`);
  });
  if (known !== undefined && known !== issuer.keyId && !accept)
    throw new ConfigurationError(
      `The issuer's key ${issuer.keyFile} is not the one that tokens were signed with before. ${remedy}`,
    );
  if (known !== issuer.keyId) await storeKeyFingerprint(directory, 'issuer-key', issuer.keyId);
  return issuer;
}
