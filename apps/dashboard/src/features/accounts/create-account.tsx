import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { failureOf, fieldErrors } from '../../api/failure.js';
import type { Account } from '../../api/resources/account.js';
import { TEXTS as COMMON } from '../../api/texts.js';
import { TextField } from '../../components/controls/field.js';
import { Banner } from '../../components/feedback/banner.js';
import { toast } from '../../components/feedback/toasts.js';
import { FormDialog } from '../../components/overlays/form-dialog.js';
import { parseAddresses } from '../invitations/parse-addresses.js';
import { invitePeople } from '../invitations/queries.js';
import { createAccount } from './queries.js';
import { TEXTS } from './texts.js';

/** Creates an account and invites its first owner. If only the first succeeds, it says so, and the invitation can be sent again. */
export function CreateAccount({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [owner, setOwner] = useState('');
  const [created, setCreated] = useState<Account>();
  const open = ({ id }: Account) => void navigate({ to: '/a/$account', params: { account: id } });
  const { addresses, unread } = parseAddresses(owner);
  const isUnclear = owner.trim() !== '' && (addresses.length !== 1 || unread.length > 0);
  const create = useMutation({
    mutationFn: async () => {
      const account = created ?? (await createAccount(name.trim()));
      setCreated(account);
      return { account, refused: await invite(account.id) };
    },
    onSuccess({ account, refused }) {
      if (refused !== undefined) return;
      toast(addresses[0] ? TEXTS.createdFor(account.name, addresses[0].email) : TEXTS.created(account.name));
      open(account);
    },
  });

  /** @returns why nobody was invited */
  async function invite(accountId: string): Promise<string | undefined> {
    if (addresses.length === 0) return undefined;
    const { refused } = await invitePeople(accountId, { addresses, role: 'owner', groupIds: [] });
    return refused[0]?.detail;
  }

  const { isPending, error } = create;
  const why = create.data?.refused ?? (created && error ? failureOf(error).detail : undefined);
  return (
    <FormDialog
      title={created ? TEXTS.ownerTitle(created.name) : TEXTS.createTitle}
      cancel={created ? TEXTS.withoutOwner : COMMON.cancel}
      confirm={created ? TEXTS.sendInvitation : TEXTS.create}
      sends={{ isPending, error: created ? null : error }}
      fields={['name']}
      blocked={!name.trim() ? COMMON.nameFirst : isUnclear && TEXTS.oneAddress}
      onSubmit={() => create.mutate()}
      onClose={() => (created ? open(created) : onClose())}
    >
      {created && why !== undefined && (
        <Banner tone="bad" title={TEXTS.notInvited(created.name)}>
          {why}
        </Banner>
      )}
      {!created && (
        <TextField
          label={TEXTS.name}
          hint={TEXTS.nameHint}
          error={fieldErrors(error)['name']}
          value={name}
          onText={setName}
        />
      )}
      <TextField
        label={TEXTS.owner}
        hint={TEXTS.ownerHint}
        error={isUnclear ? TEXTS.oneAddress : undefined}
        inputMode="email"
        autoComplete="off"
        value={owner}
        onText={setOwner}
      />
    </FormDialog>
  );
}
