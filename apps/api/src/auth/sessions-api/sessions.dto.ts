import { IsString, Matches, MaxLength } from 'class-validator';
import type { AccountOfIdentity, Seeing, Session } from '#libs/directory';
import {
  parseReason,
  PERMISSIONS_OF,
  REASON_MAX_BYTES,
  type Permission,
  type Role,
  type UserId,
} from '#libs/domain';
import type { UserCaller } from '../caller/caller.js';
import type { ManagedServiceGroupRefDto } from '../caller/managed-groups.dto.js';
import { PermissionList } from '../caller/permissions.dto.js';
import { ParsedBy } from '../../http/input/domain-value.js';
import { ListQueryDto } from '../../http/query/list.dto.js';
import { IsProviderName } from '../../http/input/provider-name.js';
import { ACCOUNT_ID } from '../../http/input/ids.js';

/** An account the person may use. */
export class SessionAccountDto {
  accountId!: string;
  accountName!: string;
  /** Their user in that account. */
  userId!: UserId;
  role!: Role;
  /** What that role may do. */
  @PermissionList()
  permissions!: Permission[];
}

/** The user as whom the browser reads, and nothing else. */
export class SeeingAsDto {
  accountId!: string;
  userId!: UserId;
  /** Null once it has ended, as are the following. */
  accountName!: string | null;
  name!: string | null;
  email!: string | null;
  role!: Role | null;
  /** The permissions of that role; while seeing as them, only those that read. */
  @PermissionList({ nullable: true })
  permissions!: Permission[] | null;
  /** The service groups that they manage, at most 100. */
  managedServiceGroups!: ManagedServiceGroupRefDto[] | null;
  /** ISO 8601, UTC. When it ends, at the latest. */
  until!: string;
}

export class SeeAsDto {
  /** 1 to 200 visible characters. It is stored in the user's history. */
  @IsString()
  @MaxLength(REASON_MAX_BYTES)
  @ParsedBy(parseReason)
  reason!: string;
}

/** The session of the calling browser. */
export class CurrentSessionDto {
  id!: string;
  kind!: 'user' | 'operator';
  /** The user's name, or the operator's at the identity provider. Null while no account is chosen. */
  name!: string | null;
  email!: string | null;
  /** The session's account. Null for operators, and while the person has yet to choose one. */
  accountId!: string | null;
  userId!: UserId | null;
  /** The present role. */
  role!: Role | null;
  /** What they may do in that account; an operator in any. */
  @PermissionList()
  permissions!: Permission[];
  /** The service groups of that account that they manage, at most 100. */
  managedServiceGroups!: ManagedServiceGroupRefDto[];
  /** Whom the person sees as: the rest is about themselves. */
  seeingAs!: SeeingAsDto | null;
  /** All accounts the person may use, by name. */
  accounts!: SessionAccountDto[];
  /** The identity provider at which they signed in. */
  issuer!: string;
  /** ISO 8601, UTC. */
  signedInAt!: string;
  /** ISO 8601, UTC. When the person last authenticated. Null if the provider did not say. */
  authTime!: string | null;
  /** ISO 8601, UTC. Then the session ends in any case. */
  expiresAt!: string;
  /** ISO 8601, UTC. When the session ends unless it is used before. */
  idleExpiresAt!: string;
}

/** A browser session. */
export class SessionDto {
  id!: string;
  /** True for the calling session. */
  current!: boolean;
  issuer!: string;
  /** The browser's user agent. */
  userAgent!: string | null;
  /** ISO 8601, UTC. */
  signedInAt!: string;
  /** ISO 8601, UTC. Accurate to a few minutes. */
  lastSeenAt!: string;
  /** ISO 8601, UTC. When the session ends in any case. */
  expiresAt!: string;
}

export class OperatorSessionListQueryDto extends ListQueryDto {
  /** The name of the identity provider. Required if operators sign in at several. */
  @IsProviderName()
  provider?: string;
}

export class SessionListDto {
  data!: SessionDto[];
  /** Null on the last page. */
  nextCursor!: string | null;
}

export class ChooseAccountDto {
  @Matches(ACCOUNT_ID)
  accountId!: string;
}

const permissionNames = (role: Role | 'operator') => [...PERMISSIONS_OF[role]].sort();
const iso = (seconds: number) => new Date(seconds * 1_000).toISOString();

export function toSessionDto(session: Session, current: string | undefined): SessionDto {
  const { sessionId: id, issuer, userAgent = null, signedInAt, lastSeenAt, expiresAt } = session;
  return {
    id,
    current: id === current,
    issuer,
    userAgent,
    signedInAt,
    lastSeenAt,
    expiresAt: iso(expiresAt),
  };
}

export function toCurrentSessionDto(
  session: Session,
  accounts: readonly AccountOfIdentity[],
  {
    idleExpiry,
    seeingAs,
    managedServiceGroups,
  }: Pick<CurrentSessionDto, 'seeingAs' | 'managedServiceGroups'> & { idleExpiry: number },
): CurrentSessionDto {
  const { sessionId: id, kind, issuer, signedInAt, authTime, expiresAt } = session;
  const own = accounts.find(({ accountId }) => accountId === session.accountId);
  const shown = own ?? session;
  return {
    id,
    kind,
    name: shown.name ?? null,
    email: shown.email ?? null,
    accountId: own?.accountId ?? null,
    userId: own?.userId ?? null,
    role: own?.role ?? null,
    permissions: kind === 'operator' ? permissionNames('operator') : own ? permissionNames(own.role) : [],
    managedServiceGroups,
    seeingAs,
    accounts: accounts.map(({ accountId, accountName, userId, role }) => ({
      accountId,
      accountName,
      userId,
      role,
      permissions: permissionNames(role),
    })),
    issuer,
    signedInAt,
    authTime: authTime === 0 ? null : iso(authTime),
    expiresAt: iso(expiresAt),
    idleExpiresAt: new Date(Math.min(idleExpiry, expiresAt * 1_000)).toISOString(),
  };
}

export function toSeeingAsDto(
  { accountId, userId, until }: Seeing,
  user: UserCaller | undefined,
  managedServiceGroups: ManagedServiceGroupRefDto[] | null,
): SeeingAsDto {
  const { accountName = null, name = null, email = null, role = null } = user ?? {};
  const permissions = role && permissionNames(role);
  return { accountId, userId, accountName, name, email, role, permissions, managedServiceGroups, until };
}
