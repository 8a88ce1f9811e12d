import type { ApiKeyId } from '../values/ids.js';
import { activeAccount, existingAccount, type AccountState } from '../account/account.js';
import { DomainError } from '../values/errors.js';
import type { Actor, Recorded } from '../schema/recorded.js';
import { parseTitle } from '../values/name.js';
import { parseAll } from '../values/parse-all.js';
import type { NewApiKeyEvent } from './events.js';
import { ACCOUNT_SCOPES, PLATFORM_SCOPES, type Scope } from '../permissions/scopes.js';

interface NoApiKey {
  status: 'none';
}

/** A machine's credential. Only a digest of its secret is stored, which cannot be used in its place. */
export interface ApiKey {
  status: 'active' | 'revoked';
  apiKeyId: ApiKeyId;
  /** The account it belongs to; the platform's own id for an operators' key. */
  accountId: string;
  name: string;
  scopes: Scope[];
  /** The end of the key, to tell it from others. */
  hint: string;
  /** SHA-256 of the whole key, base64url. */
  secretHash: string;
  /** ISO 8601, UTC. The key is refused from then on; absent: it never expires. */
  validUntil?: string | undefined;
  /** The previous key, accepted until `previousValidUntil`. */
  previousSecretHash?: string | undefined;
  previousValidUntil?: string | undefined;
  createdBy: Actor;
  version: number;
  createdAt: string;
  updatedAt: string;
}

export type ApiKeyState = NoApiKey | ApiKey;

export interface DrawnSecret {
  hint: string;
  secretHash: string;
}

export type ApiKeyCommand =
  | ({
      type: 'create_api_key';
      apiKeyId: ApiKeyId;
      name: string;
      scopes: readonly Scope[];
      expiresAt: string | undefined;
    } & DrawnSecret)
  | ({
      type: 'rotate_api_key';
      previousValidUntil: string;
      /** Undefined leaves the expiry unchanged. */
      expiresAt: string | undefined;
    } & DrawnSecret)
  | { type: 'revoke_api_key' };

export const initialApiKey: ApiKeyState = { status: 'none' };

/**
 * Decides what a command does to an API key.
 * @param account undefined for an operators' key, which belongs to no account
 * @throws DomainError
 */
export function decideApiKey(
  state: ApiKeyState,
  command: ApiKeyCommand,
  { account }: { account: AccountState | undefined },
): NewApiKeyEvent[] {
  if (command.type === 'create_api_key') {
    if (account) activeAccount(account);
    if (state.status !== 'none') throw new DomainError('api_key_exists', 'This API key already exists.');
    const { apiKeyId, hint, secretHash, expiresAt = null } = command;
    const { name, scopes } = parseAll({
      name: () => parseTitle(command.name),
      scopes: () => scopesIn(command.scopes, account ? ACCOUNT_SCOPES : PLATFORM_SCOPES),
    });
    return [{ type: 'api_key.created', data: { apiKeyId, name, scopes, hint, expiresAt, secretHash } }];
  }
  // A key can be revoked even in a suspended account.
  if (account) existingAccount(account);
  const { apiKeyId, name, scopes, hint, validUntil } = existingApiKey(state);
  const identity = { apiKeyId, name, scopes, hint };
  switch (command.type) {
    case 'rotate_api_key': {
      if (account) activeAccount(account);
      const { secretHash, previousValidUntil } = command;
      const expiresAt = command.expiresAt ?? validUntil ?? null;
      const issued = { ...identity, hint: command.hint, expiresAt, secretHash };
      return [{ type: 'api_key.rotated', data: { ...issued, previousHint: hint, previousValidUntil } }];
    }
    case 'revoke_api_key':
      return [{ type: 'api_key.revoked', data: identity }];
    default:
      return command satisfies never;
  }
}

/** In the order of their declaration, without duplicates: a list of scopes is a set. */
function scopesIn(wanted: readonly Scope[], allowed: readonly Scope[]): Scope[] {
  const foreign = wanted.find((scope) => !allowed.includes(scope));
  if (foreign !== undefined)
    throw new DomainError('invalid_scope', `This API key cannot have the scope ${foreign}.`, 'scopes');
  if (wanted.length === 0)
    throw new DomainError('invalid_scope', 'An API key must have at least one scope.', 'scopes');
  return allowed.filter((scope) => wanted.includes(scope));
}

export function evolveApiKey(state: ApiKeyState, event: Recorded<NewApiKeyEvent>): ApiKeyState {
  const { version, at } = event;
  if (event.type === 'api_key.created') {
    const { accountId, actor, data } = event;
    const { expiresAt, ...kept } = data;
    const times = { version, createdAt: at, updatedAt: at };
    return { status: 'active', accountId, ...kept, ...expiry(expiresAt), createdBy: actor, ...times };
  }
  const apiKey = { ...existingApiKey(state), version, updatedAt: at };
  switch (event.type) {
    case 'api_key.rotated': {
      const { hint, secretHash, expiresAt, previousValidUntil } = event.data;
      const { validUntil: _, ...rest } = apiKey;
      const previousSecretHash = apiKey.secretHash;
      return { ...rest, hint, secretHash, ...expiry(expiresAt), previousSecretHash, previousValidUntil };
    }
    case 'api_key.revoked':
      return { ...apiKey, status: 'revoked' };
    default:
      return event satisfies never;
  }
}

function expiry(expiresAt: string | null): { validUntil?: string } {
  return expiresAt === null ? {} : { validUntil: expiresAt };
}

/**
 * A revoked key is as absent as one that never existed.
 * @throws DomainError `api_key_not_found`
 */
export function existingApiKey(state: ApiKeyState): ApiKey {
  if (state.status === 'none' || state.status === 'revoked')
    throw new DomainError('api_key_not_found', 'There is no such API key.');
  return state;
}

/** The digests of the secrets that are valid at this time (milliseconds since the epoch); none once the key has expired. */
export function acceptedHashes(
  { secretHash, validUntil, previousSecretHash, previousValidUntil }: ApiKey,
  now: number,
): string[] {
  if (validUntil !== undefined && Date.parse(validUntil) <= now) return [];
  const inGrace = previousValidUntil !== undefined && Date.parse(previousValidUntil) > now;
  return inGrace && previousSecretHash !== undefined ? [secretHash, previousSecretHash] : [secretHash];
}
