type Pieces = AsyncIterable<Uint8Array | string>;

/** The body of an upload: a File of a page, a stream of Node or of the web, a string. A function is called for each attempt. */
export type UploadBody = Uploaded | (() => Uploaded);
type Uploaded = string | Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | Pieces;

export interface Payload {
  body: string | Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  duplex?: 'half';
  /** Why the data to send could not be read. */
  failure?: { error: unknown };
}

export function isRepeatable(body: UploadBody): boolean {
  return typeof body === 'function' || !isStream(body);
}

/** Browsers send streams over HTTP/2 only, or not at all: there they are first read. Files are always sent directly. */
export async function payloadOf(body: UploadBody): Promise<Payload> {
  const given = typeof body === 'function' ? body() : body;
  if (!isStream(given)) return { body: given };
  const payload: Payload = { body: '', duplex: 'half' };
  const stream = streamOf(given, (error) => (payload.failure = { error }));
  if (!isServer()) return { body: await new Response(stream).blob() };
  payload.body = stream;
  return payload;
}

function isStream(body: Uploaded): body is ReadableStream<Uint8Array> | Pieces {
  return typeof body === 'object' && !(body instanceof Blob) && !(body instanceof Uint8Array);
}

/** Node, Bun and Deno. */
function isServer(): boolean {
  const { process } = globalThis as { process?: { versions?: { node?: string } } };
  return process?.versions?.node !== undefined;
}

function streamOf(
  source: ReadableStream<Uint8Array> | Pieces,
  onFailure: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const { next, stop } = reading(source);
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await next();
        if (done) controller.close();
        else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
      } catch (error) {
        onFailure(error);
        throw error;
      }
    },
    cancel: stop,
  });
}

type Read = { done?: false; value: Uint8Array | string } | { done: true; value?: unknown };

/** Not all browsers can iterate over a stream of the web. */
function reading(source: ReadableStream<Uint8Array> | Pieces): {
  next: () => Promise<Read>;
  stop: (reason: unknown) => Promise<void>;
} {
  if (source instanceof ReadableStream) {
    const reader = source.getReader();
    return { next: () => reader.read(), stop: (reason) => reader.cancel(reason) };
  }
  const pieces = source[Symbol.asyncIterator]();
  return { next: () => pieces.next(), stop: async () => void (await pieces.return?.()) };
}
