/** AWS KMS in production, a file in development. It never leaves its place, and wraps other keys there. */
export interface MasterKey {
  /** 256 bits. Creates the master key if there is none. @returns `boundTo`: required to unwrap the key */
  generateKey(): Promise<{ plain: Uint8Array; wrapped: Uint8Array; boundTo?: string }>;
  /** Never creates a master key. @throws MasterKeyError if it is missing, unusable, or another */
  unwrapKey(wrapped: Uint8Array, boundTo?: string): Promise<Uint8Array>;
}

export class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError';
}
