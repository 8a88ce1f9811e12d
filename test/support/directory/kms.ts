import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface KmsRequest {
  KeyId?: string;
  CiphertextBlob?: string;
  EncryptionContext?: Record<string, string>;
}

class Refusal extends Error {}

/** Data keys as AWS KMS creates them, in its wire protocol: a wrapped key names its key, and is bound to its context. */
export async function startKms(
  keyIds: readonly string[],
  { denies = false } = {},
): Promise<{ url: string; stop(): Promise<void> }> {
  const keys = new Map(keyIds.map((id) => [id, randomBytes(32)]));
  const keyOf = (id = '') => {
    if (denies) throw new Refusal('AccessDeniedException');
    const key = keys.get(id);
    if (!key) throw new Refusal('NotFoundException');
    return key;
  };
  const operations: Record<string, (request: KmsRequest) => object> = {
    GenerateDataKey({ KeyId, EncryptionContext }) {
      const [plain, nonce] = [randomBytes(32), randomBytes(12)];
      const cipher = createCipheriv('aes-256-gcm', keyOf(KeyId), nonce);
      cipher.setAAD(Buffer.from(JSON.stringify(EncryptionContext)));
      const sealed = Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
      const blob = Buffer.concat([Buffer.from(`${KeyId}\n`), sealed]);
      return { KeyId, Plaintext: plain.toString('base64'), CiphertextBlob: blob.toString('base64') };
    },
    Decrypt({ KeyId, CiphertextBlob = '', EncryptionContext }) {
      const blob = Buffer.from(CiphertextBlob, 'base64');
      const end = blob.indexOf('\n');
      const wrappedBy = blob.subarray(0, end).toString();
      if (keyOf(KeyId) !== keys.get(wrappedBy)) throw new Refusal('IncorrectKeyException');
      const sealed = blob.subarray(end + 1);
      const decipher = createDecipheriv('aes-256-gcm', keyOf(KeyId), sealed.subarray(0, 12));
      decipher.setAAD(Buffer.from(JSON.stringify(EncryptionContext))).setAuthTag(sealed.subarray(-16));
      const plain = Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
      return { KeyId: wrappedBy, Plaintext: plain.toString('base64') };
    },
  };
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.once('end', () => {
      const answer = (status: number, body: object) =>
        response
          .writeHead(status, { 'content-type': 'application/x-amz-json-1.1' })
          .end(JSON.stringify(body));
      try {
        const operation = String(request.headers['x-amz-target']).replace('TrentService.', '');
        answer(200, operations[operation]?.(JSON.parse(text) as KmsRequest) ?? {});
      } catch (error) {
        const name = error instanceof Refusal ? error.message : 'InvalidCiphertextException';
        answer(400, { __type: name, message: `${name} of the test.` });
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
