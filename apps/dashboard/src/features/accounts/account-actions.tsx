import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../../components/feedback/toasts.js';
import { Confirm } from '../../components/overlays/confirm.js';
import { MenuItem, MoreMenu } from '../../components/overlays/menu.js';
import { LimitsDialog } from './limits-dialog.js';
import { setSuspended } from './queries.js';
import type { Account } from '../../api/resources/account.js';
import { TEXTS } from './texts.js';

export function AccountActions({ account }: { account: Account }) {
  const [asked, setAsked] = useState<'suspend' | 'limits'>();
  const { name, status } = account;
  const change = useMutation({
    mutationFn: (suspended: boolean) => setSuspended(account, suspended),
    onSuccess: (_, suspended) => {
      toast(suspended ? TEXTS.suspendedToast(name) : TEXTS.reactivatedToast(name));
      setAsked(undefined);
    },
  });
  return (
    <>
      <MoreMenu label={`${TEXTS.columns.actions}: ${name}`}>
        <MenuItem onSelect={() => setAsked('limits')}>{TEXTS.limits}</MenuItem>
        {status === 'active' ? (
          <MenuItem danger onSelect={() => setAsked('suspend')}>
            {TEXTS.suspend}
          </MenuItem>
        ) : (
          <MenuItem onSelect={() => change.mutate(false)}>{TEXTS.reactivate}</MenuItem>
        )}
      </MoreMenu>
      {asked === 'suspend' && (
        <Confirm
          title={TEXTS.suspendTitle(name)}
          action={TEXTS.suspend}
          danger
          busy={change.isPending}
          error={change.error}
          onConfirm={() => change.mutate(true)}
          onClose={() => setAsked(undefined)}
        >
          <p className="text-muted">{TEXTS.suspendWhat}</p>
        </Confirm>
      )}
      {asked === 'limits' && <LimitsDialog account={account} onClose={() => setAsked(undefined)} />}
    </>
  );
}
