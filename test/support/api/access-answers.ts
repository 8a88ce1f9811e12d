import type { AccessCopy } from '#libs/guard';
import type { RunningApi } from './api.js';

interface Entry {
  id: string;
  status: string;
  userId: string;
  serviceGroupId: string;
}

interface Page {
  data: Entry[];
  nextCursor: string | null;
}

async function all(api: RunningApi, path: string): Promise<Entry[]> {
  const found: Entry[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = `?limit=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`;
    const { status, body } = await api.operator('GET', `${path}${query}`);
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    const page = body as Page;
    found.push(...page.data);
    cursor = page.nextCursor;
  }
  return found;
}

/**
 * Compares a copy that was derived from events with the API's answers: who may enter each service group, and what each user may
 * enter, for every account.
 *
 * @returns the differences, and how many lists were compared
 */
export async function compareWithApi(copy: AccessCopy, api: RunningApi) {
  const differences: string[] = [];
  let compared = 0;
  const compare = (what: string, fromEvents: string[], fromApi: string[]) => {
    compared += 1;
    if (JSON.stringify([...fromEvents].sort()) !== JSON.stringify([...fromApi].sort()))
      differences.push(`${what}: ${fromEvents.join(' ')} by events, ${fromApi.join(' ')} by the API`);
  };
  const now = Date.now();
  for (const account of await all(api, '/v1/accounts')) {
    const path = `/v1/accounts/${account.id}`;
    const isOpen = account.status === 'active';
    const [users, groups] = [await all(api, `${path}/users`), await all(api, `${path}/service-groups`)];
    const active = new Set(users.filter(({ status }) => isOpen && status === 'active').map(({ id }) => id));
    for (const { id } of users) {
      const listed = await all(api, `${path}/users/${id}/service-groups`);
      const enterable = active.has(id) ? listed.map(({ serviceGroupId }) => serviceGroupId) : [];
      compare(`what ${id} may enter`, copy.groupsOf(id, now), enterable);
    }
    for (const { id } of groups) {
      const listed = await all(api, `${path}/service-groups/${id}/members`);
      const entering = listed.map(({ userId }) => userId).filter((userId) => active.has(userId));
      compare(`who may enter ${id}`, copy.membersOf(id, now), entering);
    }
  }
  return { differences, compared };
}
