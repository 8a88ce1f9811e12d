import { mayBePublicHost } from '#libs/outbound-requests';
import type { Configuration } from '../configuration/configuration.js';
import { fieldProblem } from '../problems/problem.js';

/** Reported early. The actual protection is the check of each connection: a name may resolve to another address later. */
export function requirePublicHost({ webhooks }: Pick<Configuration, 'webhooks'>, url: string): void {
  const parsed = URL.parse(url);
  if (webhooks.allowLocal || !parsed) return;
  const detail =
    parsed.protocol !== 'https:'
      ? 'url must begin with https://.'
      : mayBePublicHost(parsed.hostname)
        ? undefined
        : 'url must have a public host.';
  if (detail) throw fieldProblem([{ code: 'invalid_webhook_url', detail, pointer: '/url' }]);
}
