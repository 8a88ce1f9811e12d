import { serviceGroupsOf, usersOf, type AccessModel } from '../../../apps/subscriber/src/access-model.js';
import type { RunningApi } from './api.js';

interface Page {
  data: {
    id: string;
    userId: string;
    serviceGroupId: string;
    user?: { id: string };
    serviceGroup?: { id: string };
  }[];
  nextCursor: string | null;
}

async function all(api: RunningApi, path: string): Promise<Page['data']> {
  const found: Page['data'] = [];
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
 * Compares a subscriber's model with the API's answers: the users of each service group, and the service groups of each
 * user, for every account.
 *
 * @returns the differences, and how many lists were compared
 */
export async function compareWithApi(model: AccessModel, api: RunningApi) {
  const differences: string[] = [];
  let compared = 0;
  const compare = (what: string, fromEvents: string[], fromApi: string[]) => {
    compared += 1;
    if (JSON.stringify(fromEvents) !== JSON.stringify([...fromApi].sort()))
      differences.push(`${what}: ${fromEvents.join(' ')} by events, ${fromApi.join(' ')} by the API`);
  };
  for (const { id: accountId } of await all(api, '/v1/accounts')) {
    const path = `/v1/accounts/${accountId}`;
    const [users, groups] = [await all(api, `${path}/users`), await all(api, `${path}/service-groups`)];
    for (const { id } of users) {
      const listed = await all(api, `${path}/users/${id}/service-groups`);
      compare(
        `service groups of ${id}`,
        serviceGroupsOf(model, id),
        listed.map((each) => each.serviceGroupId),
      );
    }
    for (const { id } of groups) {
      const listed = await all(api, `${path}/service-groups/${id}/members`);
      compare(
        `users of ${id}`,
        usersOf(model, id),
        listed.map((each) => each.userId),
      );
    }
    const known = Object.entries(model.users).filter(
      ([, user]) => user.accountId === accountId && user.status !== 'removed',
    );
    compare(
      `users of ${accountId}`,
      known.map(([id]) => id).sort(),
      users.map((each) => each.id),
    );
  }
  return { differences, compared };
}
