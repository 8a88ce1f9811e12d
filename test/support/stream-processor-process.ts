import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { engineEndpoint } from './engine.js';

const PROGRAM = fileURLToPath(new URL('../faults/stream-processor-process.mjs', import.meta.url));

export interface ProcessOptions {
  table: string;
  busUrl: string;
  /** A step of the reader at which the process ends itself with SIGKILL. */
  killAt?: string;
  /** How often the step passes before. */
  killAfter?: number;
  tuning?: Record<string, number>;
}

export interface StreamProcessorProcess {
  child: ChildProcess;
  notices: string[];
  /** Resolves with the signal or exit code the process ended with. */
  exited: Promise<string>;
  ready: Promise<void>;
  kill(): void;
  /** Ends it with SIGTERM and waits. */
  stop(): Promise<void>;
}

/** Starts the built stream processor in a process of its own. It ends with this one. */
export function startStreamProcessorProcess(options: ProcessOptions): StreamProcessorProcess {
  const { table, busUrl, tuning = {}, ...kill } = options;
  const configuration = {
    table,
    eventBus: 'rollbook',
    region: 'us-east-1',
    dynamodbEndpoint: engineEndpoint(),
    eventBridgeEndpoint: busUrl,
  };
  const child = fork(
    PROGRAM,
    [
      JSON.stringify({
        configuration,
        tuning: { leaseDurationMs: 400, checkpointIntervalMs: 0, maxPollIntervalMs: 50, ...tuning },
        ...kill,
      }),
    ],
    {
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, NODE_NO_WARNINGS: '1' },
    },
  );
  const notices: string[] = [];
  const exited = new Promise<string>((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? String(code))),
  );
  const ready = new Promise<void>((resolve) => {
    child.on('message', (message: { ready?: true; notice?: string }) => {
      if (message.notice) notices.push(message.notice);
      if (message.ready) resolve();
    });
  });
  return {
    child,
    notices,
    exited,
    ready,
    kill: () => void child.kill('SIGKILL'),
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
