import type { Schemas } from '#libs/client';
import { api } from '../../../api/client.js';
import { changeMembership, forgetMembers } from '../commands.js';
import type { Membership } from '../queries.js';

/** The API takes this many at once. */
const BATCH = 1_000;

export interface RefusedEnd {
  member: Membership;
  problem: { code: string; detail: string };
}

/** One as a manager of its service group may change it too; of several, each succeeds or is refused on its own. */
export async function changeEnds(
  accountId: string,
  members: readonly Membership[],
  terms: Schemas['MembershipChangeTerms'],
): Promise<{ done: number; refused: RefusedEnd[] }> {
  const [one] = members.length === 1 ? members : [];
  if (one) {
    await changeMembership(accountId, one.serviceGroupId, one.userId, terms);
    return { done: 1, refused: [] };
  }
  const refused: RefusedEnd[] = [];
  try {
    for (let at = 0; at < members.length; at += BATCH) {
      const part = members.slice(at, at + BATCH);
      const changes = part.map(({ userId, serviceGroupId }) => ({
        ...{ userId, serviceGroupId, action: 'change' as const },
        ...terms,
      }));
      const path = { accountId };
      const { results } = await api.post('/v1/accounts/{accountId}/memberships/batch', {
        path,
        body: { changes },
      });
      for (const [index, { problem }] of results.entries())
        if (problem) refused.push({ member: part[index]!, problem });
    }
  } finally {
    forgetMembers(accountId);
  }
  return { done: members.length - refused.length, refused };
}
