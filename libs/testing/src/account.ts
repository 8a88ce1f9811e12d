import { createClient, type RollbookClient, type Schemas } from '@rollbook/client';
import { startDeliveries, type Deliveries, type DeliveryOptions } from './deliveries.js';
import { recordEvents, type RecordedEvents } from './recorded-events.js';

export interface AccountOptions {
  /** What your service's key may do; by default to ask and to read everything. */
  scopes?: Schemas['CreateApiKey']['scopes'];
  /** What memberships may allow besides entering. None by default. */
  accessRoles?: Schemas['AccessRoleInput'][];
}

/** The id of a user, or also the key of the access role that their membership has. */
export type TestMember = string | { id: string; accessRole: string };

/** An account of a test's own: tests that share a system do not see each other's. */
export interface TestAccount {
  readonly accountId: string;
  /** For your service: its address with the faults that the test plans, and its key. */
  readonly baseUrl: string;
  readonly key: string;
  /** For the test: as an operator, and without faults. */
  readonly client: RollbookClient;
  readonly events: RecordedEvents;
  /** Ids of users, by the emails they are created with. */
  addUser(email: string, fields?: Partial<Schemas['CreateUser']>): Promise<string>;
  /** A service group, with members by their ids, or with their access roles. @returns its id */
  addServiceGroup(name: string, members?: readonly TestMember[]): Promise<string>;
  /** Sends the account's events to your service, as webhooks. */
  deliver(options: DeliveryOptions): Promise<Deliveries>;
}

const SCOPES: NonNullable<AccountOptions['scopes']> = [
  'access:check',
  'account:read',
  'events:read',
  'memberships:read',
  'service-groups:read',
  'users:read',
];

export interface AccountHost {
  apiUrl: string;
  /** With the faults. */
  frontUrl: string;
  operatorToken: string;
  onStop: (stop: () => Promise<void>) => void;
}

export async function createTestAccount(
  { apiUrl, frontUrl, operatorToken, onStop }: AccountHost,
  name: string,
  { scopes = SCOPES, accessRoles }: AccountOptions,
): Promise<TestAccount> {
  const client = createClient({ baseUrl: apiUrl, token: operatorToken });
  const { id: accountId } = await client.post('/v1/accounts', {
    body: { name, ...(accessRoles && { accessRoles }) },
  });
  const path = { accountId };
  const { key } = await client.post('/v1/accounts/{accountId}/api-keys', {
    path,
    body: { name: 'service under test', scopes },
  });
  const recorded = recordEvents(client, accountId);
  onStop(recorded.stop);
  // A feed that has not begun is taken for one of before, once the clock has been moved.
  await recorded.events.waitFor('account.created');
  return {
    ...{ accountId, baseUrl: frontUrl, key, client, events: recorded.events },
    async addUser(email, fields = {}) {
      const body = { name: email.split('@')[0]!, email, ...fields };
      return (await client.post('/v1/accounts/{accountId}/users', { path, body })).id;
    },
    async addServiceGroup(groupName, members = []) {
      const body = { name: groupName };
      const { id } = await client.post('/v1/accounts/{accountId}/service-groups', { path, body });
      for (const member of members) {
        const { id: userId, ...body } = typeof member === 'string' ? { id: member } : member;
        await client.put('/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members/{userId}', {
          path: { ...path, serviceGroupId: id, userId },
          body,
        });
      }
      return id;
    },
    async deliver(options) {
      const { deliveries, stop } = await startDeliveries(client, accountId, options);
      onStop(stop);
      return deliveries;
    },
  };
}
