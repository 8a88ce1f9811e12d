import { createHash } from 'node:crypto';
import { IsString, MaxLength, MinLength } from 'class-validator';
import type { Identity, LinkedIdentity, UserId } from '#libs/domain';

const MAX_LENGTH = 255;

export class LinkIdentityDto {
  /** The identity provider's issuer identifier: exactly the `iss` of its tokens. */
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_LENGTH)
  issuer!: string;

  /** The id of the person at that provider: exactly the `sub` of their tokens. */
  @IsString()
  @MinLength(1)
  @MaxLength(MAX_LENGTH)
  subject!: string;
}

export class IdentityDto {
  /** `idty_` followed by 26 characters, derived from issuer and subject. */
  id!: string;
  userId!: UserId;
  issuer!: string;
  subject!: string;
  /** ISO 8601, UTC. */
  linkedAt!: string;
}

export class IdentityListDto {
  data!: IdentityDto[];
  /** Always null: a user has few identities. */
  nextCursor!: string | null;
}

const ID_CHARACTERS = 26;

/** An id for paths: the subject itself may contain anything, and is personal. */
export function identityIdOf({ issuer, subject }: Identity): string {
  const digest = createHash('sha256').update(`${issuer}\n${subject}`).digest('hex');
  return `idty_${digest.slice(0, ID_CHARACTERS)}`;
}

export function toIdentityDto(userId: UserId, { issuer, subject, linkedAt }: LinkedIdentity): IdentityDto {
  return { id: identityIdOf({ issuer, subject }), userId, issuer, subject, linkedAt };
}
