/**
 * The key that wraps all others: AWS KMS in production, a file in development. It never leaves its place, and wraps other
 * keys there.
 */
export interface MasterKey {
  /**
   * A new key of 256 bits, plain and wrapped by the master key. Creates the master key if there is none.
   * @returns `boundTo`: required to unwrap it, stored with it
   */
  generateKey(): Promise<{ plain: Uint8Array; wrapped: Uint8Array; boundTo?: string }>;
  /**
   * Never creates a master key.
   * @throws MasterKeyError if it is missing, unusable, or not the one that wrapped the key
   */
  unwrapKey(wrapped: Uint8Array, boundTo?: string): Promise<Uint8Array>;
}

/** The master key is not the one that the table needs. The message names the setting and says what to restore. */
export class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError';
}
