import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/processes/local-rollbook.js';

export interface Moto {
  endpoint: string;
  stop(): Promise<void>;
}

/** Starts moto's server: EventBridge, SQS, KMS, SES and S3 in memory (https://docs.getmoto.org). */
export async function startMoto(program: string): Promise<Moto> {
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const child = spawn(program, ['-H', '127.0.0.1', '-p', String(port)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4_000)));
  const exited = once(child, 'exit');
  await eventually(
    'moto answers',
    async () => {
      if (child.exitCode !== null) throw new Error(`moto ended:\n${said}`);
      return fetch(`${endpoint}/moto-api/`).then(
        ({ ok }) => ok,
        () => false,
      );
    },
    60_000,
  );
  return {
    endpoint,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
