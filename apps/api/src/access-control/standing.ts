import { loadPrincipal, type Directory } from '#libs/directory';
import type { Role } from '#libs/domain';

/** How a user and its account stand at this moment. */
export interface Standing {
  account: 'active' | 'suspended';
  user: 'active' | 'invited' | 'suspended' | 'removed';
  role: Role;
  name: string;
  email: string;
  accountName: string;
}

/** One strongly consistent table call; undefined when there is no such user or account. */
export async function loadStanding(
  directory: Directory,
  accountId: string,
  userId: string,
): Promise<Standing | undefined> {
  const { account, user } = await loadPrincipal(directory, accountId, userId);
  if (!account || !user) return undefined;
  const { status, role, name, email } = user;
  return { account: account.status, accountName: account.name, user: status, role, name, email };
}
