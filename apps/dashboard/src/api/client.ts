import { createClient } from '#libs/client';

/** The API of this page's own origin. The browser sends the session's cookie: no token is ever seen here. */
export const api = createClient({ baseUrl: location.origin, retries: { attempts: 3, longestWaitMs: 5_000 } });
