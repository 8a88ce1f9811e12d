import type { Caller } from '../access-control/caller.js';

/** Who the token speaks for. */
export class MeDto {
  id!: string;
  kind!: 'operator' | 'user';
  /** Null for an operator. */
  accountId!: string | null;
  /** The role as it is now. Null for an operator. */
  role!: 'owner' | 'admin' | 'member' | null;
}

export function representCaller(caller: Caller): MeDto {
  if (caller.kind === 'operator') return { id: caller.id, kind: 'operator', accountId: null, role: null };
  const { id, accountId, role } = caller;
  return { id, kind: 'user', accountId, role };
}
