import type { Guard } from '../guard.js';

/** An id from a session, a header or a path. Undefined, null, an empty string and a list are no id. */
export type MaybeId = string | readonly string[] | null | undefined;

/** Whom and what a request is about. Without a user it is answered with 401, without a service group with 403. */
export interface Whereabouts<Request> {
  user: (request: Request) => MaybeId;
  serviceGroup: string | ((request: Request) => MaybeId);
}

/** RFC 9457. */
export const PROBLEM_JSON = 'application/problem+json';
const UNAUTHORIZED = { type: 'about:blank', title: 'Unauthorized', status: 401 } as const;
const FORBIDDEN = { type: 'about:blank', title: 'Forbidden', status: 403 } as const;

/** The problem with which a request is refused, or undefined if it is admitted. */
export async function refusalOf<Request>(
  guard: Pick<Guard, 'mayEnter'>,
  { user, serviceGroup }: Whereabouts<Request>,
  request: Request,
): Promise<typeof UNAUTHORIZED | typeof FORBIDDEN | undefined> {
  const userId = user(request);
  if (!isId(userId)) return UNAUTHORIZED;
  const groupId = typeof serviceGroup === 'string' ? serviceGroup : serviceGroup(request);
  // Asks the API if the copy is too old and the guard is to ask.
  return isId(groupId) && (await guard.mayEnter(userId, groupId, {})) ? undefined : FORBIDDEN;
}

const isId = (id: MaybeId): id is string => typeof id === 'string' && id !== '';
