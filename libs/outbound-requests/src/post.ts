import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress, mayBePublicHost } from './addresses.js';

export type Resolve = (
  hostname: string,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface PostOptions {
  headers: Readonly<Record<string, string>>;
  body: string;
  /** For the whole exchange, from looking up the name to the end of the answer. */
  timeoutMs: number;
  /** How much of the answer is read. */
  mostResponseBytes: number;
  /** Development only: http, and addresses of this machine and its networks. */
  allowLocal: boolean;
  resolve?: Resolve;
  signal?: AbortSignal;
}

export interface PostAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
}

/**
 * Sends one POST to a URL that somebody else has chosen. The address that is checked is the one that is used: the check is
 * part of the connection's own lookup, so a name cannot resolve to one address for the check and to another for the
 * connection. Redirects are not followed: a 3xx is an answer like any other. Every request has its own connection.
 * Once status and headers are there, that is the answer: the body is what arrives of it, as much as is wanted, in the time left.
 * @throws AddressRefusedError, and whatever prevents an answer
 */
export async function postTo(target: string, options: PostOptions): Promise<PostAnswer> {
  const { allowLocal, headers, body, timeoutMs } = options;
  const url = new URL(target);
  requireAllowed(url, allowLocal);
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const settings: RequestOptions = {
    method: 'POST',
    // No pool: a connection that was checked for one name is never used for another.
    agent: false,
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' },
    lookup: checkedLookup(allowLocal, options.resolve ?? resolveAll),
    signal,
  };
  try {
    return await exchange(url, settings, options);
  } catch (error) {
    if (timeout.aborted) throw new Error(`There was no answer within ${timeoutMs} ms.`, { cause: error });
    throw error;
  }
}

function requireAllowed(url: URL, allowLocal: boolean): void {
  if (allowLocal) return;
  if (url.protocol !== 'https:') throw new AddressRefusedError('Only https is allowed.');
  // Node does not look up literal addresses.
  if (!mayBePublicHost(url.hostname)) throw new AddressRefusedError(`${url.hostname} is not a public host.`);
}

function exchange(url: URL, settings: RequestOptions, options: PostOptions): Promise<PostAnswer> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = send(url, settings, (response) => {
      // The request fails too when its answer breaks off.
      request.off('error', reject).off('close', unanswered);
      request.on('error', () => undefined);
      void readStart(response, options.mostResponseBytes).then((body) => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
        request.destroy();
      });
    });
    const unanswered = () => reject(new Error('The connection was closed without an answer.'));
    request.on('error', reject).on('close', unanswered);
    // The connection uses the address the lookup allowed; this would notice if that ever changed.
    request.on('socket', (socket) =>
      socket.on('connect', () => {
        const address = socket.remoteAddress ?? '';
        if (options.allowLocal || isPublicAddress(address)) return;
        request.destroy(new AddressRefusedError('The address is not public.'));
      }),
    );
    request.end(options.body);
  });
}

/** What arrives of a body, up to a number of bytes, until it ends, breaks off or the time is over. */
async function readStart(response: IncomingMessage, most: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk.subarray(0, most - bytes));
      bytes += chunk.length;
      if (bytes >= most) break;
    }
  } catch {
    // Who reads the log sees where it ends.
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** One address that is not public is enough to refuse a name: nobody has such names for good reasons. */
function checkedLookup(allowLocal: boolean, resolve: Resolve): LookupFunction {
  return (hostname, { all, family }, callback) => {
    resolve(hostname, (error, found) => {
      const fail = (reason: NodeJS.ErrnoException) => callback(reason, [] as never, 0);
      if (error) return fail(error);
      const wanted = family === 4 || family === 6 ? found.filter((each) => each.family === family) : found;
      // Never which address: the message is shown to everyone who may read the delivery log.
      if (!allowLocal && !found.every(({ address }) => isPublicAddress(address)))
        return fail(new AddressRefusedError(`${hostname} resolves to an address that is not public.`));
      const [first] = wanted;
      if (!first || !isIP(first.address))
        return fail(new Error(`${hostname} does not resolve to an address.`));
      if (all) callback(null, wanted);
      else callback(null, first.address, first.family);
    });
  };
}

const resolveAll: Resolve = (hostname, callback) =>
  dnsLookup(hostname, { all: true, verbatim: true }, callback);
