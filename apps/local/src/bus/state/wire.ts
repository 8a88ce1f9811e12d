import type { IncomingMessage, ServerResponse } from 'node:http';

export class BusError extends Error {
  override readonly name = 'BusError';
  constructor(
    readonly code: string,
    message: string,
    readonly status = 400,
  ) {
    super(message);
  }
}

export const validationError = (message: string) => new BusError('ValidationException', message);
export const notFound = (message: string) => new BusError('ResourceNotFoundException', message);

export type Operation = (input: Record<string, unknown>) => unknown;

const TARGET_PREFIX = 'AWSEvents.';
/** EventBridge accepts 1 MB of entries; JSON escapes can make the request larger than its contents. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

export async function answerOperation(
  request: IncomingMessage,
  response: ServerResponse,
  operations: Record<string, Operation>,
): Promise<void> {
  try {
    const target = request.headers['x-amz-target'];
    const name = typeof target === 'string' ? target.slice(TARGET_PREFIX.length) : '';
    const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
    if (!operation)
      throw new BusError('UnknownOperationException', `This bus has no operation ${name || '(none)'}.`);
    const output = await operation(parseInput(await readBody(request)));
    sendJson(response, 200, output ?? {});
  } catch (error) {
    const { code, message, status } =
      error instanceof BusError ? error : new BusError('InternalException', String(error), 500);
    sendJson(response, status, { __type: code, message });
  }
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/x-amz-json-1.1', 'cache-control': 'no-store' })
    .end(JSON.stringify(body));
}

function parseInput(body: string): Record<string, unknown> {
  try {
    const input: unknown = JSON.parse(body || '{}');
    if (typeof input === 'object' && input !== null && !Array.isArray(input))
      return input as Record<string, unknown>;
  } catch {
    // Reported below, like any other body that is not a JSON object.
  }
  throw new BusError('SerializationException', 'The request body is not a JSON object.');
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new BusError('RequestEntityTooLarge', 'The request is too large.', 413);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
