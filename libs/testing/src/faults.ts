import { request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnLoopback } from './loopback-server.js';

/** Which requests a fault is for: all that match what is given. */
export interface Match {
  method?: string;
  /** The path without the query, or a part of it. */
  path?: string | RegExp;
  /** How many of them: 1 by default. */
  times?: number;
}

export interface Fault {
  /** How many requests have met it. */
  readonly met: number;
  /** Ends it early. */
  end(): void;
}

/** Of the requests that go through the address of this test run. Each fault is for the next requests that match. */
export interface Faults {
  /** Refused with 429 and `Retry-After`, and not carried out. */
  rateLimited(match?: Match & { retryAfterSeconds?: number }): Fault;
  /** Refused with 503 and `Retry-After`, and not carried out. */
  unavailable(match?: Match & { retryAfterSeconds?: number }): Fault;
  /** Carried out, but the connection ends before the answer. */
  lostAnswer(match?: Match): Fault;
  /** Carried out after a while. */
  slow(match: Match & { milliseconds: number }): Fault;
}

type Kind =
  | { refuse: number; code: string; title: string; retryAfterSeconds: number }
  | { loseAnswer: true }
  | { delayMs: number };

interface Planned {
  kind: Kind;
  match: Match;
  left: number;
  met: number;
}

export interface FaultyFront {
  url: string;
  faults: Faults;
  close(): Promise<void>;
}

/** Stands before the API and hands on every request as it is, but for those that a fault is planned for. */
export async function startFaultyFront(apiUrl: string): Promise<FaultyFront> {
  const planned: Planned[] = [];
  // As the API that is started here lets them.
  const origins = (process.env['ROLLBOOK_CORS_ORIGINS'] ?? '').split(/[\s,]+/);
  const { url, close } = await listenOnLoopback((request, response) => {
    const fault = planned.find((each) => each.left > 0 && matches(request, each.match));
    if (fault) {
      fault.left -= 1;
      fault.met += 1;
    }
    answer(apiUrl, request, response, fault?.kind);
  }, origins);
  const plan = (kind: Kind, match: Match): Fault => {
    const own: Planned = { kind, match, left: match.times ?? 1, met: 0 };
    planned.push(own);
    return {
      get met() {
        return own.met;
      },
      end: () => void (own.left = 0),
    };
  };
  return {
    url,
    faults: {
      rateLimited: ({ retryAfterSeconds = 1, ...match } = {}) =>
        plan({ refuse: 429, code: 'rate_limited', title: 'Too many requests', retryAfterSeconds }, match),
      unavailable: ({ retryAfterSeconds = 1, ...match } = {}) =>
        plan({ refuse: 503, code: 'service_unavailable', title: 'Not available', retryAfterSeconds }, match),
      lostAnswer: (match = {}) => plan({ loseAnswer: true }, match),
      slow: ({ milliseconds, ...match }) => plan({ delayMs: milliseconds }, match),
    },
    close,
  };
}

function matches({ method, url = '' }: IncomingMessage, match: Match): boolean {
  const [path = ''] = url.split('?');
  if (match.method !== undefined && match.method.toUpperCase() !== method) return false;
  if (match.path === undefined) return true;
  return typeof match.path === 'string' ? path.includes(match.path) : match.path.test(path);
}

function answer(apiUrl: string, request: IncomingMessage, response: ServerResponse, kind?: Kind): void {
  if (kind && 'refuse' in kind) return refuse(request, response, kind);
  const handOn = () => {
    const { hostname, port } = new URL(apiUrl);
    const { method, url: path, headers } = request;
    const upstream = send({ hostname, port, method, path, headers }, (answered) => {
      if (kind && 'loseAnswer' in kind) {
        answered.resume().once('end', () => response.destroy());
        return;
      }
      response.writeHead(answered.statusCode ?? 502, answered.rawHeaders);
      answered.pipe(response);
    });
    upstream.once('error', () => response.destroy());
    response.once('close', () => upstream.destroy());
    request.pipe(upstream);
  };
  if (kind && 'delayMs' in kind) setTimeout(handOn, kind.delayMs);
  else handOn();
}

/** As the API refuses. */
function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { refuse: status, code, title, retryAfterSeconds }: Extract<Kind, { refuse: number }>,
): void {
  request.resume();
  const problem = {
    ...{ type: 'about:blank', title, status, code },
    ...{ detail: 'A fault that the test has planned.', instance: request.url, requestId: 'planned-fault' },
  };
  response
    .writeHead(status, {
      'content-type': 'application/problem+json',
      'retry-after': String(retryAfterSeconds),
    })
    .end(JSON.stringify(problem));
}
