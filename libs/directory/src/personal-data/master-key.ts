/**
 * The key above all others: AWS KMS in production, a file in development. It never leaves where it is kept, and wraps
 * other keys there.
 */
export interface MasterKey {
  /** A new key of 256 bits: as it is, and wrapped by the master key. */
  generateKey(): Promise<{ plain: Uint8Array; wrapped: Uint8Array }>;
  /** @throws when the key was not wrapped by this master key, or the master key cannot be reached */
  unwrapKey(wrapped: Uint8Array): Promise<Uint8Array>;
}
