import { readFileSync } from 'node:fs';
import { createClient, type RollbookClient } from '#libs/client';
import { realRuntime } from '#libs/pacing';
import { runProgram } from '#libs/program';
import { fileKey } from '#libs/secrets';
import {
  cosignatureMessage,
  cosignatureRaw,
  noteSignature,
  parsePolicy,
  verifierKey,
  type Policy,
  type Verifier,
} from '#libs/transparency-log';
import { findProfile } from '../api/profiles.js';
import { readLog, startMonitor } from './monitor.js';
import { startWitnessServer } from './server.js';
import { WitnessState } from './state.js';

export interface WitnessOptions {
  logs: string;
  key: string;
  name?: string;
  state: string;
  port: number;
  host: string;
  monitor?: boolean;
  once?: boolean;
  every: number;
  profile?: string;
}

const STOP_MS = 10_000;

/** As a process of its own; with `--once`, one round of the monitor, which exits with 1 where it knows of a fork. */
export async function runWitness(options: WitnessOptions): Promise<void> {
  if (options.once && !options.monitor) throw new Error('--once is for --monitor.');
  const policy = parsePolicy(readFileSync(options.logs, 'utf8'));
  const client = options.monitor ? clientOf(options.profile) : undefined;
  if (client && options.once) return readOnce(client, policy, options.state);
  await runProgram({
    name: 'witness',
    stopWithinMs: STOP_MS,
    async start({ say }) {
      const [state, witness] = [new WitnessState(options.state), witnessOf(options)];
      say(`The key of this witness: ${witness.key}`);
      for (const fork of state.forks()) say(fork);
      const read = client && (() => readLog(client, state, policy, say));
      const monitor = read && startMonitor(read, realRuntime, { say, everyMs: options.every * 1_000 });
      const server = await startWitnessServer({
        ...{ port: options.port, host: options.host, state, say },
        witness: { logs: policy.logs, cosign: witness.cosign, decide: (...given) => state.decide(...given) },
        health() {
          const forks = state.forks();
          const isHealthy = forks.length === 0 && (monitor?.isCurrent() ?? true);
          return { isHealthy, forks, ...(monitor && { monitor: monitor.status() }) };
        },
      });
      say(`ready at ${server.url}`);
      return {
        url: server.url,
        stop() {
          monitor?.stop();
          return server.stop();
        },
      };
    },
    explain: (error) => (error instanceof Error ? error.message : String(error)),
  });
}

function clientOf(profile: string | undefined): RollbookClient {
  const { api, token, source } = findProfile(profile);
  if (token === undefined) throw new Error(`There is no token: set ${source}.`);
  return createClient({ baseUrl: api, token });
}

async function readOnce(client: RollbookClient, policy: Policy, file: string): Promise<void> {
  const state = new WitnessState(file);
  try {
    const { origin, size } = await readLog(client, state, policy, () => {});
    const forks = state.forks();
    for (const fork of forks) process.stderr.write(`${fork}\n`);
    if (forks.length > 0) process.exitCode = 1;
    else process.stdout.write(`${origin}: ${size} batches, one line for each account\n`);
  } finally {
    state.close();
  }
}

function witnessOf({ key: file, name }: WitnessOptions) {
  const key = fileKey(file, name);
  if (name !== undefined && key.name !== name) throw new Error(`The key in ${file} is that of ${key.name}.`);
  const verifier: Verifier = { name: key.name, publicKey: key.publicKey, type: 'cosignature' };
  return {
    key: verifierKey(verifier),
    cosign: (text: string): string => {
      const time = Math.floor(realRuntime.now() / 1_000);
      return noteSignature(verifier, cosignatureRaw(time, key.sign(cosignatureMessage(text, time))));
    },
  };
}
