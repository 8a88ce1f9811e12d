import { timingSafeEqual } from 'node:crypto';
import { loadCredential, PLATFORM_ACCOUNT_ID, type Directory } from '#libs/directory';
import { acceptedHashes } from '#libs/domain';
import { Problem } from '../../problems/problem.js';
import { readKey, type PresentedKey } from './api-key-format.js';
import type { ApiKeyCaller } from '../caller/caller.js';
import { unauthorized } from '../caller/unauthorized.js';

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

/** Verifies API keys: one table read for a key, shared by all requests of the next moments that it admits. */
export class ApiKeyVerifier {
  private readonly cache = new Map<string, Cached>();

  constructor(private readonly now: () => number = Date.now) {}

  /** @throws Problem `token_invalid` for a text that cannot be a key, or is mistyped. Reads nothing. */
  read(token: string): PresentedKey {
    const key = readKey(token);
    if (!key) throw unauthorized('token_invalid', 'Malformed API key: it is mistyped or incomplete.');
    return key;
  }

  isProven({ apiKeyId, secretHash }: PresentedKey): boolean {
    const cached = this.cache.get(apiKeyId);
    return cached !== undefined && cached.proven.has(secretHash) && cached.until > this.now();
  }

  /** A cached result is read again before a key is refused: another process may have rotated it a moment ago. */
  async verify(directory: Directory, presented: PresentedKey): Promise<ApiKeyCaller> {
    const known = this.known(presented);
    if (!known) return this.admitted(this.load(directory, presented), presented);
    try {
      return await this.admitted(known, presented);
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 401) throw error;
      const entry = this.cache.get(presented.apiKeyId);
      // Requests that are refused at the same time share one more look.
      const fresh = entry !== undefined && entry !== known ? entry : this.load(directory, presented, known);
      return this.admitted(fresh, presented);
    }
  }

  private async admitted(cached: Cached, presented: PresentedKey): Promise<ApiKeyCaller> {
    const { account, apiKey } = await cached.credential;
    if (account?.status === 'none' || account?.status === 'closed' || apiKey?.status !== 'active')
      throw unauthorized('token_invalid', 'The API key is unknown or has been revoked.');
    const hashes = acceptedHashes(apiKey, this.now());
    if (hashes.length === 0) throw unauthorized('token_expired', 'The API key has expired.');
    if (!hashes.some((hash) => isSame(hash, presented.secretHash)))
      throw unauthorized('token_invalid', 'The API key is unknown or has been revoked.');
    cached.proven.add(presented.secretHash);
    if (account?.status === 'suspended') throw new Problem('account_suspended', 'The account is suspended.');
    const { apiKeyId: id, accountId, name, scopes } = apiKey;
    const own = accountId === PLATFORM_ACCOUNT_ID ? undefined : accountId;
    const { name: accountName, plan: accountPlan } = account ?? {};
    return { kind: 'api-key', id, accountId: own, accountName, accountPlan, name, scopes };
  }

  private known({ apiKeyId }: PresentedKey): Cached | undefined {
    const known = this.cache.get(apiKeyId);
    return known && known.until > this.now() ? known : undefined;
  }

  /** By the key's id, whatever its secret. */
  private load(directory: Directory, { accountId, apiKeyId }: PresentedKey, replaced?: Cached): Cached {
    const credential = loadCredential(directory, accountId, apiKeyId);
    const proven = new Set(replaced?.proven);
    const entry = { credential, until: this.now() + CACHED_FOR_MS, proven };
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
