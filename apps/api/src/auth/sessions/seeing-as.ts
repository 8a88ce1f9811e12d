import { SetMetadata } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { loadPrincipal, type Directory, type Seeing } from '#libs/directory';
import type { ServiceGroupId } from '#libs/domain';
import { Problem } from '../../problems/problem.js';
import { actorOf, hasPermission, ownAccountOf, type Caller, type UserCaller } from '../caller/caller.js';
import { userCaller } from '../caller/callers.js';
import { isRead } from './same-origin.js';

export const WHILE_SEEING_AS = 'rollbook:while-seeing-as';

/** Declares a route that may be used while seeing as a user although it is no GET: it changes nothing, or ends that. */
export function WhileSeeingAs(): MethodDecorator {
  return SetMetadata(WHILE_SEEING_AS, true);
}

/** @throws Problem `seeing_as` for whatever could change something */
export function requireReadOnly(request: FastifyRequest, isAllowed: boolean): void {
  if (isRead(request) || isAllowed) return;
  throw new Problem(
    'seeing_as',
    'You are seeing as a user, and can only read. DELETE /v1/session/see-as ends that.',
  );
}

interface Named {
  /** That the path names: who manages it is read with the user. */
  serviceGroupId?: ServiceGroupId | undefined;
}

/**
 * The user as whom a session reads: one table call. What has ended stays so until the browser says that it knows, because a page
 * could otherwise write as the person it does not show.
 * @throws Problem `seeing_as_ended`
 */
export async function seenUser(
  directory: Directory,
  { serviceGroupId, ...seeing }: Seeing & Named,
  seer: Caller,
): Promise<UserCaller> {
  if (!maySeeAs(seer, seeing)) throw ended('Only operators and owners may.');
  return { ...(await shownUser(directory, { ...seeing, serviceGroupId })), seenBy: actorOf(seer) };
}

/** Operators see as users of any account, owners as those of their own: whatever these read, they may read themselves. */
function maySeeAs(seer: Caller, { accountId }: Seeing): boolean {
  const own = ownAccountOf(seer);
  return hasPermission(seer, 'users:see-as') && (own === undefined || own === accountId);
}

/** @throws Problem `seeing_as_ended` */
export async function shownUser(
  directory: Directory,
  { accountId, userId, until, serviceGroupId }: Seeing & Named,
): Promise<UserCaller> {
  if (Date.now() >= Date.parse(until)) throw ended('Its time is over.');
  try {
    return userCaller(
      accountId,
      userId,
      await loadPrincipal(directory, { accountId, userId, serviceGroupId }),
    );
  } catch (error) {
    throw error instanceof Problem ? ended(error.detail) : error;
  }
}

function ended(why: string): Problem {
  const next = 'Continue as yourself: DELETE /v1/session/see-as.';
  return new Problem('seeing_as_ended', `Seeing as a user has ended. ${why} ${next}`);
}
