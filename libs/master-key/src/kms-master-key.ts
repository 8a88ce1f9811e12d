import {
  DecryptCommand,
  GenerateDataKeyCommand,
  KMSServiceException,
  type KMSClient,
} from '@aws-sdk/client-kms';
import { MasterKeyError, type MasterKey } from '#libs/directory';

/** What KMS says when waiting does not help: https://docs.aws.amazon.com/kms/latest/APIReference/API_Decrypt.html#API_Decrypt_Errors */
const LASTING = new Set([
  'AccessDeniedException',
  'DisabledException',
  'IncorrectKeyException',
  'InvalidCiphertextException',
  'InvalidKeyUsageException',
  'KMSInvalidStateException',
  'NotFoundException',
]);

interface KeyTables {
  tableName: string;
  /** What the table was called when keys did not say yet what they are bound to. */
  restoredFrom?: string | undefined;
}

/**
 * A symmetric key in AWS KMS, which never leaves it.
 *
 * @param keyId of the key, its ARN or an alias
 * @param tables what keys are bound to: the name that the table had when they were made, which stands beside them, so that
 *   a copy of the table under another name opens them too
 */
export function kmsMasterKey(client: Pick<KMSClient, 'send'>, keyId: string, tables: KeyTables): MasterKey {
  const { tableName, restoredFrom = tableName } = tables;
  const contextOf = (table: string) => ({ application: 'rollbook', table });
  return {
    async generateKey() {
      const EncryptionContext = contextOf(tableName);
      const { Plaintext, CiphertextBlob } = await client
        .send(new GenerateDataKeyCommand({ KeyId: keyId, KeySpec: 'AES_256', EncryptionContext }))
        .catch((error: unknown) =>
          refuse(error, `The KMS key ${keyId} gives the table ${tableName} no keys`),
        );
      if (!Plaintext || !CiphertextBlob) throw new Error('KMS answered without a data key.');
      return { plain: Plaintext, wrapped: CiphertextBlob, boundTo: tableName };
    },
    async unwrapKey(wrapped, boundTo = restoredFrom) {
      const EncryptionContext = contextOf(boundTo);
      const { Plaintext } = await client
        .send(new DecryptCommand({ KeyId: keyId, CiphertextBlob: wrapped, EncryptionContext }))
        .catch((error: unknown) =>
          refuse(error, `The KMS key ${keyId} does not open the keys of the table ${boundTo}`),
        );
      if (!Plaintext) throw new Error('KMS answered without a key.');
      return Plaintext;
    },
  };
}

function refuse(error: unknown, what: string): never {
  if (!(error instanceof KMSServiceException) || !LASTING.has(error.name)) throw error;
  throw new MasterKeyError(
    `${what}: ${error.name}: ${error.message} Have ROLLBOOK_ERASURE_KEY_ARN name the key that the table's data is ` +
      'encrypted under, enable it or cancel its deletion, and allow this role kms:Decrypt and kms:GenerateDataKey. Of a ' +
      'table that was restored from another one, ROLLBOOK_RESTORED_FROM must name that one.',
    { cause: error },
  );
}
