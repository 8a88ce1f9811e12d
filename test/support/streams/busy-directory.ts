import {
  createAccount,
  createServiceGroup,
  createUser,
  grantTenant,
  type Directory,
  type Tenant,
} from '#libs/directory';
import { byOperator } from '../directory/directory.js';

/** An account with one owner and a service group, as the start of a test. */
export async function startAccount(directory: Directory, name = 'Acme') {
  const account = await createAccount(directory, { name }, byOperator);
  const tenant: Tenant = grantTenant(directory, account.state.accountId);
  const owner = await createUser(
    tenant,
    { name: 'Olga Owner', email: 'olga@example.com', role: 'owner' },
    byOperator,
  );
  const group = await createServiceGroup(tenant, { name: 'dev' }, byOperator);
  return {
    tenant,
    accountId: account.state.accountId,
    ownerId: owner.state.userId,
    serviceGroupId: group.state.serviceGroupId,
    events: [...account.events, ...owner.events, ...group.events],
  };
}
