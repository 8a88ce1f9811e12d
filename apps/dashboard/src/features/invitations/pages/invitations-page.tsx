import { getRouteApi } from '@tanstack/react-router';
import { Mail, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../../api/lists.js';
import { Button } from '../../../components/controls/button.js';
import type { Column } from '../../../components/data/grid-row.js';
import { Person } from '../../../components/people/person.js';
import { Time } from '../../../components/data/time.js';
import { Badge } from '../../../components/feedback/badge.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { lazily } from '../../../components/lazily.js';
import { Page } from '../../../components/layout/page.js';
import { ConfirmChange } from '../../../components/overlays/confirm.js';
import { MenuItem, MoreMenu } from '../../../components/overlays/menu.js';
import { StatusBadge } from '../../../components/people/badges.js';
import { samplePeople } from '../../../components/people/sample.js';
import { useMay, useMayChange } from '../../../session/session.js';
import { ROLES } from '../../../components/people/texts.js';
import { invitationsQuery, resendInvitation, revokeInvitation, type Invitation } from '../queries.js';
import { TEXTS } from '../texts.js';
import { INVITATIONS_PAGE } from '../../pages.js';
import { useAction } from '../../../components/feedback/use-action.js';
import { GridCard } from '../../../components/layout/grid-card.js';

const route = getRouteApi('/signed-in/a/$account/invitations');
const InvitePeople = lazily(async () => (await import('../invite/invite-people.js')).InvitePeople);

export function InvitationsPage() {
  const { account } = route.useParams();
  const may = useMay(account);
  const [inviting, setInviting] = useState(false);
  const list = useList(invitationsQuery(account), ({ id }) => id);
  const invite = may('users:write') && (
    <Button kind="primary" onClick={() => setInviting(true)}>
      <UserPlus aria-hidden className="size-4" /> {TEXTS.invite}
    </Button>
  );
  return (
    <Page title={INVITATIONS_PAGE.title} subtitle={TEXTS.subtitle} actions={invite}>
      <GridCard
        label={INVITATIONS_PAGE.title}
        list={list}
        template="grid-cols-[minmax(0,1fr)_2rem] sm:grid-cols-[minmax(0,1fr)_5rem_5rem_7rem_2rem] xl:grid-cols-[minmax(0,1fr)_5rem_5rem_7rem_7rem_2rem]"
        columns={may('users:write') ? COLUMNS : COLUMNS.slice(0, -1)}
        empty={
          <EmptyState
            icon={Mail}
            picture={samplePeople(() => (
              <StatusBadge status="invited" />
            ))}
            title={TEXTS.emptyTitle}
            text={TEXTS.empty}
            action={invite}
          />
        }
      />
      {inviting && <InvitePeople accountId={account} onClose={() => setInviting(false)} />}
    </Page>
  );
}

const { columns } = TEXTS;
const COLUMNS: readonly Column<Invitation>[] = [
  {
    key: 'person',
    title: columns.person,
    cell: ({ id, name, email }) => <Person inRow id={id} name={name} email={email} />,
  },
  {
    key: 'role',
    title: columns.role,
    className: 'text-muted max-sm:hidden',
    cell: ({ role }) => ROLES[role],
  },
  {
    key: 'status',
    title: columns.status,
    className: 'max-sm:hidden',
    cell: ({ status }) =>
      status === 'pending' ? <Badge tone="accent">{TEXTS.pending}</Badge> : <Badge>{TEXTS.expired}</Badge>,
  },
  {
    key: 'sent',
    title: columns.sent,
    className: 'text-muted max-xl:hidden',
    cell: ({ sentAt }) => <Time at={sentAt} />,
  },
  {
    key: 'expires',
    title: columns.expires,
    className: 'text-muted max-sm:hidden',
    cell: ({ expiresAt }) => <Time at={expiresAt} />,
  },
  {
    key: 'actions',
    title: columns.actions,
    hideTitle: true,
    cell: (invitation) => <Actions invitation={invitation} />,
  },
];

function Actions({ invitation }: { invitation: Invitation }) {
  const [isConfirming, setConfirming] = useState(false);
  const { email } = invitation;
  const mayChange = useMayChange(invitation);
  const resend = useAction(() => resendInvitation(invitation), TEXTS.resent(email));
  if (!mayChange) return null;
  return (
    <>
      <MoreMenu label={`Actions: ${email}`}>
        <MenuItem onSelect={() => resend.mutate()}>{TEXTS.resend}</MenuItem>
        <MenuItem danger onSelect={() => setConfirming(true)}>
          {TEXTS.revoke}
        </MenuItem>
      </MoreMenu>
      {isConfirming && (
        <ConfirmChange
          danger
          title={TEXTS.revokeTitle(email)}
          action={TEXTS.revoke}
          what={TEXTS.revokeWhat}
          change={() => revokeInvitation(invitation)}
          done={TEXTS.revoked(email)}
          // It goes with its row.
          onDone={() => undefined}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  );
}
