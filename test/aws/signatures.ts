import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { SignatureV4 } from '@smithy/signature-v4';

/** What an access key stands for. */
export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
  expired?: boolean;
}

export interface SignedRequest {
  method: string;
  /** Path and query. */
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Why AWS would refuse a request, in its own words. */
export interface Refusal {
  code: string;
  message: string;
}

const CLOCK_SKEW_MS = 5 * 60 * 1000;
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]*)\/([^/]*)\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;

export class Sha256 {
  private readonly hash;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret as string);
  }
  update(data: string | Uint8Array) {
    this.hash.update(data);
  }
  digest() {
    return Promise.resolve(new Uint8Array(this.hash.digest()));
  }
}

/**
 * Checks a request's Signature Version 4 as the service does: known and current credentials, this region and service, and
 * the very signature that comes of the request.
 *
 * @returns the access key, or why the request is refused
 */
export async function checkSignature(
  request: SignedRequest,
  expected: { region: string; service: string; keys: ReadonlyMap<string, Credentials> },
): Promise<string | Refusal> {
  const given = AUTHORIZATION.exec(request.headers.authorization ?? '');
  if (!given)
    return {
      code: 'MissingAuthenticationTokenException',
      message: 'Request is missing Authentication Token',
    };
  const [, accessKeyId = '', , region = '', service = '', signedHeaders = '', signature] = given;
  if (region !== expected.region || service !== expected.service)
    return {
      code: 'InvalidSignatureException',
      message: `Credential should be scoped to ${expected.region} and ${expected.service}, not to "${region}" and "${service}".`,
    };
  const keys = expected.keys.get(accessKeyId);
  const token = request.headers['x-amz-security-token'];
  if (!keys || keys.sessionToken !== token)
    return {
      code: 'UnrecognizedClientException',
      message: 'The security token included in the request is invalid.',
    };
  if (keys.expired)
    return {
      code: 'ExpiredTokenException',
      message: 'The security token included in the request is expired',
    };
  const date = dateOf(String(request.headers['x-amz-date']));
  if (Math.abs(date.getTime() - Date.now()) > CLOCK_SKEW_MS)
    return { code: 'InvalidSignatureException', message: 'Signature not yet current or expired' };
  const own = await signatureOf(request, signedHeaders.split(';'), { ...expected, keys, date });
  if (own === signature) return accessKeyId;
  return {
    code: 'InvalidSignatureException',
    message: 'The request signature we calculated does not match the signature you provided.',
  };
}

async function signatureOf(
  { method, url, headers, body }: SignedRequest,
  signed: readonly string[],
  { region, service, keys, date }: { region: string; service: string; keys: Credentials; date: Date },
): Promise<string | undefined> {
  const hash = headers['x-amz-content-sha256'];
  if (hash !== undefined && hash !== createHash('sha256').update(body).digest('hex')) return undefined;
  const { pathname, searchParams } = new URL(url, 'http://service');
  const signer = new SignatureV4({
    service,
    region,
    credentials: keys,
    sha256: Sha256,
    applyChecksum: false,
  });
  const again = await signer.sign(
    {
      method,
      protocol: 'http:',
      hostname: 'service',
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: Object.fromEntries(signed.map((name) => [name, String(headers[name])])),
      body,
    },
    { signingDate: date },
  );
  return AUTHORIZATION.exec(again.headers['authorization'] ?? '')?.[6];
}

/** `20260303T120000Z` */
function dateOf(text: string): Date {
  return new Date(text.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}
