import { reportRefusals } from '../report-refusals.js';
import { timeLimits, type TimeLimits } from '../time-limits.js';

/** What differs from one client of AWS to the next. Everything left out is for the SDK to find, as its users expect. */
export interface ClientSettings {
  /** A service on this machine in place of AWS. It needs neither region nor credentials. */
  endpoint?: string | undefined;
  /** Only where a person names one: AWS_REGION and the profile's region are found by the SDK. */
  region?: string | undefined;
  /** Milliseconds until an answer begins, and until it goes on. */
  answerMs?: number | undefined;
  /** The first attempt included. */
  maxAttempts?: number | undefined;
  /** Told when AWS goes on refusing what a program repeats by itself: see `reportRefusals`. */
  onRefused?: ((error: unknown) => void) | undefined;
  /** Sends by another handler than the SDK's: `overUndici`, for clients that are called often. */
  handler?: ((limits: TimeLimits) => object) | undefined;
  /** Signs with the signing key kept: see `requestSigner`. */
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

/**
 * The logger's middleware copies each input and output, keys among them, for a logger that does nothing. A logger without
 * methods would end that too, but the default credentials are looked for with the same logger, and call it.
 */
export function prepared<C extends { middlewareStack: { remove(name: string): boolean } }>(
  client: C,
  { onRefused }: ClientSettings,
): C {
  client.middlewareStack.remove('loggerMiddleware');
  if (onRefused) reportRefusals(client.middlewareStack, onRefused);
  return client;
}
