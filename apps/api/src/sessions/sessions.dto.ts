import { Matches } from 'class-validator';
import type { AccountOfIdentity, Session } from '#libs/directory';
import { ACCOUNT_ID } from '../requests/query/ids.js';

/** An account that the person may act in. */
export class SessionAccountDto {
  accountId!: string;
  accountName!: string;
  /** Whom they are there. */
  userId!: string;
  role!: 'owner' | 'admin' | 'member';
}

/** The session of the browser that is calling. */
export class CurrentSessionDto {
  id!: string;
  kind!: 'user' | 'operator';
  /** Of the user, or of an operator as the identity provider has it. Null while no account is chosen. */
  name!: string | null;
  email!: string | null;
  /** The account that the session acts in. Null for operators, and while the person has yet to choose one. */
  accountId!: string | null;
  userId!: string | null;
  /** The role as it is now. */
  role!: 'owner' | 'admin' | 'member' | null;
  /** All accounts that the person may act in, by name. */
  accounts!: SessionAccountDto[];
  /** The identity provider they signed in at. */
  issuer!: string;
  /** ISO 8601, UTC. */
  signedInAt!: string;
  /** ISO 8601, UTC. When the person last proved who they are. */
  authTime!: string;
  /** ISO 8601, UTC. Then the session ends in any case. */
  expiresAt!: string;
  /** ISO 8601, UTC. Then the session ends unless it is used before. */
  idleExpiresAt!: string;
}

/** Somewhere where somebody is signed in. */
export class SessionDto {
  id!: string;
  /** True for the session that is asking. */
  current!: boolean;
  issuer!: string;
  /** What the browser calls itself. */
  userAgent!: string | null;
  /** ISO 8601, UTC. */
  signedInAt!: string;
  /** ISO 8601, UTC. To some minutes. */
  lastSeenAt!: string;
  /** ISO 8601, UTC. Then the session ends in any case. */
  expiresAt!: string;
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
  idleExpiry: number,
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
    accounts: accounts.map(({ accountId, accountName, userId, role }) => ({
      accountId,
      accountName,
      userId,
      role,
    })),
    issuer,
    signedInAt,
    authTime: iso(authTime),
    expiresAt: iso(expiresAt),
    idleExpiresAt: new Date(Math.min(idleExpiry, expiresAt * 1_000)).toISOString(),
  };
}
