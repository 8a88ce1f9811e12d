import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';

interface SignableRequest {
  method: string;
  path: string;
  query?: Record<string, unknown>;
  headers: Record<string, string>;
  body?: unknown;
}

interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
}

/** The SDK names region and service only where its endpoint rules do, which for DynamoDB is next to nowhere. */
interface SigningArguments {
  signingDate?: Date | number | string;
  signingRegion?: string | undefined;
  signingService?: string | undefined;
}

/** A client's own providers, from `client.config`: they refresh what is about to expire. */
export interface SignerSources {
  credentials: () => Promise<Credentials>;
  /** The service's name in a signature, if the SDK does not say it. */
  service: string;
  region: () => Promise<string>;
}

/** What the SDK accepts as a client's `signer`. */
export interface RequestSigner {
  sign<R>(request: R, options?: SigningArguments): Promise<R>;
}

/** Everything a signing key is derived from: another day, region or secret is another key. */
interface SigningKey extends Pick<Credentials, 'secretAccessKey'> {
  day: string;
  region: string;
  service: string;
  key: KeyObject;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
/** Nothing between client and service changes these, and the rest need not be signed. */
const SIGNED_HEADERS = /^(host|content-type|x-amz-.*)$/i;
/** Spaces around a header's value, or several in a row: they are normalised before signing. */
const LOOSE_SPACES = /^\s|\s\s|[^\S ]|\s$/;

/**
 * Signs requests like DynamoDB's (AWS Signature Version 4) and derives the signing key once per day, region and secret, not
 * for each request. Requests the credentials each time, so that rotated ones are used at once.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function requestSigner({ credentials, region, service }: SignerSources): RequestSigner {
  let known: SigningKey | undefined;
  const keyOf = (secretAccessKey: string, day: string, region: string, service: string): KeyObject => {
    const current =
      known?.secretAccessKey === secretAccessKey &&
      known.day === day &&
      known.region === region &&
      known.service === service;
    if (!known || !current) {
      const parts = [day, region, service, 'aws4_request'];
      // Node takes five times as long to sign with the same key as bytes.
      const key = createSecretKey(parts.reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`) as Buffer);
      known = { secretAccessKey, day, region, service, key };
    }
    return known.key;
  };
  return {
    async sign<R>(request: R, options: SigningArguments = {}) {
      const { signingDate = new Date(), signingService = service } = options;
      const signingRegion = options.signingRegion ?? (await region());
      const { accessKeyId, secretAccessKey, sessionToken } = await credentials();
      const signable = request as SignableRequest;
      requireBareRequest(signable);
      const time = new Date(signingDate).toISOString().replace(/[-:]|\.\d{3}/g, '');
      const day = time.slice(0, 8);
      const scope = `${day}/${signingRegion}/${signingService}/aws4_request`;
      const { headers } = signable;
      headers['x-amz-date'] = time;
      if (sessionToken !== undefined) headers['x-amz-security-token'] = sessionToken;
      else delete headers['x-amz-security-token'];
      const { names, text } = canonical(signable);
      const signature = createHmac('sha256', keyOf(secretAccessKey, day, signingRegion, signingService))
        .update(`${ALGORITHM}\n${time}\n${scope}\n${sha256(text)}`)
        .digest('hex');
      headers['authorization'] =
        `${ALGORITHM} Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
      return request;
    },
  };
}

/** Another protocol than DynamoDB's, which EventBridge shares, would need rules that are not here. */
function requireBareRequest({ method, path, query, body }: SignableRequest): void {
  const bare = method === 'POST' && path === '/' && Object.keys(query ?? {}).length === 0;
  if (!bare || (typeof body !== 'string' && !(body instanceof Uint8Array)))
    throw new Error(
      'This signer only signs requests like those to DynamoDB: a POST to / with a complete body.',
    );
}

function canonical({ headers, body }: SignableRequest): { names: string; text: string } {
  const signed: [string, string][] = [];
  for (const name in headers) {
    if (!SIGNED_HEADERS.test(name)) continue;
    const value = headers[name] ?? '';
    const isLoose = LOOSE_SPACES.test(value);
    signed.push([name.toLowerCase(), isLoose ? value.trim().replace(/\s+/g, ' ') : value]);
  }
  signed.sort(([a], [b]) => (a < b ? -1 : 1));
  const names = signed.map(([name]) => name).join(';');
  const lines = signed.map(([name, value]) => `${name}:${value}\n`).join('');
  return { names, text: `POST\n/\n\n${lines}\n${names}\n${sha256(body as string | Uint8Array)}` };
}

function sha256(text: string | Uint8Array): string {
  return hash('sha256', text);
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
