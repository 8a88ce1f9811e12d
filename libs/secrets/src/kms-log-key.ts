import { GetPublicKeyCommand, SignCommand, type KMSClient } from '@aws-sdk/client-kms';
import type { ObjectOfS3 } from '#libs/aws-clients';
import type { LogKey, LogMark } from '#libs/directory';

const KEY_BYTES = 32;

/**
 * A key of AWS KMS of the kind `ECC_NIST_EDWARDS25519`. It signs the message as it is: `ED25519_PH_SHA_512` is another algorithm, which
 * no verifier of notes knows. https://docs.aws.amazon.com/kms/latest/APIReference/API_Sign.html
 */
export function kmsLogKey(client: Pick<KMSClient, 'send'>, keyId: string, origin: string): LogKey {
  let known: Promise<Uint8Array> | undefined;
  const read = async () => {
    const { PublicKey, KeySpec } = await client.send(new GetPublicKeyCommand({ KeyId: keyId }));
    // In SubjectPublicKeyInfo the key comes last (RFC 8410).
    if (KeySpec === 'ECC_NIST_EDWARDS25519' && PublicKey) return PublicKey.slice(-KEY_BYTES);
    throw new Error(`The KMS key ${keyId} of the log is not of the kind ECC_NIST_EDWARDS25519.`);
  };
  return {
    origin,
    async publicKey() {
      known ??= read();
      return known.catch((error: unknown) => {
        known = undefined;
        throw error;
      });
    },
    async sign(message) {
      const { Signature } = await client.send(
        new SignCommand({
          KeyId: keyId,
          Message: message,
          MessageType: 'RAW',
          SigningAlgorithm: 'ED25519_SHA_512',
        }),
      );
      if (Signature) return Signature;
      throw new Error('KMS answered without a signature.');
    },
  };
}

/** An object that is written on condition of the version that was read. */
export function objectLogMark(object: ObjectOfS3): LogMark {
  return {
    async read() {
      const found = await object.read();
      if (!found) return undefined;
      const [size, root = ''] = found.text.trim().split(' ');
      return { size: Number(size), root: Buffer.from(root, 'hex'), version: found.version };
    },
    replace: (before, { size, root }) =>
      object.write(`${size} ${Buffer.from(root).toString('hex')}\n`, before?.version),
  };
}
