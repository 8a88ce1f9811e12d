import { join, resolve } from 'node:path';

export interface LocalConfiguration {
  /** PORT */
  apiPort: number;
  /** ROLLBOOK_BUS_PORT */
  busPort: number;
  /** ROLLBOOK_SIGN_IN_PORT */
  signInPort: number;
  /** ROLLBOOK_DATA_DIR, absolute */
  dataFolder: string;
  /** ROLLBOOK_DYNAMODB_ENDPOINT; by default the embedded engine is started. */
  dynamodbEndpoint: string | undefined;
  /** ROLLBOOK_TABLE */
  tableName: string;
  /** ROLLBOOK_MASTER_KEY_FILE; by default in the data folder. */
  masterKeyFile: string;
  /** ROLLBOOK_LOG_KEY_FILE; by default in the data folder. Files beside it say what was signed last. */
  logKeyFile: string;
  /** True by default: people who try out webhooks have the receiver on the same machine. */
  webhooksAllowLocal: boolean;
}

export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** @throws ConfigurationError that names the variable and its rule */
export function readConfiguration(environment: NodeJS.ProcessEnv): LocalConfiguration {
  const endpoint = environment['ROLLBOOK_DYNAMODB_ENDPOINT'] || undefined;
  if (endpoint !== undefined && !URL.parse(endpoint))
    throw new ConfigurationError(`ROLLBOOK_DYNAMODB_ENDPOINT must be a URL, not "${endpoint}".`);
  const tableName = environment['ROLLBOOK_TABLE'] || 'rollbook';
  if (!/^[a-zA-Z0-9_.-]{3,255}$/.test(tableName))
    throw new ConfigurationError(
      `ROLLBOOK_TABLE must be 3 to 255 characters from a-z, A-Z, 0-9, "_", "." and "-", not "${tableName}".`,
    );
  const allowLocal = environment['ROLLBOOK_WEBHOOKS_ALLOW_LOCAL'] || 'true';
  if (allowLocal !== 'true' && allowLocal !== 'false')
    throw new ConfigurationError(`ROLLBOOK_WEBHOOKS_ALLOW_LOCAL must be true or false, not "${allowLocal}".`);
  const ports = {
    PORT: port(environment, 'PORT', 3000),
    ROLLBOOK_BUS_PORT: port(environment, 'ROLLBOOK_BUS_PORT', 3001),
    ROLLBOOK_SIGN_IN_PORT: port(environment, 'ROLLBOOK_SIGN_IN_PORT', 3003),
  };
  requireDifferent(ports);
  const dataFolder = resolve(environment['ROLLBOOK_DATA_DIR'] || '.rollbook');
  return {
    apiPort: ports.PORT,
    busPort: ports.ROLLBOOK_BUS_PORT,
    signInPort: ports.ROLLBOOK_SIGN_IN_PORT,
    dataFolder,
    masterKeyFile: resolve(environment['ROLLBOOK_MASTER_KEY_FILE'] || join(dataFolder, 'master-key')),
    logKeyFile: resolve(environment['ROLLBOOK_LOG_KEY_FILE'] || join(dataFolder, 'log-key')),
    webhooksAllowLocal: allowLocal === 'true',
    dynamodbEndpoint: endpoint,
    tableName,
  };
}

function requireDifferent(ports: Record<string, number>): void {
  const entries = Object.entries(ports);
  for (const [index, [name, value]] of entries.entries()) {
    const other = entries.slice(0, index).find(([, earlier]) => earlier === value);
    if (other) throw new ConfigurationError(`${other[0]} and ${name} must differ: both are ${value}.`);
  }
}

function port(environment: NodeJS.ProcessEnv, name: string, byDefault: number): number {
  const text = environment[name];
  if (!text) return byDefault;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 65_535)
    throw new ConfigurationError(`${name} must be a port from 1 to 65535, not "${text}".`);
  return value;
}
