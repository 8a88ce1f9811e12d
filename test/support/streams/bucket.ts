import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { SignatureV4 } from '@smithy/signature-v4';
import { bucketOfS3, kmsClient, type BucketOfS3 } from '#libs/aws-clients';
import type { PublishedEvent } from '#libs/event-contracts';

const BUCKET = 'logs';

export interface Put {
  key: string;
  body: Buffer;
}

export interface TestBucket {
  bucket: BucketOfS3;
  /** Every one that was accepted, in order. */
  puts: Put[];
  /** Keys whose objects are not accepted. */
  refuses: (key: string) => boolean;
  /** The events of an account, in the order of the objects' names. */
  eventsOf(accountId: string): PublishedEvent[];
  stop(): Promise<void>;
}

/** What S3 documents of PutObject (https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html): signature, digest and length are checked. */
export async function startBucket(): Promise<TestBucket> {
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    void accept(request).then(({ status, text = '' }) => response.writeHead(status).end(text));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { config } = kmsClient({ endpoint });
  const signer = new SignatureV4({
    service: 's3',
    credentials: config.credentials,
    region: config.region,
    sha256: config.sha256,
    uriEscapePath: false,
  });
  const accept = async (request: IncomingMessage) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { method, url = '', headers } = request;
    if (method !== 'PUT' || !url.startsWith(`/${BUCKET}/`)) return { status: 405 };
    if (headers['x-amz-content-sha256'] !== createHash('sha256').update(body).digest('hex'))
      return { status: 400, text: 'XAmzContentSHA256Mismatch' };
    if (headers['content-length'] !== String(body.length))
      return { status: 411, text: 'MissingContentLength' };
    if (!(await isSigned(signer, request, body))) return { status: 403, text: 'SignatureDoesNotMatch' };
    const key = decodeURIComponent(url.slice(BUCKET.length + 2));
    if (made.refuses(key)) return { status: 503, text: 'SlowDown' };
    objects.set(key, body);
    made.puts.push({ key, body });
    return { status: 200 };
  };
  const made: TestBucket = {
    bucket: bucketOfS3(config, { bucket: BUCKET, endpoint }),
    puts: [],
    refuses: () => false,
    eventsOf: (accountId) =>
      [...objects]
        .filter(([key]) => key.startsWith(`${accountId}/`))
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .flatMap(([, body]) => gunzipSync(body).toString('utf8').split('\n').filter(Boolean))
        .map((line) => JSON.parse(line) as PublishedEvent),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return made;
}

/** Signed again, by what the request says is signed. */
async function isSigned(
  signer: SignatureV4,
  { method = '', url = '', headers }: IncomingMessage,
  body: Buffer,
): Promise<boolean> {
  const { authorization = '' } = headers;
  const names = /SignedHeaders=([\w;-]+)/.exec(authorization)?.[1]?.split(';') ?? [];
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))) return false;
  const [, date = '', time = ''] = /^(\d{8})T(\d{6})Z$/.exec(String(headers['x-amz-date'])) ?? [];
  const iso = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}Z`;
  const signed = Object.fromEntries(names.map((name) => [name, String(headers[name])]));
  const { host = '', 'x-amz-date': _, ...others } = signed;
  const again = await signer.sign(
    {
      ...{ method, protocol: 'http:', hostname: host.split(':')[0]!, path: url, query: {}, body },
      headers: { ...others, host },
    },
    { signingDate: new Date(iso) },
  );
  return again.headers['authorization'] === authorization;
}
