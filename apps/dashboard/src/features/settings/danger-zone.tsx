import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { queryClient } from '../../api/query-client.js';
import { Button } from '../../components/controls/button.js';
import { Problem } from '../../components/feedback/problem.js';
import { Card } from '../../components/layout/card.js';
import { ConfirmChange } from '../../components/overlays/confirm.js';
import { setSuspended } from '../accounts/queries.js';
import type { Account } from '../../api/resources/account.js';
import { TEXTS } from './texts.js';
import { useAction } from '../../components/feedback/use-action.js';

export function DangerZone({ account }: { account: Account }) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState(false);
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
          <Button kind="danger" onClick={() => setAsked(true)}>
            {TEXTS.close}
          </Button>
        </div>
        {suspend.error && <Problem error={suspend.error} />}
      </div>
      {asked && (
        <ConfirmChange
          danger
          title={TEXTS.closeTitle(account.name)}
          action={TEXTS.close}
          what={TEXTS.closeWhat}
          typed={account.name}
          change={() => api.delete('/v1/accounts/{accountId}', { path: { accountId: account.id } })}
          done={TEXTS.closed}
          onDone={leave}
          onClose={() => setAsked(false)}
        />
      )}
    </Card>
  );
}
