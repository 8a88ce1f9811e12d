import { ConnectionError } from './errors.js';

/** The body of an answer, which fails with a ConnectionError if it is interrupted: what arrived until then is incomplete. */
export function downloadOf(answer: Response, what: string): ReadableStream<Uint8Array> {
  const reader = (answer.body as ReadableStream<Uint8Array> | null)?.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = (await reader?.read()) ?? { done: true as const };
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        throw brokenOff(error, what);
      }
    },
    cancel: (reason) => reader?.cancel(reason),
  });
}

function brokenOff(error: unknown, what: string): unknown {
  const isAborted = error instanceof Error && error.name === 'AbortError';
  return isAborted ? error : new ConnectionError(`The answer to ${what} was interrupted.`, { cause: error });
}
