import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ConfigurationError, type LocalConfiguration } from '../settings/configuration.js';
import type { StartOptions } from '../settings/start-options.js';
import type { Demo } from './demo.js';
import type { Seeded } from './seed/apply-seed.js';

export interface OpenedTable {
  cursorSecret: string;
  operatorToken: string;
  issuer: string;
  audience: string;
  jwksUrl: string;
}

export type Question =
  | { openTable: { configuration: LocalConfiguration; options: StartOptions; endpoint: string } }
  | { checkSeed: { file: string } }
  | { applySeed: { file: string; apiUrl: string; token: string } }
  | { findDemo: { apiUrl: string; token: string } };
export type Answer = { result?: unknown } | { refused: string };

/** What is done once at a start, in a process that ends then: its libraries are half of what the supervisor would keep. */
export interface Setup {
  /** @throws ConfigurationError with all there is to say */
  openTable(configuration: LocalConfiguration, options: StartOptions, endpoint: string): Promise<OpenedTable>;
  /** @throws ConfigurationError that names the file, the line and the field */
  checkSeed(file: string): Promise<void>;
  /** @throws ConfigurationError that names the file, the line and the field */
  applySeed(file: string, apiUrl: string, token: string): Promise<Seeded>;
  findDemo(apiUrl: string, token: string): Promise<Demo | undefined>;
  end(): Promise<void>;
}

export function startSetup(): Setup {
  const child = fork(fileURLToPath(new URL('./setup.js', import.meta.url)), { detached: true });
  const gone = once(child, 'exit').then(() => Promise.reject(new Error('The start ended before its time.')));
  gone.catch(() => {});
  const ask = async (question: Question): Promise<unknown> => {
    const answered = once(child, 'message') as Promise<[Answer]>;
    child.send(question);
    const [answer] = await Promise.race([answered, gone]);
    if ('refused' in answer) throw new ConfigurationError(answer.refused);
    return answer.result;
  };
  return {
    openTable: async (configuration, options, endpoint) =>
      (await ask({ openTable: { configuration, options, endpoint } })) as OpenedTable,
    checkSeed: async (file) => void (await ask({ checkSeed: { file } })),
    applySeed: async (file, apiUrl, token) => (await ask({ applySeed: { file, apiUrl, token } })) as Seeded,
    findDemo: async (apiUrl, token) => (await ask({ findDemo: { apiUrl, token } })) as Demo | undefined,
    async end() {
      child.kill('SIGKILL');
      await gone.catch(() => {});
    },
  };
}
