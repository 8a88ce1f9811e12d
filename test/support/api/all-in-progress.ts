import { eventually } from '../eventually.js';
import type { Answer, RunningApi } from './api.js';

/**
 * Sends requests that read histories, none of which is answered before one has been refused: how many are in progress at once is
 * then no matter of the machine's speed.
 */
export async function allInProgress(api: RunningApi, requests: (() => Promise<Answer>)[]): Promise<Answer[]> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  api.aroundCall = async (operation, _input, send) => {
    if (operation === 'Query') await released;
    return send();
  };
  let answered = 0;
  const answers = Promise.all(requests.map((send) => send().finally(() => (answered += 1))));
  try {
    await eventually('a request is refused', () => answered > 0);
  } finally {
    release();
    await answers;
    api.aroundCall = undefined;
  }
  return answers;
}
