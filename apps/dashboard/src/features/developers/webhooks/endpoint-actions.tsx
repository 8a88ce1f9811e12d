import { useNavigate } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { failureOf } from '../../../api/failure.js';
import { Button } from '../../../components/controls/button.js';
import { toast } from '../../../components/feedback/toasts.js';
import { lazily } from '../../../components/lazily.js';
import { MenuItem, MoreMenu } from '../../../components/overlays/menu.js';
import type { Issued } from './dialogs/issued-secret.js';
import type { Endpoint } from './endpoints.js';
import type { EndpointInput } from './queries.js';
import { changeEndpoint, removeEndpoint, sendTest, setDisabled } from './queries.js';
import { TEXTS } from './texts.js';
import { useAction } from '../../../components/feedback/use-action.js';

const EndpointForm = lazily(async () => (await import('./dialogs/endpoint-form.js')).EndpointForm);
const RotateSecret = lazily(async () => (await import('./dialogs/rotate-secret.js')).RotateSecret);
const Recover = lazily(async () => (await import('./dialogs/recover.js')).Recover);
const ConfirmChange = lazily(
  async () => (await import('../../../components/overlays/confirm.js')).ConfirmChange,
);
const IssuedSecret = lazily(async () => (await import('./dialogs/issued-secret.js')).IssuedSecret);

type Open = 'edit' | 'rotate' | 'recover' | 'disable' | 'remove' | Issued;

const sayWhy = (error: unknown) => toast(failureOf(error).detail);

export function EndpointActions({ endpoint }: { endpoint: Endpoint }) {
  const [open, setOpen] = useState<Open>();
  const isDisabled = endpoint.status === 'disabled';
  const test = useAction(() => sendTest(endpoint), TEXTS.sent);
  const enable = useAction(() => setDisabled(endpoint, false), TEXTS.enabled);
  return (
    <>
      {isDisabled ? (
        <Button
          kind="primary"
          busy={enable.isPending}
          onClick={() => enable.mutate(undefined, { onError: sayWhy })}
        >
          {TEXTS.enable}
        </Button>
      ) : (
        <Button busy={test.isPending} onClick={() => test.mutate(undefined, { onError: sayWhy })}>
          <Send aria-hidden className="size-4" /> {TEXTS.send}
        </Button>
      )}
      <MoreMenu label={TEXTS.actions}>
        <MenuItem onSelect={() => setOpen('edit')}>{TEXTS.edit}</MenuItem>
        {!isDisabled && <MenuItem onSelect={() => setOpen('recover')}>{TEXTS.recover}</MenuItem>}
        <MenuItem onSelect={() => setOpen('rotate')}>{TEXTS.rotate}</MenuItem>
        {!isDisabled && <MenuItem onSelect={() => setOpen('disable')}>{TEXTS.disable}</MenuItem>}
        <MenuItem danger onSelect={() => setOpen('remove')}>
          {TEXTS.remove}
        </MenuItem>
      </MoreMenu>
      {open && <OpenDialog {...{ endpoint, open, onOpen: setOpen }} />}
    </>
  );
}

interface OpenDialogProps {
  endpoint: Endpoint;
  open: Open;
  onOpen: (open: Open | undefined) => void;
}

function OpenDialog({ endpoint, open, onOpen }: OpenDialogProps) {
  const navigate = useNavigate();
  const onClose = () => onOpen(undefined);
  if (typeof open === 'object') return <IssuedSecret issued={open} onClose={onClose} />;
  if (open === 'edit') {
    const save = async (input: EndpointInput) => {
      await changeEndpoint(endpoint, input);
      toast(TEXTS.saved);
      onClose();
    };
    return <EndpointForm {...{ endpoint, save, onClose }} />;
  }
  if (open === 'rotate') return <RotateSecret endpoint={endpoint} onIssued={onOpen} onClose={onClose} />;
  if (open === 'recover') return <Recover endpoint={endpoint} onClose={onClose} />;
  if (open === 'disable')
    return (
      <ConfirmChange
        title={TEXTS.disableTitle}
        what={TEXTS.disableWhat}
        action={TEXTS.disableDo}
        change={() => setDisabled(endpoint, true)}
        done={TEXTS.disabled}
        onClose={onClose}
      />
    );
  return (
    <ConfirmChange
      danger
      title={TEXTS.removeTitle}
      what={TEXTS.removeWhat}
      action={TEXTS.removeDo}
      change={() => removeEndpoint(endpoint)}
      done={TEXTS.removed}
      onDone={() => {
        onClose();
        void navigate({ to: '/a/$account/developers/webhooks', params: { account: endpoint.accountId } });
      }}
      onClose={onClose}
    />
  );
}
