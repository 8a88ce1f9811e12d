import { reportRefusals } from '../report-refusals.js';
import { timeLimits, type TimeLimits } from '../time-limits.js';

/** The differences between AWS clients. The SDK finds everything left out, as its users expect. */
export interface ClientSettings {
  /** A service on this machine instead of AWS's. It needs neither region nor credentials. */
  endpoint?: string | undefined;
  /** Only if given by a person: the SDK finds AWS_REGION and the profile's region. */
  region?: string | undefined;
  /** Milliseconds until an answer begins, and until more of it arrives. */
  answerMs?: number | undefined;
  /** Including the first attempt. */
  maxAttempts?: number | undefined;
  /** Called when AWS keeps refusing what a program repeats by itself: see `reportRefusals`. */
  onRefused?: ((error: unknown) => void) | undefined;
  /** Uses another handler than the SDK's: `overUndici`, for clients that are called often. */
  handler?: ((limits: TimeLimits) => object) | undefined;
  /** Signs with a cached signing key: see `requestSigner`. */
  keepSigningKey?: boolean | undefined;
}

const LOCAL_REGION = 'us-east-1';
const LOCAL_CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

export function configurationOf({ endpoint, region, answerMs, maxAttempts }: ClientSettings) {
  return {
    requestHandler: timeLimits(answerMs),
    ...(maxAttempts !== undefined && { maxAttempts }),
    ...(region && { region }),
    ...(endpoint && {
      endpoint,
      region: region || process.env['AWS_REGION'] || LOCAL_REGION,
      ...(!process.env['AWS_ACCESS_KEY_ID'] && { credentials: LOCAL_CREDENTIALS }),
    }),
  };
}

/** The logger's middleware copies each input and output, including keys, for a logger that does nothing. */
export function prepared<C extends { middlewareStack: { remove(name: string): boolean } }>(
  client: C,
  { onRefused }: ClientSettings,
): C {
  client.middlewareStack.remove('loggerMiddleware');
  if (onRefused) reportRefusals(client.middlewareStack, onRefused);
  return client;
}
