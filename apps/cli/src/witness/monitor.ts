import type { RollbookClient } from '#libs/client';
import type { Runtime } from '#libs/pacing';
import {
  compareWithWitness,
  LogForkError,
  monitorLog,
  openAccepted,
  parseCheckpoint,
  tilePath,
  type MonitoredLog,
  type Policy,
} from '#libs/transparency-log';
import { forkLine, type WitnessState } from './state.js';

const EVERY_MS = 30_000;
/** Of the last round that read everything; then the monitor knows too little. */
const MAX_AGE_MS = 10 * EVERY_MS;

const bytesOf = async ({ body }: { body: ReadableStream<Uint8Array> }) =>
  new Uint8Array(await new Response(body).arrayBuffer());

function logOf(client: RollbookClient): MonitoredLog {
  return {
    async tile(tile, accountId) {
      const [, level = '', ...rest] = tilePath(tile).split('/');
      const path = { level, path: rest.join('/') };
      return bytesOf(
        accountId === undefined
          ? await client.download('/v1/log/tile/{level}/{path}', { path })
          : await client.download('/v1/accounts/{accountId}/log/tile/{level}/{path}', {
              path: { accountId, ...path },
            }),
      );
    },
    async batch(index) {
      const { accounts, filling } = await client.get('/v1/log/batches/{batch}', {
        path: { batch: String(index) },
      });
      const bytes = (text: string) => Buffer.from(text, 'base64');
      return {
        accounts: accounts.map((line) => ({ ...line, root: bytes(line.root) })),
        filling: bytes(filling),
      };
    },
  };
}

/**
 * One round: everything up to the newest checkpoint. A fork is stored.
 * @throws if the log cannot be read, or is not one of the policy
 */
export async function readLog(
  client: RollbookClient,
  state: WitnessState,
  policy: Policy,
  say: (line: string) => void,
): Promise<{ origin: string; size: number }> {
  const log = logOf(client);
  const { body } = await client.download('/v1/log/checkpoint');
  const { text } = openAccepted(await new Response(body).text(), policy);
  const checkpoint = parseCheckpoint(text);
  const { origin, size } = checkpoint;
  try {
    await compareWithWitness(log, await monitorLog(log, state, checkpoint), state.cosigned(origin));
  } catch (error) {
    if (!(error instanceof LogForkError)) throw error;
    if (state.noteFork(origin, error.message)) say(forkLine({ origin, reason: error.message }));
  }
  return { origin, size };
}

/** Reads on for as long as it runs. It is unhealthy with a fork, and when it could not read for a while. */
export function startMonitor(
  read: () => Promise<{ size: number }>,
  { elapsed, sleep }: Pick<Runtime, 'elapsed' | 'sleep'>,
  { everyMs = EVERY_MS, say }: { everyMs?: number; say: (line: string) => void },
) {
  const stopping = new AbortController();
  let [size, readAt] = [0, elapsed()];
  const work = async () => {
    while (!stopping.signal.aborted) {
      try {
        ({ size } = await read());
        readAt = elapsed();
      } catch (error) {
        say(`The log could not be monitored and will be retried: ${String(error)}`);
      }
      await sleep(everyMs, stopping.signal);
    }
  };
  void work();
  return {
    status: () => ({ size, ageSeconds: Math.round((elapsed() - readAt) / 1_000) }),
    isCurrent: () => elapsed() - readAt < MAX_AGE_MS,
    /** What is being read is read again with the next start. */
    stop: () => stopping.abort(),
  };
}
