import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { CalendarClock, ChevronRight, Inbox, MailWarning, UserX, type LucideIcon } from 'lucide-react';
import { useRefreshAtEnd } from '../../components/data/until.js';
import { Card } from '../../components/layout/card.js';
import { useMay, useSession } from '../../session/session.js';
import { endingSoonQuery } from '../ending/queries.js';
import { managedOnly, openCountQuery } from '../requests/queries.js';
import { pendingInvitationsQuery, suspendedWithAccessQuery } from './queries.js';
import { TEXTS } from './texts.js';

/** What waits for somebody to decide. Renders nothing if nothing does. */
export function Attention({ accountId }: { accountId: string }) {
  const session = useSession();
  const may = useMay(accountId);
  const mayRead = may('users:read');
  const requests = useQuery(openCountQuery(accountId, managedOnly(session, accountId)));
  const invitations = useQuery({ ...pendingInvitationsQuery(accountId), enabled: mayRead });
  const suspended = useQuery({ ...suspendedWithAccessQuery(accountId), enabled: mayRead });
  const ending = useQuery({ ...endingSoonQuery(accountId), enabled: may('memberships:read') });
  useRefreshAtEnd([ending.data?.first], ending.refetch);
  const items: [LucideIcon, number, (count: number) => string, Pick<LinkProps, 'to' | 'search'>][] = [
    [Inbox, requests.data?.value ?? 0, TEXTS.openRequests, { to: '/a/$account/requests' }],
    [
      CalendarClock,
      ending.data?.people ?? 0,
      (count) => TEXTS.ending(count, ending.data?.more ?? false),
      { to: '/a/$account/access/ending' },
    ],
    [MailWarning, invitations.data?.expiring ?? 0, TEXTS.expiring, { to: '/a/$account/invitations' }],
    [
      UserX,
      suspended.data?.count ?? 0,
      (count) => TEXTS.suspendedWithAccess(count, suspended.data?.more ?? false),
      { to: '/a/$account/users', search: { status: 'suspended' } } as Pick<LinkProps, 'to' | 'search'>,
    ],
  ];
  const waiting = items.filter(([, count]) => count > 0);
  if (waiting.length === 0) return null;
  return (
    <Card flush title={TEXTS.attention}>
      <ul className="divide-y divide-line">
        {waiting.map(([Icon, count, sentence, target]) => (
          <li key={String(target.to)}>
            <Link
              {...({ ...target, params: { account: accountId } } as LinkProps)}
              className="flex min-h-11 items-center gap-3 px-4 text-sm hover:bg-hover"
            >
              <Icon aria-hidden className="size-4 shrink-0 text-warn" />
              <span className="min-w-0 flex-1">{sentence(count)}</span>
              <ChevronRight aria-hidden className="size-4 text-faint" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
