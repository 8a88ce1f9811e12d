import { kmsClient } from '#libs/aws-clients';
import type { MasterKey } from '#libs/directory';
import { fileMasterKey } from './file-master-key.js';
import { kmsMasterKey } from './kms-master-key.js';

export interface MasterKeyLocation {
  kmsKeyId?: string | undefined;
  /** Only where a person names one. */
  region?: string | undefined;
  file?: string | undefined;
  tableName: string;
  /** For a table restored under another name, if it has keys that do not say what they are bound to. */
  restoredFrom?: string | undefined;
}

/** Until here a KMS that hangs is waited for, with three attempts. */
const ANSWER_MS = 2_000;

/** @throws Error unless exactly one place is named */
export function masterKeyOf({
  kmsKeyId,
  region,
  file,
  tableName,
  restoredFrom = process.env['ROLLBOOK_RESTORED_FROM'] || undefined,
}: MasterKeyLocation): MasterKey {
  if ((kmsKeyId === undefined) === (file === undefined))
    throw new Error(
      'The master key is either in KMS (ROLLBOOK_ERASURE_KEY_ARN) or in a file (ROLLBOOK_MASTER_KEY_FILE).',
    );
  if (file !== undefined) return fileMasterKey(file);
  return kmsMasterKey(kmsClient({ region, answerMs: ANSWER_MS }), kmsKeyId as string, {
    tableName,
    restoredFrom,
  });
}
