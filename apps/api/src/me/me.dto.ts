import type { Caller } from '../access-control/caller.js';

/** Who the token speaks for. */
export class MeDto {
  id!: string;
  kind!: 'operator' | 'user' | 'api-key';
  /** Of the user or the API key. Null for an operator. */
  name!: string | null;
  /** Null for all but users. */
  email!: string | null;
  /** Null for an operator, and for a key of the platform. */
  accountId!: string | null;
  accountName!: string | null;
  /** The role as it is now. Null for all but users. */
  role!: 'owner' | 'admin' | 'member' | null;
  /** What an API key is allowed. Null for all others. */
  scopes!: string[] | null;
}

export function representCaller(caller: Caller): MeDto {
  const { id, kind } = caller;
  const nobody = { id, kind, name: null, email: null, accountId: null, accountName: null };
  switch (caller.kind) {
    case 'operator':
      return { ...nobody, role: null, scopes: null };
    case 'user': {
      const { name, email, accountId, accountName, role } = caller;
      return { ...nobody, name, email, accountId, accountName, role, scopes: null };
    }
    case 'api-key': {
      const { name, accountId = null, accountName = null, scopes } = caller;
      return { ...nobody, name, accountId, accountName, role: null, scopes: [...scopes] };
    }
    default:
      return caller satisfies never;
  }
}
