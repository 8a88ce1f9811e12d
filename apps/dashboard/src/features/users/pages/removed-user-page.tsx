import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Button } from '../../../components/controls/button.js';
import { CopyableId } from '../../../components/controls/copy-button.js';
import { Avatar } from '../../../components/people/person.js';
import { exactTime } from '../../../components/data/time.js';
import { Banner } from '../../../components/feedback/banner.js';
import { Card, Details } from '../../../components/layout/card.js';
import { Page } from '../../../components/layout/page.js';
import { ConfirmChange } from '../../../components/overlays/confirm.js';
import { useMay } from '../../../session/session.js';
import { History } from '../../activity/history.js';
import { userEventsQuery } from '../../activity/queries.js';
import { StatusBadge } from '../../../components/people/badges.js';
import { eraseUser, forgetLists } from '../../../api/resources/user-commands.js';
import type { User } from '../../../api/resources/users.js';
import { TEXTS } from '../texts.js';
import { ACTION_TEXTS } from '../actions/texts.js';

/** Somebody who was removed and is not erased: who they were, what happened, and the way to erase them. */
export function RemovedUserPage({ user, above }: { user: User; above: ReactNode }) {
  const may = useMay(user.accountId);
  const navigate = useNavigate();
  const [isConfirming, setConfirming] = useState(false);

  return (
    <Page
      title={user.name}
      above={above}
      heading={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Avatar id={user.id} name={user.name} />
          <bdi className="min-w-0 break-words">{user.name}</bdi>
          <span className="font-normal tracking-normal">
            <StatusBadge status="removed" />
          </span>
        </span>
      }
      subtitle={<bdi className="break-all">{user.email}</bdi>}
      actions={
        may('personal-data:erase') && (
          <Button kind="danger" onClick={() => setConfirming(true)}>
            {ACTION_TEXTS.erase}
          </Button>
        )
      }
    >
      <Banner tone="warn">{ACTION_TEXTS.removedWhat}</Banner>
      <Card flush title={TEXTS.tabs.details}>
        <Details
          rows={[
            [TEXTS.details.id, <CopyableId key="id" id={user.id} />],
            [TEXTS.details.created, exactTime(user.createdAt)],
            [TEXTS.removedAt, exactTime(user.updatedAt)],
          ]}
        />
      </Card>
      <History query={userEventsQuery(user.accountId, user.id)} />
      {isConfirming && (
        <ConfirmChange
          danger
          title={ACTION_TEXTS.eraseTitle(user.name)}
          action={ACTION_TEXTS.erase}
          what={ACTION_TEXTS.eraseWhat}
          typed={user.email}
          change={() => eraseUser(user)}
          done={ACTION_TEXTS.erased}
          onDone={() => {
            forgetLists(user);
            void navigate({ to: '/a/$account/users', params: { account: user.accountId } });
          }}
          onClose={() => setConfirming(false)}
        />
      )}
    </Page>
  );
}
