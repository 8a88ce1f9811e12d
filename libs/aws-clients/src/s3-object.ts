import { createHash } from 'node:crypto';
import { SignatureV4 } from '@smithy/signature-v4';
import type { KMSClient } from '@aws-sdk/client-kms';

/** One object, which is replaced only as it was read. */
export interface ObjectOfS3 {
  read(): Promise<{ text: string; version: string } | undefined>;
  /** @param version which it must still be; undefined: it must not exist @returns false if it is another */
  write(text: string, version: string | undefined): Promise<boolean>;
}

export interface ObjectPlace {
  bucket: string;
  key: string;
  /** A service on this machine instead of AWS's. */
  endpoint?: string;
}

/** Where objects are added, and replaced by the same ones. */
export interface BucketOfS3 {
  put(key: string, body: Uint8Array, contentType: string): Promise<void>;
}

type Signer = Pick<KMSClient['config'], 'credentials' | 'region' | 'sha256'>;

const TIMEOUT_MS = 5_000;
const PUT_MS = 30_000;

/**
 * Two requests are all that is needed of S3; its client would double a function's code. Signed as the SDK signs, with the credentials of
 * another client.
 */
function senderToS3(
  { credentials, region, sha256 }: Signer,
  { bucket, endpoint }: Omit<ObjectPlace, 'key'>,
  timeoutMs: number,
) {
  const signer = new SignatureV4({ service: 's3', credentials, region, sha256, uriEscapePath: false });
  return async (
    method: 'GET' | 'PUT',
    key: string,
    body: string | Uint8Array<ArrayBuffer> = '',
    given: Record<string, string> = {},
  ): Promise<Response> => {
    const url = new URL(endpoint ?? `https://s3.${await region()}.amazonaws.com`);
    url.pathname = `/${[bucket, ...key.split('/')].map(encodeURIComponent).join('/')}`;
    const { headers } = await signer.sign({
      ...{ method, protocol: url.protocol, hostname: url.hostname, path: url.pathname, query: {}, body },
      headers: {
        host: url.host,
        ...given,
        'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
      },
    });
    const signal = AbortSignal.timeout(timeoutMs);
    return fetch(url, { method, headers, signal, ...(method === 'PUT' && { body }) });
  };
}

async function refuse(answer: Response, bucket: string, key: string): Promise<never> {
  throw new Error(`S3 answered ${answer.status} for s3://${bucket}/${key}: ${await answer.text()}`);
}

export function bucketOfS3(signer: Signer, place: Omit<ObjectPlace, 'key'>): BucketOfS3 {
  const send = senderToS3(signer, place, PUT_MS);
  return {
    async put(key, body, contentType) {
      const answer = await send('PUT', key, new Uint8Array(body), { 'content-type': contentType });
      if (!answer.ok) await refuse(answer, place.bucket, key);
    },
  };
}

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html */
export function objectOfS3(signer: Signer, place: ObjectPlace): ObjectOfS3 {
  const { bucket, key } = place;
  const send = senderToS3(signer, place, TIMEOUT_MS);
  return {
    async read() {
      const answer = await send('GET', key);
      if (answer.status === 404) return undefined;
      const version = answer.headers.get('etag');
      if (!answer.ok || version === null) return refuse(answer, bucket, key);
      return { text: await answer.text(), version };
    },
    async write(text, version) {
      const condition: Record<string, string> =
        version === undefined ? { 'if-none-match': '*' } : { 'if-match': version };
      const answer = await send('PUT', key, text, condition);
      // Another request was faster, or is under way.
      if (answer.status === 412 || answer.status === 409) return false;
      return answer.ok || refuse(answer, bucket, key);
    },
  };
}
