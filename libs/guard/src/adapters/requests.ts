import type { Guard } from '../guard.js';

/** Whom and what a request is about. Undefined if it says so of nobody: then it is refused. */
export interface Whereabouts<Request> {
  user: (request: Request) => string | undefined;
  serviceGroup: string | ((request: Request) => string | undefined);
}

/** RFC 9457. */
export const FORBIDDEN = { type: 'about:blank', title: 'Forbidden', status: 403 } as const;
export const PROBLEM_JSON = 'application/problem+json';

export async function isAdmitted<Request>(
  guard: Pick<Guard, 'mayEnter'>,
  { user, serviceGroup }: Whereabouts<Request>,
  request: Request,
): Promise<boolean> {
  const [userId, groupId] = [
    user(request),
    typeof serviceGroup === 'string' ? serviceGroup : serviceGroup(request),
  ];
  if (userId === undefined || groupId === undefined) return false;
  // Asks the API if the copy is too old and the guard is to ask.
  return guard.mayEnter(userId, groupId, {});
}
