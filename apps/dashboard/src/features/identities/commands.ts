import type { Schemas } from '#libs/client';
import { api } from '../../api/client.js';
import { queryClient } from '../../api/query-client.js';
import type { User } from '../../api/resources/users.js';

const IDENTITIES = '/v1/accounts/{accountId}/users/{userId}/identities';

export type Identity = Schemas['Identity'];

export async function linkIdentity(
  user: User,
  identity: Pick<Identity, 'issuer' | 'subject'>,
): Promise<void> {
  await api.post(IDENTITIES, { path: pathOf(user), body: identity });
  forget(user);
}

export async function unlinkIdentity(user: User, { id: identityId }: Identity): Promise<void> {
  await api.delete(`${IDENTITIES}/{identityId}`, { path: { ...pathOf(user), identityId } });
  forget(user);
}

const pathOf = ({ accountId, id: userId }: User) => ({ accountId, userId });

function forget({ accountId, id }: User): void {
  for (const queryKey of [
    ['user', accountId, id],
    ['sessions', id],
    ['events', accountId],
  ])
    void queryClient.invalidateQueries({ queryKey });
}
