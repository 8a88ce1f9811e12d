import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { IdCard, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useSteady } from '../../../api/lists.js';
import { accessRolesQuery, type AccessRole } from '../../../api/resources/access-roles.js';
import { Button } from '../../../components/controls/button.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { lazily } from '../../../components/lazily.js';
import { ListCard } from '../../../components/layout/list-card.js';
import { Page } from '../../../components/layout/page.js';
import { useMoment } from '../../../session/moment.js';
import { useMay } from '../../../session/session.js';
import { History } from '../../activity/history.js';
import { CopyAs } from '../../copy-as/copy-as.js';
import { Copyable } from '../../developers/copyable.js';
import { ACCESS_ROLES_PAGE } from '../../pages.js';
import { accessRoleEventsQuery, accessRolesRead, removeAccessRole } from './queries.js';
import { Permissions, RoleRow } from './role-row.js';
import { TEXTS } from './texts.js';

const route = getRouteApi('/signed-in/a/$account/settings/access-roles');
const RoleDialog = lazily(async () => (await import('./role-dialog.js')).RoleDialog);
const ConfirmChange = lazily(
  async () => (await import('../../../components/overlays/confirm.js')).ConfirmChange,
);

const NONE: readonly AccessRole[] = [];
const LATEST = 5;
type Open = { action: 'create' } | { action: 'edit' | 'remove'; role: AccessRole };

/** The access roles of the account: what the memberships of its people may allow besides entering. */
export function AccessRolesPage() {
  const { account } = route.useParams();
  const may = useMay(account);
  const moment = useMoment();
  const query = useQuery(accessRolesQuery(account, moment));
  const { data: set } = query;
  const { rows, news } = useSteady(set?.accessRoles ?? NONE, {
    list: set && [account, moment?.key],
    readAt: query.dataUpdatedAt,
    keyOf: ({ id }) => id,
  });
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const mayWrite = may('access-roles:write');
  const create = mayWrite && (
    <Button kind="primary" onClick={() => setOpen({ action: 'create' })}>
      <Plus aria-hidden className="size-4" /> {TEXTS.create}
    </Button>
  );
  return (
    <Page
      title={ACCESS_ROLES_PAGE.title}
      subtitle={TEXTS.subtitle}
      actions={
        <>
          {!moment && <CopyAs calls={[accessRolesRead(account)]} of={TEXTS.read} />}
          {rows.length > 0 && create}
        </>
      }
    >
      <ListCard
        query={query}
        news={news}
        isEmpty={rows.length === 0}
        skeletonRows={3}
        empty={moment ? <NoRolesThen /> : <NoRoles account={account} action={create} mayWrite={mayWrite} />}
      >
        <ul aria-label={ACCESS_ROLES_PAGE.title} className="divide-y divide-line">
          {rows.map((role) => (
            <RoleRow
              key={role.id}
              role={role}
              isGone={news.gone.has(role.id)}
              onAction={mayWrite ? (action) => setOpen({ action, role }) : undefined}
            />
          ))}
        </ul>
      </ListCard>
      {!moment && rows.length > 0 && may('events:read') && (
        <History query={accessRoleEventsQuery(account, LATEST)} title={TEXTS.history} only={LATEST} />
      )}
      {set && open && open.action !== 'remove' && (
        <RoleDialog roles={set} {...(open.action === 'edit' && { role: open.role })} onClose={close} />
      )}
      {open?.action === 'remove' && (
        <ConfirmChange
          danger
          title={TEXTS.removeTitle(open.role.name)}
          action={TEXTS.remove}
          what={TEXTS.removeWhat}
          change={() => removeAccessRole(account, open.role)}
          done={TEXTS.removed(open.role.name)}
          onClose={close}
        >
          {open.role.permissions.length > 0 && <Permissions role={open.role} />}
          <p className="text-muted">{TEXTS.removeKey(open.role.key)}</p>
        </ConfirmChange>
      )}
    </Page>
  );
}

const SAMPLES = [
  ['Log reader', 'logs.read'],
  ['On-call engineer', 'jobs.run'],
  ['Auditor', 'logs.export'],
] as const;

interface NoRolesProps {
  account: string;
  action: ReactNode;
  mayWrite: boolean;
}

function NoRoles({ account, action, mayWrite }: NoRolesProps) {
  return (
    <>
      <EmptyState
        icon={IdCard}
        picture={SAMPLES.map(([name, permission]) => (
          <>
            <span className="flex-1 font-medium">{name}</span>
            <code className="rounded-sm bg-sunken px-1.5 font-mono text-2xs leading-5 text-muted">
              {permission}
            </code>
          </>
        ))}
        title={TEXTS.emptyTitle}
        text={TEXTS.empty}
        action={action}
      />
      {mayWrite && (
        <div className="mx-auto -mt-6 max-w-xl px-4 pb-10">
          <Copyable
            label={TEXTS.fromFile}
            text={`rollbook access-roles apply access-roles.json --account ${account}`}
          />
        </div>
      )}
    </>
  );
}

const NoRolesThen = () => <EmptyState icon={IdCard} title={TEXTS.emptyThenTitle} />;
