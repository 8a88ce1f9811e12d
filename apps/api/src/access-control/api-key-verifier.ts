import { timingSafeEqual } from 'node:crypto';
import { loadCredential, PLATFORM_ACCOUNT_ID, type Directory } from '#libs/directory';
import { acceptedHashes } from '#libs/domain';
import { Problem } from '../problems/problem.js';
import { readKey, type PresentedKey } from './api-key-format.js';
import type { ApiKeyCaller } from './caller.js';
import { unauthorized } from './unauthorized.js';

/** A key that is revoked, or whose account is suspended, is refused after this time at the latest. */
const CACHED_FOR_MS = 2_000;
const CACHED_KEYS = 10_000;

type Credential = Awaited<ReturnType<typeof loadCredential>>;

interface Cached {
  credential: Promise<Credential>;
  until: number;
  /** The digests of the secrets that were right. */
  proven: Set<string>;
}

/** Verifies API keys: at most one table read for a key, shared by all requests of the next moments. */
export class ApiKeyVerifier {
  private readonly cache = new Map<string, Cached>();

  constructor(private readonly now: () => number = Date.now) {}

  /**
   * Without any table call.
   *
   * @throws Problem `token_invalid` for what cannot be a key, or is mistyped
   */
  read(token: string): PresentedKey {
    const key = readKey(token);
    if (!key) throw unauthorized('token_invalid', 'This is no API key: it is mistyped or cut off.');
    return key;
  }

  /** Whether this very key has just been accepted. */
  isProven({ apiKeyId, secretHash }: PresentedKey): boolean {
    const cached = this.cache.get(apiKeyId);
    return cached !== undefined && cached.proven.has(secretHash) && cached.until > this.now();
  }

  /**
   * @param directory of the request that presents the key: its table call, if one is needed, is that request's
   * @throws Problem with status 401, or 403 when the account is suspended
   */
  async verify(directory: Directory, presented: PresentedKey): Promise<ApiKeyCaller> {
    const cached = this.cached(directory, presented);
    const { account, apiKey } = await cached.credential;
    if (account?.status === 'none' || account?.status === 'closed' || apiKey?.status !== 'active')
      throw unauthorized('token_invalid', 'The API key is not known, or is revoked.');
    const hashes = acceptedHashes(apiKey, this.now());
    if (hashes.length === 0) throw unauthorized('token_expired', 'The API key has expired.');
    if (!hashes.some((hash) => isSame(hash, presented.secretHash)))
      throw unauthorized('token_invalid', 'The API key is not known, or is revoked.');
    cached.proven.add(presented.secretHash);
    if (account?.status === 'suspended') throw new Problem('account_suspended', 'The account is suspended.');
    const { apiKeyId: id, accountId, name, scopes } = apiKey;
    const own = accountId === PLATFORM_ACCOUNT_ID ? undefined : accountId;
    return { kind: 'api-key', id, accountId: own, accountName: account?.name, name, scopes };
  }

  /** By the key's id, whatever its secret: who tries secrets makes no more table calls than who knows it. */
  private cached(directory: Directory, { accountId, apiKeyId }: PresentedKey): Cached {
    const known = this.cache.get(apiKeyId);
    if (known && known.until > this.now()) return known;
    const credential = loadCredential(directory, accountId, apiKeyId);
    const entry = { credential, until: this.now() + CACHED_FOR_MS, proven: new Set<string>() };
    this.cache.delete(apiKeyId);
    const [oldest] = this.cache.keys();
    if (this.cache.size >= CACHED_KEYS && oldest !== undefined) this.cache.delete(oldest);
    this.cache.set(apiKeyId, entry);
    credential.catch(() => this.cache.get(apiKeyId) === entry && this.cache.delete(apiKeyId));
    return entry;
  }
}

function isSame(hash: string, other: string): boolean {
  const [a, b] = [Buffer.from(hash), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
