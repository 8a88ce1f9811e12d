import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { queryClient } from '../../api/query-client.js';
import { type Account, accountQuery } from '../../api/resources/account.js';
import { Button } from '../../components/controls/button.js';
import { CopyableId } from '../../components/controls/copy-button.js';
import { formatNumber } from '../../components/data/numbers.js';
import { exactTime } from '../../components/data/time.js';
import { Problem } from '../../components/feedback/problem.js';
import { useAction } from '../../components/feedback/use-action.js';
import { Card, Details } from '../../components/layout/card.js';
import { Page } from '../../components/layout/page.js';
import { Unread } from '../../components/layout/states.js';
import { ConfirmChange } from '../../components/overlays/confirm.js';
import { useMay } from '../../session/session.js';
import { LimitsDialog } from '../accounts/limits-dialog.js';
import { setSuspended } from '../accounts/queries.js';
import { TEXTS as ACCOUNT_TEXTS } from '../accounts/texts.js';
import { ACCESS_ROLES_PAGE, SETTINGS_PAGE, SIGN_IN_PAGE } from '../pages.js';
import { SignedLog } from '../signed-log/signed-log.js';
import { GeneralSettings } from './general-settings.js';
import { TEXTS } from './texts.js';

const route = getRouteApi('/signed-in/a/$account/settings');

export function SettingsPage() {
  const { account: accountId } = route.useParams();
  const may = useMay(accountId);
  const query = useQuery(accountQuery(accountId));
  const account = query.data;
  if (!account) return <Unread title={SETTINGS_PAGE.title} query={query} />;
  return (
    <Page title={SETTINGS_PAGE.title} subtitle={<bdi>{account.name}</bdi>}>
      {may('account:write') && <GeneralSettings account={account} />}
      <Card flush>
        <div className="divide-y divide-line">
          <Further accountId={account.id} page={ACCESS_ROLES_PAGE} hint={TEXTS.accessRolesHint} />
          {may(SIGN_IN_PAGE.permission) && (
            <Further accountId={account.id} page={SIGN_IN_PAGE} hint={TEXTS.signInHint} />
          )}
        </div>
      </Card>
      <Card flush title="Details">
        <Details
          rows={[
            [TEXTS.id, <CopyableId key="id" id={account.id} />],
            [TEXTS.externalId, account.externalId ?? '–'],
            [TEXTS.plan, account.plan ?? '–'],
            [TEXTS.created, exactTime(account.createdAt)],
          ]}
        />
      </Card>
      {may('events:read') && <SignedLog accountId={account.id} />}
      <Limits account={account} mayChange={may('platform:write')} />
      {may('platform:write') && <DangerZone account={account} />}
    </Page>
  );
}

interface FurtherProps {
  accountId: string;
  page: typeof ACCESS_ROLES_PAGE | typeof SIGN_IN_PAGE;
  hint: string;
}

/** The way to a page with further settings. */
function Further({ accountId, page: { to, title }, hint }: FurtherProps) {
  return (
    <Link
      to={to}
      params={{ account: accountId }}
      className="flex items-center gap-3 px-4 py-3 text-sm hover:bg-hover focus-visible:outline-offset-[-2px]"
    >
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="font-semibold">{title}</span>
        <span className="text-xs text-faint">{hint}</span>
      </span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-faint" />
    </Link>
  );
}

function Limits({ account, mayChange }: { account: Account; mayChange: boolean }) {
  const [editing, setEditing] = useState(false);
  const { limits } = account;
  const names = ['users', 'serviceGroups', 'members'] as const;
  return (
    <Card
      flush
      title={TEXTS.limits}
      description={TEXTS.limitsHint}
      actions={
        mayChange && (
          <Button small onClick={() => setEditing(true)}>
            {TEXTS.edit}
          </Button>
        )
      }
    >
      <Details
        rows={names.map((name) => [
          ACCOUNT_TEXTS.limitNames[name],
          limits[name] === undefined ? TEXTS.noLimit : formatNumber(limits[name]),
        ])}
      />
      {editing && <LimitsDialog account={account} onClose={() => setEditing(false)} />}
    </Card>
  );
}

function DangerZone({ account }: { account: Account }) {
  const navigate = useNavigate();
  const [isConfirming, setConfirming] = useState(false);
  const isActive = account.status === 'active';
  const suspend = useAction(
    () => setSuspended(account, isActive),
    isActive ? TEXTS.suspended : TEXTS.reactivated,
  );
  const leave = () => {
    void navigate({ to: '/accounts' });
    void queryClient.invalidateQueries({ queryKey: ['accounts'] });
  };
  return (
    <Card title={TEXTS.danger} danger flush>
      <div className="divide-y divide-line text-sm">
        <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
          <p className="min-w-48 flex-1 text-muted">{TEXTS.suspendHint}</p>
          <Button busy={suspend.isPending} onClick={() => suspend.mutate()}>
            {isActive ? TEXTS.suspend : TEXTS.reactivate}
          </Button>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
          <p className="min-w-48 flex-1 text-muted">{TEXTS.closeHint}</p>
          <Button kind="danger" onClick={() => setConfirming(true)}>
            {TEXTS.close}
          </Button>
        </div>
        {suspend.error && <Problem error={suspend.error} />}
      </div>
      {isConfirming && (
        <ConfirmChange
          danger
          title={TEXTS.closeTitle(account.name)}
          action={TEXTS.close}
          what={TEXTS.closeWhat}
          typed={account.name}
          change={() => api.delete('/v1/accounts/{accountId}', { path: { accountId: account.id } })}
          done={TEXTS.closed}
          onDone={leave}
          onClose={() => setConfirming(false)}
        />
      )}
    </Card>
  );
}
