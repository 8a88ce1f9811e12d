import { openGuard, type Guard } from '@rollbook/guard';
import type { Network } from '../ports/network.js';
import type { SimulatedProcess } from '../scheduler/process.js';
import type { Api } from './api.js';

/** An answer to a long poll comes within this time, or not at all. */
const ANSWER_MS = 40_000;

/**
 * `fetch` as a process of a tenant has it: over the network, to one of the API's processes.
 * @param changed an answer, where a fault is planted
 */
export function fetchOf(
  self: SimulatedProcess,
  network: Network,
  pickApi: () => Api,
  changed: (text: string) => string = (text) => text,
): typeof fetch {
  return async (url, { signal } = {}) => {
    const api = pickApi();
    const target = new URL(url);
    // What the API sees of a client that has gone.
    const gone = new AbortController();
    const answering = network.call(self, api.process.name, `GET ${target.pathname}`, ANSWER_MS, () =>
      api.answer(target, gone.signal),
    );
    const {
      status,
      type,
      text: answered,
    } = await unlessAborted(answering, signal ?? undefined).finally(() => gone.abort());
    const text = changed(answered);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(text));
        controller.close();
      },
    });
    const headers = new Headers({ 'content-type': type });
    return { status, ok: status < 300, headers, body, text: () => Promise.resolve(text) } as Response;
  };
}

function unlessAborted<T>(answering: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal?.reason as Error);
    if (signal?.aborted) return abort();
    signal?.addEventListener('abort', abort, { once: true });
    answering.then(resolve, reject).finally(() => signal?.removeEventListener('abort', abort));
  });
}

/** Opens a guard of an account, again and again until it can be opened. */
export async function guardOf(self: SimulatedProcess, accountId: string, ask: typeof fetch): Promise<Guard> {
  const { now, elapsed, random, id, sleep } = self;
  for (;;)
    try {
      return await openGuard({
        baseUrl: 'http://api.simulated',
        token: 'simulated',
        accountId,
        fetch: ask,
        now,
        elapsed,
        random,
        id,
        sleep,
        onNotice: () => undefined,
      });
    } catch (error) {
      self.scheduler.note(self.name, `could not open: ${(error as Error).message.slice(0, 100)}`);
      await sleep(1_000);
    }
}
