/**
 * The key above all others: AWS KMS in production, a file in development. It never leaves where it is kept, and wraps
 * other keys there.
 */
export interface MasterKey {
  /**
   * A new key of 256 bits: as it is, and wrapped by the master key. Makes the master key when there is none.
   *
   * @returns `boundTo`: what must be said again to unwrap it, kept beside it
   */
  generateKey(): Promise<{ plain: Uint8Array; wrapped: Uint8Array; boundTo?: string }>;
  /**
   * Never makes a master key.
   *
   * @throws MasterKeyError when it is missing, unusable, or not the one that wrapped the key
   */
  unwrapKey(wrapped: Uint8Array, boundTo?: string): Promise<Uint8Array>;
}

/** The master key is not the one that the table needs. The message names the setting and says what to restore. */
export class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError';
}
