import type { Caller } from '../access-control/caller.js';

/** Who the token speaks for. */
export class MeDto {
  id!: string;
  kind!: 'operator' | 'user' | 'api-key';
  /** Null for an operator, and for a key of the platform. */
  accountId!: string | null;
  /** The role as it is now. Null for all but users. */
  role!: 'owner' | 'admin' | 'member' | null;
  /** What an API key is allowed. Null for all others. */
  scopes!: string[] | null;
}

export function representCaller(caller: Caller): MeDto {
  const { id, kind } = caller;
  switch (caller.kind) {
    case 'operator':
      return { id, kind, accountId: null, role: null, scopes: null };
    case 'user':
      return { id, kind, accountId: caller.accountId, role: caller.role, scopes: null };
    case 'api-key':
      return { id, kind, accountId: caller.accountId ?? null, role: null, scopes: [...caller.scopes] };
    default:
      return caller satisfies never;
  }
}
