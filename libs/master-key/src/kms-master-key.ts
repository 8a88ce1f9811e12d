import { DecryptCommand, GenerateDataKeyCommand, type KMSClient } from '@aws-sdk/client-kms';
import type { MasterKey } from '#libs/directory';

/**
 * A symmetric key in AWS KMS, which never leaves it.
 *
 * @param keyId of the key, its ARN or an alias: used for new keys; what is wrapped names its own
 * @param tableName part of what is wrapped: a key of one table cannot be unwrapped as one of another
 */
export function kmsMasterKey(client: Pick<KMSClient, 'send'>, keyId: string, tableName: string): MasterKey {
  const EncryptionContext = { application: 'rollbook', table: tableName };
  return {
    async generateKey() {
      const { Plaintext, CiphertextBlob } = await client.send(
        new GenerateDataKeyCommand({ KeyId: keyId, KeySpec: 'AES_256', EncryptionContext }),
      );
      if (!Plaintext || !CiphertextBlob) throw new Error('KMS answered without a data key.');
      return { plain: Plaintext, wrapped: CiphertextBlob };
    },
    async unwrapKey(wrapped) {
      const { Plaintext } = await client.send(
        new DecryptCommand({ KeyId: keyId, CiphertextBlob: wrapped, EncryptionContext }),
      );
      if (!Plaintext) throw new Error('KMS answered without a key.');
      return Plaintext;
    },
  };
}
