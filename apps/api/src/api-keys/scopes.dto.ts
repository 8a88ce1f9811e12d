import { ACCOUNT_SCOPES, SCOPE_SUMMARIES, type Scope } from '#libs/domain';

export class ScopeDto {
  /** As in `scopes` of an API key. */
  scope!: string;
  /** What a key with the scope may do. */
  summary!: string;
  /** `platform`: only for operators’ keys. */
  level!: 'account' | 'platform';
}

export class ScopeListDto {
  data!: ScopeDto[];
  /** Always null: all scopes are on one page. */
  nextCursor!: string | null;
}

export function toScopeDto(scope: Scope): ScopeDto {
  const isOfAccounts = (ACCOUNT_SCOPES as readonly string[]).includes(scope);
  return { scope, summary: SCOPE_SUMMARIES[scope], level: isOfAccounts ? 'account' : 'platform' };
}
