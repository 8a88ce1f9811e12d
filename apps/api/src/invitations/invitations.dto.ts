import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsIn,
  IsObject,
  IsString,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import type { InvitationView } from '#libs/directory';
import { ROLES, type Role } from '#libs/domain';
import { IfPresent } from '../requests/if-present.js';

/** Raw text may be longer than what is left of it without surrounding white space; the domain has the last word. */
const NAME_INPUT_MAX = 200;
const EMAIL_INPUT_MAX = 320;
const TOKEN_MAX = 200;
export const MOST_INVITATIONS = 100;

export class CreateInvitationDto {
  /** 1 to 100 characters without control characters. */
  @IsString()
  @MaxLength(NAME_INPUT_MAX)
  name!: string;

  /** Where the invitation is sent to. Unique in the account, whatever the letter case. */
  @IsString()
  @MaxLength(EMAIL_INPUT_MAX)
  email!: string;

  /** Only an owner or an operator may invite an owner. A member without it. */
  @IfPresent()
  @IsIn(ROLES)
  role?: Role;
}

export class CreateInvitationsDto {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MOST_INVITATIONS)
  @ValidateNested({ each: true })
  @IsObject({ each: true })
  @Type(() => CreateInvitationDto)
  invitations!: CreateInvitationDto[];
}

export class AcceptInvitationDto {
  /** What the mail's link holds. */
  @IsString()
  @MaxLength(TOKEN_MAX)
  token!: string;
}

export class InvitationDto {
  /** The invited user's id: it has one invitation at a time. */
  id!: string;
  accountId!: string;
  name!: string;
  email!: string;
  role!: 'owner' | 'admin' | 'member';
  /** `expired`: to be sent again. */
  status!: 'pending' | 'expired';
  /** Who sent it last: `operator:…`, `user:…` or `api-key:…`. */
  invitedBy!: string;
  /** How often it was sent. */
  sentCount!: number;
  /** ISO 8601, UTC. */
  sentAt!: string;
  /** ISO 8601, UTC: it cannot be accepted from then on. */
  expiresAt!: string;
}

export class InvitationListDto {
  data!: InvitationDto[];
  /** Null on the last page. */
  nextCursor!: string | null;
}

/** What became of one row: an invitation, or why there is none. */
export class InvitationResultDto {
  /** The row, counted from 0. */
  index!: number;
  status!: 'invited' | 'refused';
  /** Null for a row that was refused. */
  invitation!: InvitationDto | null;
  /** The problem's code. Null for an invitation. */
  code!: string | null;
  /** One sentence for people. Null for an invitation. */
  detail!: string | null;
}

export class InvitationResultsDto {
  data!: InvitationResultDto[];
}

export class AcceptedInvitationDto {
  accountId!: string;
  userId!: string;
}

export function representInvitation({ user, ...invitation }: InvitationView): InvitationDto {
  const { userId: id, accountId, name, email, role } = user;
  const { invitedBy, sentCount, sentAt, validUntil: expiresAt } = invitation;
  const status = Date.parse(expiresAt) > Date.now() ? 'pending' : 'expired';
  return { id, accountId, name, email, role, status, invitedBy, sentCount, sentAt, expiresAt };
}
