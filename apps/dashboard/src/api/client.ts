import { createClient, type RollbookClient } from '#libs/client';
import { expectChange, recordWrite, type Write } from './writes.js';

type Call = (path: string, request?: Write['request'] & { contentType?: string }) => Promise<unknown>;

const client = createClient({ baseUrl: location.origin, retries: { attempts: 3, longestWaitMs: 5_000 } });

/** Remembers writes, so that people can copy them; uploads, which are people's own files, are left out. */
function recorded<M extends Write['method']>(method: M): RollbookClient[M] {
  const send = client[method] as unknown as Call;
  const call: Call = async (path, request = {}) => {
    const answer = await send(path, request);
    expectChange();
    if (!request.contentType) recordWrite({ method, path, request });
    return answer;
  };
  return call as unknown as RollbookClient[M];
}

/** The API of this page's own origin. The browser sends the session's cookie: no token is ever seen here. */
export const api: RollbookClient = {
  ...client,
  post: recorded('post'),
  put: recorded('put'),
  patch: recorded('patch'),
  delete: recorded('delete'),
};
