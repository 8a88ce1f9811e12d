import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedEntry {
  id: string;
  subject: string;
  sequence: number;
  detail: string;
}

/** What the bus does with a request: answer normally, or simulate a fault. Called before the entries are accepted. */
export type BusFault =
  | { kind: 'none' }
  /** Accepts some entries and refuses the others inside a successful answer. */
  | { kind: 'fail-entries'; indexes: number[]; code?: string }
  | { kind: 'throttle' }
  /** Accepts everything and never answers. */
  | { kind: 'accept-and-hang' }
  | { kind: 'down' };

/**
 * A bus with EventBridge's wire protocol that records what it accepts, in order, and misbehaves on demand. Real HTTP and the
 * real SDK client are used: only the service is a stand-in.
 */
export async function startRecordedBus(
  faultOf: (request: number, ids: string[]) => BusFault = () => ({ kind: 'none' }),
) {
  const received: ReceivedEntry[] = [];
  let requests = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
    request.on('end', () => {
      const { Entries } = JSON.parse(body) as { Entries: { Detail: string }[] };
      const fault = faultOf(
        requests++,
        Entries.map((entry) => String((JSON.parse(entry.Detail) as { id: string }).id)),
      );
      if (fault.kind === 'down') return void request.socket.destroy();
      const answer = (status: number, value: unknown) =>
        response
          .writeHead(status, { 'content-type': 'application/x-amz-json-1.1' })
          .end(JSON.stringify(value));
      if (fault.kind === 'throttle')
        return void answer(400, { __type: 'ThrottlingException', message: 'slow' });
      const refused = new Set(fault.kind === 'fail-entries' ? fault.indexes : []);
      const results = Entries.map((entry, index) => {
        if (refused.has(index))
          return {
            ErrorCode: (fault.kind === 'fail-entries' && fault.code) || 'InternalFailure',
            ErrorMessage: 'refused',
          };
        const { id, subject, sequence } = JSON.parse(entry.Detail) as Record<string, string>;
        received.push({
          id: `${id}`,
          subject: `${subject}`,
          sequence: Number(sequence),
          detail: entry.Detail,
        });
        return { EventId: `bus-${received.length}` };
      });
      if (fault.kind === 'accept-and-hang') return;
      answer(200, {
        FailedEntryCount: results.filter((result) => result.ErrorCode).length,
        Entries: results,
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    get requests() {
      return requests;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
