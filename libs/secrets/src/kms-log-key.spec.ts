import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { kmsClient, objectOfS3 } from '#libs/aws-clients';
import { openNote, noteSignature, signedNote } from '#libs/transparency-log';
import { kmsLogKey, objectLogMark } from './kms-log-key.js';

/** KMS and S3 as far as a log needs them, in their wire protocols: KMS refuses what its documentation says it refuses. */
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
let server: Server;
let endpoint: string;
let object: { text: string; tag: string } | undefined;
let keySpec: string;
let signatures: number;

beforeEach(async () => {
  [object, keySpec, signatures] = [undefined, 'ECC_NIST_EDWARDS25519', 0];
  server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.once('end', () => {
      const {
        status,
        body = '',
        headers = {},
      } = request.method === 'POST'
        ? kms(String(request.headers['x-amz-target']), JSON.parse(text) as Record<string, string>)
        : s3(request.method!, request.headers as Record<string, string>, text);
      response.writeHead(status, headers).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

interface Answer {
  status: number;
  body?: string;
  headers?: Record<string, string>;
}

function kms(
  target: string,
  { Message = '', MessageType, SigningAlgorithm }: Record<string, string>,
): Answer {
  const headers = { 'content-type': 'application/x-amz-json-1.1' };
  const answer = (body: object) => ({ status: 200, body: JSON.stringify(body), headers });
  if (target.endsWith('GetPublicKey')) {
    const der = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    return answer({ PublicKey: der, KeySpec: keySpec });
  }
  if (MessageType !== 'RAW' || SigningAlgorithm !== 'ED25519_SHA_512')
    return { status: 400, body: JSON.stringify({ __type: 'ValidationException' }), headers };
  signatures += 1;
  const Signature = sign(null, Buffer.from(Message, 'base64'), privateKey).toString('base64');
  return answer({ Signature });
}

function s3(method: string, headers: Record<string, string>, text: string): Answer {
  const isSigned =
    headers['authorization']?.startsWith('AWS4-HMAC-SHA256 ') &&
    headers['x-amz-content-sha256'] === createHash('sha256').update(text).digest('hex');
  if (!isSigned) return { status: 403 };
  if (method === 'GET')
    return object ? { status: 200, body: object.text, headers: { etag: object.tag } } : { status: 404 };
  const isMet = headers['if-none-match'] === '*' ? !object : headers['if-match'] === object?.tag;
  if (!isMet) return { status: 412 };
  object = { text, tag: `"${createHash('md5').update(text).digest('hex')}"` };
  return { status: 200 };
}

test('a key of KMS signs the text itself, as readers of notes expect, and is read once', async () => {
  const key = kmsLogKey(kmsClient({ endpoint, maxAttempts: 1 }), 'arn:log', 'log.example.org');
  const verifier = { name: key.origin, publicKey: await key.publicKey(), type: 'note' } as const;
  const text = 'log.example.org\n1\nAAAA\n';
  const note = signedNote(text, [noteSignature(verifier, await key.sign(Buffer.from(text)))]);
  expect(openNote(note, [verifier]).text).toBe(text);
  expect(signatures).toBe(1);
});

test('a key of another kind is refused', async () => {
  keySpec = 'ECC_NIST_P256';
  const key = kmsLogKey(kmsClient({ endpoint, maxAttempts: 1 }), 'arn:log', 'log.example.org');
  await expect(key.publicKey()).rejects.toThrow('not of the kind ECC_NIST_EDWARDS25519');
});

test('a mark in S3 is replaced only as it was read', async () => {
  const place = { bucket: 'marks', key: 'log.example.org/signed', endpoint };
  const mark = objectLogMark(objectOfS3(kmsClient({ endpoint }).config, place));
  const root = Buffer.alloc(32, 7);
  expect(await mark.read()).toBeUndefined();
  expect(await mark.replace(undefined, { size: 1, root })).toBe(true);
  expect(await mark.replace(undefined, { size: 2, root })).toBe(false);
  const read = await mark.read();
  expect(read).toMatchObject({ size: 1, root });
  expect(await mark.replace(read, { size: 2, root })).toBe(true);
  expect(await mark.replace(read, { size: 3, root })).toBe(false);
  expect(await mark.read()).toMatchObject({ size: 2 });
});
