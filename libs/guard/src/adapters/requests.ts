import { ENTER } from '../copy/access-roles.js';
import type { Guard } from '../guard.js';

/** An id from a session, a header or a path. Undefined, null, an empty string and a list are no id. */
export type MaybeId = string | readonly string[] | null | undefined;

/** Whom and what a request is about. Without a user it is answered with 401, without a service group or a permission with 403. */
export interface Whereabouts<Request> {
  user: (request: Request) => MaybeId;
  serviceGroup: string | ((request: Request) => MaybeId);
  /** What the user must be allowed to do: a permission of an access role. Entering is enough where this is not given. */
  permission?: string | ((request: Request) => MaybeId);
}

/** RFC 9457. */
export const PROBLEM_JSON = 'application/problem+json';
const UNAUTHORIZED = { type: 'about:blank', title: 'Unauthorized', status: 401 } as const;
const FORBIDDEN = { type: 'about:blank', title: 'Forbidden', status: 403 } as const;

/** The problem with which a request is refused, or undefined if it is admitted. */
export async function refusalOf<Request>(
  guard: Pick<Guard, 'mayDo'>,
  of: Whereabouts<Request>,
  request: Request,
): Promise<typeof UNAUTHORIZED | typeof FORBIDDEN | undefined> {
  const userId = of.user(request);
  if (!isId(userId)) return UNAUTHORIZED;
  const groupId = valueIn(of.serviceGroup, request);
  // One that is given as undefined, such as a setting that is missing, is no permission.
  const permission = 'permission' in of ? valueIn(of.permission, request) : ENTER;
  // Asks the API if the copy is too old and the guard is to ask.
  const isAllowed = isId(groupId) && isId(permission) && (await guard.mayDo(userId, groupId, permission, {}));
  return isAllowed ? undefined : FORBIDDEN;
}

function valueIn<Request>(given: string | ((request: Request) => MaybeId) | undefined, request: Request) {
  return typeof given === 'function' ? given(request) : given;
}

const isId = (id: MaybeId): id is string => typeof id === 'string' && id !== '';
