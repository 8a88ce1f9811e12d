import { IsString, MaxLength } from 'class-validator';
import type { OpenAccount } from '#libs/domain';
import { IfPresent } from '../requests/if-present.js';

/** Raw text may be longer than what is left of it without surrounding white space; the domain has the last word. */
const NAME_INPUT_MAX = 200;

export class CreateAccountDto {
  /** 1 to 100 characters without control characters. */
  @IsString()
  @MaxLength(NAME_INPUT_MAX)
  name!: string;
}

export class ChangeAccountDto {
  /** 1 to 100 characters without control characters. */
  @IfPresent()
  @IsString()
  @MaxLength(NAME_INPUT_MAX)
  name?: string;
}

export class AccountDto {
  /** `acct_` and a ULID. */
  id!: string;
  name!: string;
  status!: 'active' | 'suspended';
  /** Rises by one with each event; also the ETag. */
  version!: number;
  /** ISO 8601, UTC. */
  createdAt!: string;
  /** ISO 8601, UTC. */
  updatedAt!: string;
}

export class AccountListDto {
  data!: AccountDto[];
  /** Null on the last page. */
  nextCursor!: string | null;
}

export function representAccount(account: OpenAccount): AccountDto {
  const { accountId: id, name, status, version, createdAt, updatedAt } = account;
  return { id, name, status, version, createdAt, updatedAt };
}
