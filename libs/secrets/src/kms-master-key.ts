import {
  DecryptCommand,
  GenerateDataKeyCommand,
  KMSServiceException,
  type KMSClient,
} from '@aws-sdk/client-kms';
import { MasterKeyError, type MasterKey } from '#libs/directory';

/** KMS's permanent errors: https://docs.aws.amazon.com/kms/latest/APIReference/API_Decrypt.html#API_Decrypt_Errors */
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
  /** The table's name when keys did not yet say what they are bound to. */
  restoredFrom?: string | undefined;
}

/**
 * A symmetric key in AWS KMS, which never leaves it.
 * @param keyId of the key, its ARN or an alias
 * @param tables what keys are bound to: the name of the table when they were created, which is stored with them, so that a
 * copy of the table under another name can unwrap them too
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
          refuse(error, `The KMS key ${keyId} cannot create keys for the table ${tableName}`),
        );
      if (!Plaintext || !CiphertextBlob) throw new Error('KMS answered without a data key.');
      return { plain: Plaintext, wrapped: CiphertextBlob, boundTo: tableName };
    },
    async unwrapKey(wrapped, boundTo = restoredFrom) {
      const EncryptionContext = contextOf(boundTo);
      const { Plaintext } = await client
        .send(new DecryptCommand({ KeyId: keyId, CiphertextBlob: wrapped, EncryptionContext }))
        .catch((error: unknown) =>
          refuse(error, `The KMS key ${keyId} cannot decrypt the keys of the table ${boundTo}`),
        );
      if (!Plaintext) throw new Error('KMS answered without a key.');
      return Plaintext;
    },
  };
}

function refuse(error: unknown, what: string): never {
  if (!(error instanceof KMSServiceException) || !LASTING.has(error.name)) throw error;
  throw new MasterKeyError(
    `${what}: ${error.name}: ${error.message} Set ROLLBOOK_ERASURE_KEY_ARN to the key that the table's data is ` +
      'encrypted under, enable it or cancel its deletion, and allow this role kms:Decrypt and kms:GenerateDataKey. If the ' +
      'table was restored from another one, set ROLLBOOK_RESTORED_FROM to its name.',
    { cause: error },
  );
}
