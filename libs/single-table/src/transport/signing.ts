import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import {
  SMITHY_CONTEXT,
  type Identity,
  type Middleware,
  type Request,
  type Signer,
  type SigningProperties,
} from './sdk-pipeline.js';

type Sign = (request: Request, identity: Identity, at: string) => Request | undefined;

const ALGORITHM = 'AWS4-HMAC-SHA256';
/** What a signature of the SDK shows of those that follow. */
const SHOWN = /\/\d{8}\/(\S+), SignedHeaders=(\S+),/;

const hmac = (key: KeyObject, text: string) => createHmac('sha256', key).update(text);

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
function signatureOf(scope: string, signedHeaders: string): Sign {
  const names = signedHeaders.split(';');
  let known: { of: string; key: KeyObject } | undefined;
  // Node takes several times as long for a key that is bytes.
  const keyOf = (secret: string, day: string) =>
    [day, ...scope.split('/')].reduce(
      (key, part) => createSecretKey(hmac(key, part).digest()),
      createSecretKey(`AWS4${secret}`, 'utf8'),
    );
  return (unsigned, { accessKeyId, secretAccessKey, sessionToken }, at) => {
    const request = unsigned.clone();
    const { headers, method, path, body } = request;
    const day = at.slice(0, 8);
    const content = hash('sha256', body as string);
    headers['x-amz-date'] = at;
    headers['x-amz-content-sha256'] = content;
    if (sessionToken) headers['x-amz-security-token'] = sessionToken;
    let canonical = `${method}\n${path}\n\n`;
    for (const name of names) canonical += `${name}:${headers[name]}\n`;
    // The SDK leaves out such spaces before it signs.
    if (/ {2}|\t|: | \n/.test(canonical)) return undefined;
    canonical += `\n${signedHeaders}\n${content}`;
    const of = day + secretAccessKey;
    if (known?.of !== of) known = { of, key: keyOf(secretAccessKey, day) };
    const text = `${ALGORITHM}\n${at}\n${day}/${scope}\n${hash('sha256', canonical)}`;
    const signature = hmac(known.key, text).digest('hex');
    headers['authorization'] =
      `${ALGORITHM} Credential=${accessKeyId}/${day}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`;
    return request;
  };
}

/** The way the SDK signed a request, if the same request signed in that way has the same signature. */
function learn(unsigned: Request, { headers }: Request, identity: Identity): Sign | undefined {
  const { authorization = '', 'x-amz-date': at = '' } = headers;
  const [, scope, names] = SHOWN.exec(authorization) ?? [];
  if (!scope || !names || typeof unsigned.body !== 'string') return undefined;
  const sign = signatureOf(scope, names);
  return sign(unsigned, identity, at)?.headers['authorization'] === authorization ? sign : undefined;
}

/** Middlewares give requests other headers at times, which have to be signed too; no more combinations than these are kept. */
const MAX_SHAPES = 20;

function faster(signer: Signer): Signer {
  let known: unknown;
  let ways = new Map<string, Sign | undefined>();
  return Object.assign(Object.create(signer) as Signer, {
    async sign(request: Request, identity: Identity, properties: SigningProperties): Promise<Request> {
      const { config, context } = properties;
      const endpoint = context?.['endpointV2'];
      if (endpoint !== known) ways = new Map();
      known = endpoint;
      const ofEndpoint = ways;
      const shape = `${!!identity.sessionToken},${Object.keys(request.headers).join()}`;
      const sign = ofEndpoint.get(shape);
      const offset = config?.systemClockOffset ?? 0;
      const now = Date.now();
      const at = new Date(now + offset).toISOString().replace(/[-:]|\.\d+/g, '');
      const made = sign?.(request, identity, at);
      if (made) {
        // By these, the SDK's handlers of the answer correct the clock.
        properties._preRequestSystemClockOffset = offset;
        properties._requestSentAt = now;
        return made;
      }
      const signed = await signer.sign(request, identity, properties);
      const isNew = !ofEndpoint.has(shape) && ofEndpoint.size < MAX_SHAPES;
      if (isNew && !properties._disableClockSkewCorrection)
        ofEndpoint.set(shape, learn(request, signed, identity));
      return signed;
    },
  });
}

/**
 * Signs requests as the SDK does, in a fraction of the time. The SDK, with whatever signer its client has, signs the first request
 * to an endpoint with given headers; only if the same signature comes out here are those that follow signed here.
 */
export const signing: Middleware = (next, context) => {
  let given: Signer | undefined;
  let made: Signer | undefined;
  return (args) => {
    const { selectedHttpAuthScheme: scheme } = context[SMITHY_CONTEXT] as {
      selectedHttpAuthScheme?: { signer: Signer };
    };
    if (scheme && scheme.signer !== made) {
      if (scheme.signer !== given || !made) made = faster((given = scheme.signer));
      scheme.signer = made;
    }
    return next(args);
  };
};
