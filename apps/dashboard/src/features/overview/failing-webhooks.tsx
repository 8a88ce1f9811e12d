import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Banner } from '../../components/feedback/banner.js';
import { failingEndpointsQuery } from '../developers/webhooks/endpoints.js';
import { TEXTS } from './texts.js';

/** Renders nothing if all webhook endpoints accept what is sent. */
export function FailingWebhooks({ accountId }: { accountId: string }) {
  const { data: failing = [] } = useQuery(failingEndpointsQuery(accountId));
  if (failing.length === 0) return null;
  return (
    <Banner tone="warn" title={TEXTS.failingWebhooks}>
      <ul>
        {failing.map(({ id, url }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-2">
            <span className="min-w-0 break-all">{url}</span>
            <Link
              to="/a/$account/developers/webhooks/$endpoint"
              params={{ account: accountId, endpoint: id }}
              aria-label={`${TEXTS.look}: ${url}`}
              className="font-medium underline underline-offset-2"
            >
              {TEXTS.look}
            </Link>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
