import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { engineEndpoint } from '../engines/engine.js';
import { masterKeyFile } from '../directory/master-key.js';

const PROGRAM = fileURLToPath(new URL('../../faults/stream-processor-process.mjs', import.meta.url));

export interface ProcessOptions {
  table: string;
  busUrl: string;
  /** A step of the reader at which the process kills itself with SIGKILL. */
  killAt?: string | undefined;
  /** How often the step is passed before. */
  killAfter?: number | undefined;
  tuning?: Record<string, number>;
  /** Where the table and its stream are; the run's engine by default. */
  endpoint?: string;
  /** Breaks the processor in a known way. */
  mutation?: string | undefined;
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

/** Starts the built stream processor in a separate process. It ends with this one. */
export function startStreamProcessorProcess(options: ProcessOptions): StreamProcessorProcess {
  const { table, busUrl, tuning = {}, endpoint = engineEndpoint(), ...rest } = options;
  const configuration = {
    table,
    eventBus: 'rollbook',
    masterKeyFile: masterKeyFile(),
    dynamodbEndpoint: endpoint,
    eventBridgeEndpoint: busUrl,
  };
  const child = fork(
    PROGRAM,
    [
      JSON.stringify({
        configuration,
        tuning: { leaseDurationMs: 400, checkpointIntervalMs: 0, maxPollIntervalMs: 50, ...tuning },
        ...rest,
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
