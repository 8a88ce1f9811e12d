import { useState } from 'react';
import { ConfirmChange } from '../../components/overlays/confirm.js';
import { MenuItem, MoreMenu } from '../../components/overlays/menu.js';
import { LimitsDialog } from './limits-dialog.js';
import { setSuspended } from './queries.js';
import type { Account } from '../../api/resources/account.js';
import { TEXTS } from './texts.js';
import { useAction } from '../../components/feedback/use-action.js';

export function AccountActions({ account }: { account: Account }) {
  const [asked, setAsked] = useState<'suspend' | 'limits'>();
  const { name, status } = account;
  const reactivate = useAction(() => setSuspended(account, false), TEXTS.reactivatedToast(name));
  const close = () => setAsked(undefined);
  return (
    <>
      <MoreMenu label={`${TEXTS.columns.actions}: ${name}`}>
        <MenuItem onSelect={() => setAsked('limits')}>{TEXTS.limits}</MenuItem>
        {status === 'active' ? (
          <MenuItem danger onSelect={() => setAsked('suspend')}>
            {TEXTS.suspend}
          </MenuItem>
        ) : (
          <MenuItem onSelect={() => reactivate.mutate()}>{TEXTS.reactivate}</MenuItem>
        )}
      </MoreMenu>
      {asked === 'suspend' && (
        <ConfirmChange
          danger
          title={TEXTS.suspendTitle(name)}
          action={TEXTS.suspend}
          what={TEXTS.suspendWhat}
          change={() => setSuspended(account, true)}
          done={TEXTS.suspendedToast(name)}
          onClose={close}
        />
      )}
      {asked === 'limits' && <LimitsDialog account={account} onClose={close} />}
    </>
  );
}
