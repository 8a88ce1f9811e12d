import { useNavigate } from '@tanstack/react-router';
import type { Found, FoundKind } from './queries.js';

/** Opens the page of what was found; of a user or service group also as of a day. */
export function useOpen(): (kind: FoundKind, found: Found, day: string | undefined) => Promise<void> {
  const navigate = useNavigate();
  return (kind, { id, accountId: account, webhookEndpointId }, day) => {
    const search = day === undefined ? {} : { at: day };
    switch (kind) {
      case 'user':
        return navigate({ to: '/a/$account/users/$user', params: { account, user: id }, search });
      case 'service-group':
        return navigate({ to: '/a/$account/groups/$group', params: { account, group: id }, search });
      case 'team':
        return navigate({ to: '/a/$account/teams/$team', params: { account, team: id } });
      case 'account':
        return navigate({ to: '/a/$account', params: { account: id } });
      case 'api-key':
        return navigate({ to: '/a/$account/developers/api-keys', params: { account } });
      case 'webhook-endpoint':
        return navigate({
          to: '/a/$account/developers/webhooks/$endpoint',
          params: { account, endpoint: id },
        });
      case 'log-stream':
        return navigate({
          to: '/a/$account/developers/log-streams/$stream',
          params: { account, stream: id },
        });
      case 'delivery':
        return navigate({
          to: '/a/$account/developers/webhooks/$endpoint/deliveries/$event',
          params: { account, endpoint: webhookEndpointId ?? '', event: id },
        });
      case 'access-request':
        return navigate({ to: '/a/$account/requests', params: { account } });
      case 'access-roles':
        return navigate({ to: '/a/$account/settings/access-roles', params: { account }, search });
      case 'import':
        return navigate({ to: '/a/$account/import', params: { account }, search: { import: id } });
      case 'job':
        return navigate({ to: '/a/$account/jobs', params: { account } });
      case 'event':
        return navigate({
          to: '/a/$account/activity',
          params: { account },
          search: { subject: subjectOf(id) },
        });
      default:
        return kind satisfies never;
    }
  };
}

/** Event ids are `{aggregateId}.{version}`. */
function subjectOf(eventId: string): string {
  return eventId.slice(0, eventId.lastIndexOf('.'));
}
