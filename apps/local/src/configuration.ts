import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';

/** Where `npm start` listens and keeps its data. Each value has one environment variable, named beside it. */
export interface LocalConfiguration {
  /** PORT */
  apiPort: number;
  /** ROLLBOOK_BUS_PORT */
  busPort: number;
  /** ROLLBOOK_DATA_DIR, absolute */
  dataFolder: string;
  /** ROLLBOOK_DYNAMODB_ENDPOINT; without it the embedded engine is started. */
  dynamodbEndpoint: string | undefined;
  /** ROLLBOOK_TABLE */
  tableName: string;
}

export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** @throws ConfigurationError that names the variable and its rule */
export function readConfiguration(environment: NodeJS.ProcessEnv): LocalConfiguration {
  const endpoint = environment['ROLLBOOK_DYNAMODB_ENDPOINT'] || undefined;
  if (endpoint !== undefined && !URL.canParse(endpoint))
    throw new ConfigurationError(`ROLLBOOK_DYNAMODB_ENDPOINT must be a URL, not "${endpoint}".`);
  const tableName = environment['ROLLBOOK_TABLE'] || 'rollbook';
  if (!/^[a-zA-Z0-9_.-]{3,255}$/.test(tableName))
    throw new ConfigurationError(
      `ROLLBOOK_TABLE must have 3 to 255 of the characters a-z, A-Z, 0-9, "_", "." and "-", not "${tableName}".`,
    );
  return {
    apiPort: port(environment, 'PORT', 3000),
    busPort: port(environment, 'ROLLBOOK_BUS_PORT', 3001),
    dataFolder: resolve(environment['ROLLBOOK_DATA_DIR'] || '.rollbook'),
    dynamodbEndpoint: endpoint,
    tableName,
  };
}

function port(environment: NodeJS.ProcessEnv, name: string, byDefault: number): number {
  const text = environment[name];
  if (!text) return byDefault;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 65_535)
    throw new ConfigurationError(`${name} must be a port from 1 to 65535, not "${text}".`);
  return value;
}

/** A secret of this data folder: made once, readable by its owner only. */
export function keptSecret(dataFolder: string, name: string): string {
  const file = join(dataFolder, name);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  mkdirSync(dataFolder, { recursive: true });
  const secret = randomBytes(32).toString('base64url');
  writePrivateFile(file, secret);
  return secret;
}

export function writePrivateFile(file: string, text: string): void {
  writeFileSync(file, `${text}\n`, { mode: 0o600 });
  // The mode above counts only when the file is new.
  chmodSync(file, 0o600);
}
