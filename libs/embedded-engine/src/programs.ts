import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { HttpAnswer } from './http-answer.js';

export interface EngineAddress {
  host: string;
  port: number;
}

export interface EngineProgram {
  name: 'embedded engine' | 'DynamoDB Local';
  commandLine: (address: EngineAddress, databaseFile: string) => string[];
  /** Whether it can be given an address; the other listens on every one of this machine. */
  listensOnOneAddress: boolean;
  isHealthy: (answer: HttpAnswer) => boolean;
}

export class EngineNotInstalledError extends Error {
  override readonly name = 'EngineNotInstalledError';
}

export interface Platform {
  platform: string;
  arch: string;
}

/** Nothing is downloaded. @throws EngineNotInstalledError with what to install, or which variable names another engine */
export function findEngine({ platform, arch }: Platform = process, hasJava = javaRuns): EngineProgram {
  const packageName = `@dynoxide/${platform}-${arch}`;
  const program = inPackage(packageName, platform === 'win32' ? 'dynoxide.exe' : 'dynoxide');
  if (program) return embedded(program);
  const emulator = inPackage('amplify-dynamodb-simulator', 'emulator');
  if (emulator && hasJava()) return dynamoDBLocal(emulator);
  throw new EngineNotInstalledError(
    `No embedded engine for ${platform}-${arch}: install the package ${packageName}, ` +
      (emulator ? "or Java, with which Amazon's DynamoDB Local is used instead, " : '') +
      'or set ROLLBOOK_DYNAMODB_ENDPOINT to a DynamoDB endpoint.',
  );
}

function embedded(program: string): EngineProgram {
  return {
    name: 'embedded engine',
    commandLine: ({ host, port }, databaseFile) =>
      // prettier-ignore
      [program, 'serve', '--host', host, '--port', String(port), '--db-path', databaseFile],
    listensOnOneAddress: true,
    isHealthy: ({ text }) => text.startsWith('healthy'),
  };
}

function dynamoDBLocal(emulator: string): EngineProgram {
  return {
    name: 'DynamoDB Local',
    commandLine: ({ port }, databaseFile) => [
      'java',
      '-Xmx1g',
      `-Djava.library.path=${join(emulator, 'DynamoDBLocal_lib')}`,
      ...['-jar', join(emulator, 'DynamoDBLocal.jar'), '-sharedDb', '-port', String(port)],
      ...['-dbPath', dirname(databaseFile)],
    ],
    listensOnOneAddress: false,
    // It refuses a request without a signature; nothing else numbers its answers like this.
    isHealthy: ({ headers }) => headers['x-amzn-requestid'] !== undefined,
  };
}

/** The path of a file in an installed package. */
function inPackage(name: string, file: string): string | undefined {
  for (const folder of createRequire(import.meta.url).resolve.paths('any') ?? []) {
    const path = join(folder, name, file);
    if (existsSync(path)) return path;
  }
  return undefined;
}

function javaRuns(): boolean {
  return spawnSync('java', ['-version']).status === 0;
}
