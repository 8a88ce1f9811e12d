import { kmsClient, objectOfS3 } from '#libs/aws-clients';
import { parseWitnesses, type Signing } from '#libs/directory';
import { fileLogKey, fileLogMark } from './file-log-key.js';
import { kmsLogKey, objectLogMark } from './kms-log-key.js';

const ANSWER_MS = 2_000;

/** What signs the logs (a key in KMS rather than a file), and where the newest that is signed is marked. Undefined where no key is named: then there are no logs. */
export function logSigning(env: NodeJS.ProcessEnv): Signing | undefined {
  const file = env['ROLLBOOK_LOG_KEY_FILE'] || undefined;
  const keyId = env['ROLLBOOK_LOG_KEY_ARN'] || undefined;
  const witnesses = parseWitnesses(env['ROLLBOOK_LOG_WITNESSES'] ?? '');
  if (keyId === undefined && file !== undefined)
    return { key: fileLogKey(file), mark: fileLogMark(file), witnesses };
  if (keyId === undefined) return undefined;
  const origin = env['ROLLBOOK_LOG_ORIGIN'] || undefined;
  const bucket = env['ROLLBOOK_LOG_MARK_BUCKET'] || undefined;
  if (origin === undefined || bucket === undefined)
    throw new Error(
      'A log whose key is in KMS (ROLLBOOK_LOG_KEY_ARN) has a name (ROLLBOOK_LOG_ORIGIN) and a bucket for what was signed ' +
        'last (ROLLBOOK_LOG_MARK_BUCKET).',
    );
  if (!/^[^\s+]+$/.test(origin))
    throw new Error('ROLLBOOK_LOG_ORIGIN must be a name without spaces and plus signs.');
  const kms = kmsClient({ answerMs: ANSWER_MS });
  const object = objectOfS3(kms.config, { bucket, key: `${origin}/signed` });
  return { key: kmsLogKey(kms, keyId, origin), mark: objectLogMark(object), witnesses };
}
