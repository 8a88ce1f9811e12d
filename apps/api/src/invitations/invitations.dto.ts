import { IsProviderName } from '../http/input/provider-name.js';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import {
  INVITATION_VALID_FOR_MS,
  type InspectedInvitation,
  type Facets,
  type InvitationView,
  type RowResult,
} from '#libs/directory';
import {
  EMAIL_MAX_BYTES,
  NAME_MAX_BYTES,
  parseEmail,
  parseName,
  ROLES,
  type Role,
  type ServiceGroupId,
  type User,
  type UserId,
} from '#libs/domain';
import { ParsedBy } from '../http/input/domain-value.js';
import { SERVICE_GROUP_ID } from '../http/input/ids.js';
import { FacetedListQueryDto, SearchedListDto } from '../http/query/search.dto.js';
import { IfPresent } from '../http/input/if-present.js';
import { toBatchDto, RowResultDto } from '../commands/batch.dto.js';
import { MembershipTermsDto } from '../memberships/memberships.dto.js';
import { RoleFacetDto, toRoleFacet, toUserDto, UserDto } from '../users/users.dto.js';

const TOKEN_MAX = 200;
/** Each takes three of the 100 operations of a transaction. */
const MAX_SERVICE_GROUPS = 20;
const MAX_INVITATIONS = 100;

export class CreateInvitationDto {
  /** 1 to 256 visible characters, of at most 800 bytes in UTF-8. */
  @IsString()
  @MaxLength(NAME_MAX_BYTES)
  @ParsedBy(parseName)
  name!: string;

  /** The address to which the invitation is sent. Unique in the account, ignoring case. */
  @IsString()
  @MaxLength(EMAIL_MAX_BYTES)
  @ParsedBy(parseEmail)
  email!: string;

  /** Default: `member`. Only an owner or an operator may invite an owner. */
  @IfPresent()
  @IsIn(ROLES)
  role?: Role;

  /** The service groups that they may enter from the start. */
  @IfPresent()
  @IsArray()
  @ArrayMaxSize(MAX_SERVICE_GROUPS)
  @ArrayUnique()
  @Matches(SERVICE_GROUP_ID, { each: true })
  serviceGroupIds?: ServiceGroupId[];

  /** For how long they may enter these, and why. */
  @IfPresent()
  @ValidateNested()
  @IsObject()
  @Type(() => MembershipTermsDto)
  membershipTerms?: MembershipTermsDto;
}

export class CreateInvitationsDto {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_INVITATIONS)
  @ValidateNested({ each: true })
  @IsObject({ each: true })
  @Type(() => CreateInvitationDto)
  invitations!: CreateInvitationDto[];
}

export class AcceptInvitationDto {
  /** The token from the link in the mail. */
  @IsString()
  @MaxLength(TOKEN_MAX)
  token!: string;
}

export class InvitationDto {
  /** The invited user's id. A user has at most one invitation. */
  id!: string;
  accountId!: string;
  name!: string;
  email!: string;
  role!: Role;
  /** `expired` invitations can be sent again. */
  status!: 'pending' | 'expired';
  /** Who sent it last: `operator:…`, `user:…` or `api-key:…`. */
  invitedBy!: string;
  /** The number of times it was sent. */
  sentCount!: number;
  /** ISO 8601, UTC. */
  sentAt!: string;
  /** ISO 8601, UTC. It cannot be accepted after this time. */
  expiresAt!: string;
}

const SORTS = ['name', '-name', 'email', '-email', 'createdAt', '-createdAt'] as const;

export class InvitationListQueryDto extends FacetedListQueryDto {
  /** What the list is sorted by; with a minus, in reverse order. Names and emails are compared without accents and letter case. */
  @IsOptional()
  @IsIn(SORTS)
  sort?: (typeof SORTS)[number];

  /** Only invitations with this role. */
  @IsOptional()
  @IsIn(ROLES)
  role?: Role;
}

export class InvitationFacetsDto {
  /** How many there are with each role. */
  role!: RoleFacetDto;
}

export class InvitationListDto extends SearchedListDto {
  data!: InvitationDto[];
  /** With `facets=true`. */
  facets?: InvitationFacetsDto;
}

export function toInvitationFacets({ role }: Facets): InvitationFacetsDto {
  return { role: toRoleFacet(role) };
}

/** An invited user, and when the invitation expires. */
export class InvitedUserDto extends UserDto {
  /** ISO 8601, UTC. The invitation cannot be accepted after this time. */
  expiresAt!: string;
}

/** The result of one row, with its invitation. */
export class InvitationRowResultDto extends RowResultDto {
  /** Null if the row was refused. */
  invitation!: InvitationDto | null;
}

/** A `BatchResultDto`, written out because its schema would have the rows of the base class. */
export class InvitationBatchResultDto {
  done!: number;
  unchanged!: number;
  refused!: number;
  results!: InvitationRowResultDto[];
}

export class AcceptedInvitationDto {
  accountId!: string;
  userId!: UserId;
}

export function toInvitationDto({ user, ...invitation }: InvitationView): InvitationDto {
  const { userId: id, accountId, name, email, role } = user;
  const { invitedBy, sentCount, sentAt, validUntil: expiresAt } = invitation;
  const status = Date.parse(expiresAt) > Date.now() ? 'pending' : 'expired';
  return { id, accountId, name, email, role, status, invitedBy, sentCount, sentAt, expiresAt };
}

export class InspectedInvitationDto {
  accountId!: string;
  accountName!: string;
  userId!: UserId;
  name!: string;
  email!: string;
  role!: Role;
  /** `expired`: it can no longer be accepted; send it again. */
  status!: 'pending' | 'expired';
  /** The name of the sender. Null if it was not a user of the account. */
  invitedByName!: string | null;
  /** What the sender is. */
  invitedByKind!: 'user' | 'api-key' | 'operator' | 'system';
  /** Of the service groups that they may enter then, up to 100. */
  serviceGroups!: string[];
  /** ISO 8601, UTC: it cannot be accepted from then on. */
  expiresAt!: string;
}

export function toInspectedDto({ user, ...invitation }: InspectedInvitation): InspectedInvitationDto {
  const { accountId, userId, name, email, role } = user;
  const { accountName, status, inviterName, serviceGroupNames, validUntil } = invitation;
  const about = { accountId, accountName, userId, name, email, role, status };
  const invitedByKind = invitation.invitedBy.split(':')[0] as InspectedInvitationDto['invitedByKind'];
  return {
    ...about,
    invitedByName: inviterName,
    invitedByKind,
    serviceGroups: serviceGroupNames,
    expiresAt: validUntil,
  };
}

/** As the command left it that sent the invitation for the first time: later events are about its service groups. */
export function toNewlyInvitedDto(user: User): InvitedUserDto {
  const expiresAt = new Date(Date.parse(user.createdAt) + INVITATION_VALID_FOR_MS).toISOString();
  return { ...toUserDto(user), expiresAt };
}

/** As the command left it that sent the invitation again. */
export function toInvitedDto(user: User): InvitedUserDto {
  const expiresAt = new Date(Date.parse(user.updatedAt) + INVITATION_VALID_FOR_MS).toISOString();
  return { ...toUserDto(user), expiresAt };
}

export function toInvitationsDto(rows: readonly RowResult<InvitationView>[]): InvitationBatchResultDto {
  const batch = toBatchDto(rows, (row) => (row.done ? row.state.user.userId : null));
  const results = batch.results.map((result, index) => {
    const row = rows[index];
    return { ...result, invitation: row?.done ? toInvitationDto(row.state) : null };
  });
  return { ...batch, results };
}

export class AcceptBySignInDto extends AcceptInvitationDto {
  /** The name of the identity provider. Required if there are several. */
  @IsProviderName()
  provider?: string;
}
