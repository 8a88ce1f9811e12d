import { useQuery } from '@tanstack/react-query';
import { CopyableId } from '../../../components/controls/copy-button.js';
import { exactTime, Time } from '../../../components/data/time.js';
import { Skeleton } from '../../../components/feedback/skeleton.js';
import { Card, Details } from '../../../components/layout/card.js';
import { useMoment } from '../../../session/moment.js';
import { useMay } from '../../../session/session.js';
import { IdentityList } from '../../identities/identity-list.js';
import { SessionList } from '../../sessions/session-list.js';
import { lastSeenQuery, type User } from '../../../api/resources/users.js';
import { TEXTS } from '../texts.js';

const { details } = TEXTS;

export function UserDetails({ user }: { user: User }) {
  const may = useMay(user.accountId);
  const moment = useMoment();
  const rows: [string, React.ReactNode][] = [
    [TEXTS.name, <bdi key="name">{user.name}</bdi>],
    [
      details.email,
      <bdi key="email" className="break-all">
        {user.email}
      </bdi>,
    ],
    [details.id, <CopyableId key="id" id={user.id} />],
    [details.externalId, user.externalId ?? '–'],
    [details.created, exactTime(user.createdAt)],
    [details.updated, exactTime(user.updatedAt)],
  ];
  if (!moment && may('users:read')) rows.push([details.lastSeen, <LastSeen key="last-seen" user={user} />]);
  if (Object.keys(user.metadata).length > 0)
    rows.push([
      details.metadata,
      <pre key="metadata" tabIndex={0} className="overflow-x-auto rounded-md bg-sunken p-2 font-mono text-xs">
        {JSON.stringify(user.metadata, null, 2)}
      </pre>,
    ]);
  return (
    <div className="grid gap-5">
      <Card flush>
        <Details rows={rows} />
      </Card>
      <IdentityList user={user} />
      {!moment && may('users:read') && <SessionList user={{ accountId: user.accountId, userId: user.id }} />}
    </div>
  );
}

/** As themselves, with a session or a token of their own. */
function LastSeen({ user: { accountId, id } }: { user: User }) {
  const { data, isError } = useQuery(lastSeenQuery(accountId, [id]));
  if (!data) return isError ? '–' : <Skeleton className="w-24" />;
  const at = data[id];
  return at == null ? details.neverSeen : <Time at={at} />;
}
