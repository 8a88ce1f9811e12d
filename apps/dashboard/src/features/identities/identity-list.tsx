import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { identitiesQuery, type User } from '../../api/resources/users.js';
import { Button } from '../../components/controls/button.js';
import { Time } from '../../components/data/time.js';
import { Problem } from '../../components/feedback/problem.js';
import { SkeletonRows } from '../../components/feedback/skeleton.js';
import { lazily } from '../../components/lazily.js';
import { Card } from '../../components/layout/card.js';
import { useMoment } from '../../session/moment.js';
import { useMay } from '../../session/session.js';
import type { Identity } from './commands.js';
import { TEXTS } from './texts.js';

const LinkIdentity = lazily(async () => (await import('./link-identity.js')).LinkIdentity);
const UnlinkIdentity = lazily(async () => (await import('./unlink-identity.js')).UnlinkIdentity);

/** The identities with which a user signs in. */
export function IdentityList({ user }: { user: User }) {
  const may = useMay(user.accountId);
  const mayChange = may('identities:write') && (user.role !== 'owner' || may('owners:write'));
  const [open, setOpen] = useState<'link' | Identity>();
  const { data, error, refetch } = useQuery(identitiesQuery(user.accountId, user.id, useMoment()));
  const close = () => setOpen(undefined);
  return (
    <Card
      title={TEXTS.title}
      flush
      actions={
        mayChange && (
          <Button small onClick={() => setOpen('link')}>
            {TEXTS.link}
          </Button>
        )
      }
    >
      {error && !data && <Problem error={error} retry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={1} />}
      {data?.data.length === 0 && <p className="px-4 py-3 text-sm text-muted">{TEXTS.none}</p>}
      <ul aria-label={TEXTS.title} className="divide-y divide-line text-sm">
        {data?.data.map((identity) => (
          <Row key={identity.id} identity={identity} onUnlink={mayChange && (() => setOpen(identity))} />
        ))}
      </ul>
      {open === 'link' && <LinkIdentity user={user} onClose={close} />}
      {typeof open === 'object' && <UnlinkIdentity user={user} identity={open} onClose={close} />}
    </Card>
  );
}

function Row({ identity, onUnlink }: { identity: Identity; onUnlink: (() => void) | false }) {
  const { issuer, subject, linkedAt } = identity;
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      <span className="min-w-40 flex-1 break-all">
        {issuer} <bdi className="block text-xs text-muted">{subject}</bdi>
      </span>
      <span className="text-xs text-faint">
        {TEXTS.linked} <Time at={linkedAt} />
      </span>
      {onUnlink && (
        <Button small aria-label={TEXTS.unlinkOne(issuer, subject)} onClick={onUnlink}>
          {TEXTS.unlink}
        </Button>
      )}
    </li>
  );
}
