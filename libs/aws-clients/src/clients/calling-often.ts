import { requestSigner, type SignerSources } from '../request-signer.js';
import { timeLimits } from '../time-limits.js';
import { configurationOf, prepared, type ClientSettings } from './client.js';

interface CallingOften {
  config: Pick<SignerSources, 'credentials' | 'region'>;
  middlewareStack: Parameters<typeof prepared>[0]['middlewareStack'];
}

/** A client of a service with requests like DynamoDB's, whose handler and signer can be replaced. */
export function callingOften<C extends CallingOften>(
  Client: new (configuration: object) => C,
  service: string,
  settings: ClientSettings,
  more: object = {},
): C {
  const { handler, keepSigningKey } = settings;
  const signer = requestSigner({
    service,
    credentials: () => client.config.credentials(),
    region: () => client.config.region(),
  });
  const client: C = new Client({
    ...configurationOf(settings),
    ...(handler && { requestHandler: handler(timeLimits(settings.answerMs)) }),
    ...(keepSigningKey && { signer: () => Promise.resolve(signer) }),
    ...more,
  });
  return prepared(client, settings);
}
