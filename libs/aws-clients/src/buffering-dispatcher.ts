import { Agent, type Dispatcher } from 'undici';

type Headers = Dispatcher.ResponseData['headers'];

/** The SDK accepts bytes wherever it accepts a stream. */
interface CollectedAnswer {
  statusCode: number;
  headers: Headers;
  body: Buffer;
}

/**
 * undici's agent for answers that are always read to their end: each is passed on when it is complete, without the stream
 * that undici's own `request` would create. Time limits and lost connections are the agent's own, and reach the SDK's
 * handler, which decides whether a call may be retried, even if they occur in the middle of an answer.
 */
export function bufferingDispatcher(options: Agent.Options): Dispatcher {
  const agent = new Agent(options);
  const request = (call: Dispatcher.RequestOptions): Promise<CollectedAnswer | Dispatcher.ResponseData> =>
    // What its caller may break off is left to undici.
    call.signal ? agent.request(call) : collect(agent, call);
  const used = { request, close: () => agent.close(), destroy: () => agent.destroy() };
  // The SDK's handler uses nothing else of a dispatcher.
  return used as unknown as Dispatcher;
}

function collect(agent: Agent, call: Dispatcher.DispatchOptions): Promise<CollectedAnswer> {
  return new Promise((resolve, reject) => {
    agent.dispatch(call, new Collector(resolve, reject));
  });
}

class Collector implements Dispatcher.DispatchHandler {
  readonly #chunks: Buffer[] = [];
  #statusCode = 0;
  #headers: Headers = {};

  constructor(
    private readonly resolve: (answer: CollectedAnswer) => void,
    private readonly reject: (error: Error) => void,
  ) {}

  onRequestStart(): void {
    // Without it, undici would treat this as a handler of its former kind.
  }

  onResponseStart(_controller: unknown, statusCode: number, headers: Headers): void {
    this.#statusCode = statusCode;
    this.#headers = headers;
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [first, ...others] = this.#chunks;
    const body = first && others.length === 0 ? first : Buffer.concat(this.#chunks);
    this.resolve({ statusCode: this.#statusCode, headers: this.#headers, body });
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.reject(error);
  }
}
