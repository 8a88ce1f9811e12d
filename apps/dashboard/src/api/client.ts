import { createClient, isRollbookError, type ClientOptions, type RollbookClient } from '#libs/client';
import { connection, connectionIs, isSignInNeeded } from './connection.js';
import { queryClient, SESSION_KEY } from './query-client.js';
import { showing } from './reads.js';
import { expectChange, recordWrite, type Write } from './writes.js';

type Request = Write['request'] & {
  contentType?: string;
  signal?: AbortSignal;
  headers?: Record<string, string>;
};
type Call = (path: string, request?: Request) => Promise<unknown>;
type Send = (
  method: Write['method'],
  path: string,
  request: Request,
) => Promise<{ body: unknown; headers: Headers }>;

/** These answer whether somebody is signed in. */
const ABOUT_SESSION: readonly string[] = ['/v1/session', '/auth/logout'];

/** A request after the session has ended waits for the next sign-in, over the page as it is, and is then sent again. */
const signedInAgain: ClientOptions['onUnauthorized'] = async (refusal, path) => {
  const isKnown = queryClient.getQueryData(SESSION_KEY) != null;
  if (!isKnown || ABOUT_SESSION.includes(path) || isRollbookError(refusal, 'recent_sign_in_needed'))
    return false;
  connection.set('signed-out');
  await connectionIs((state) => !isSignInNeeded(state));
  return true;
};

/** As `api`, without what that shows and remembers. */
export const client = createClient({
  baseUrl: location.origin,
  retries: { attempts: 3, longestWaitMs: 5_000 },
  onUnauthorized: signedInAgain,
});

const IDLE_MS = 1_000;
const showAtOnce = () => import('./shown-at-once.js');
setTimeout(() => void showAtOnce().catch(() => undefined), IDLE_MS);

const call = client as unknown as { request: Send; get: Call };

/** Remembers writes, so that people can copy and undo them; uploads, which are people's own files, are left out. */
function recorded<M extends Write['method']>(method: M): RollbookClient[M] {
  const write: Call = async (path, request = {}) => {
    showing.requireNoReplay?.(request.signal);
    const { body, headers } = await call.request(method, path, request);
    expectChange();
    const correlationId = headers.get('rollbook-revertible');
    if (!request.contentType) recordWrite({ method, path, request, ...(correlationId && { correlationId }) });
    // What could not be shown at once is read again.
    await showAtOnce()
      .then(({ showOwn }) => showOwn(client, { method, template: path, request, answer: body, headers }))
      .catch(() => undefined);
    return body;
  };
  return write as unknown as RollbookClient[M];
}

const get: Call = (path, request = {}) => showing.read(path, request, () => call.get(path, request));

/** The API of this page's own origin. The browser sends the session's cookie: no token is ever seen here. */
export const api: RollbookClient = {
  ...client,
  get: get as unknown as RollbookClient['get'],
  post: recorded('post'),
  put: recorded('put'),
  patch: recorded('patch'),
  delete: recorded('delete'),
};
