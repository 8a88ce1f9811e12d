import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { failureOf, fieldErrors } from '../../../api/failure.js';
import { preferences, timeZoneOf } from '../../../api/preferences.js';
import { Button } from '../../../components/controls/button.js';
import { DateInput } from '../../../components/controls/date-input.js';
import { startOfDay } from '../../../components/data/days.js';
import { toast } from '../../../components/feedback/toasts.js';
import { useAction } from '../../../components/feedback/use-action.js';
import { ConfirmChange } from '../../../components/overlays/confirm.js';
import { FormDialog } from '../../../components/overlays/form-dialog.js';
import { MenuItem, MoreMenu } from '../../../components/overlays/menu.js';
import { changeStream, removeStream, replaceSecret, replay, setDisabled, type Stream } from './queries.js';
import { SecretField, StreamForm } from './stream-form.js';
import { TEXTS } from './texts.js';

type Open = 'edit' | 'replace' | 'replay' | 'remove';
interface DialogProps {
  stream: Stream;
  onClose: () => void;
}

export function StreamActions({ stream }: { stream: Stream }) {
  const [open, setOpen] = useState<Open>();
  const isDisabled = stream.status === 'disabled';
  const toggle = useAction(
    () => setDisabled(stream, !isDisabled),
    isDisabled ? TEXTS.enabled : TEXTS.disabled,
  );
  const dialog = { stream, onClose: () => setOpen(undefined) };
  return (
    <>
      <Button
        kind={isDisabled ? 'primary' : 'secondary'}
        busy={toggle.isPending}
        onClick={() => toggle.mutate(undefined, { onError: (error) => toast(failureOf(error).detail) })}
      >
        {isDisabled ? TEXTS.enable : TEXTS.disable}
      </Button>
      <MoreMenu label={TEXTS.actions}>
        <MenuItem onSelect={() => setOpen('edit')}>{TEXTS.edit}</MenuItem>
        <MenuItem onSelect={() => setOpen('replay')}>{TEXTS.replay}</MenuItem>
        <MenuItem onSelect={() => setOpen('replace')}>{TEXTS.replace}</MenuItem>
        <MenuItem danger onSelect={() => setOpen('remove')}>
          {TEXTS.remove}
        </MenuItem>
      </MoreMenu>
      {open === 'edit' && <Edit {...dialog} />}
      {open === 'replay' && <Replay {...dialog} />}
      {open === 'replace' && <ReplaceSecret {...dialog} />}
      {open === 'remove' && <Remove {...dialog} />}
    </>
  );
}

function Edit({ stream, onClose }: DialogProps) {
  const save: Parameters<typeof StreamForm>[0]['save'] = async (input) => {
    await changeStream(stream, input);
    toast(TEXTS.saved);
    onClose();
  };
  return <StreamForm {...{ stream, save, onClose }} />;
}

function Replay({ stream, onClose }: DialogProps) {
  const [day, setDay] = useState('');
  const send = useAction(
    () => replay(stream, startOfDay(day, timeZoneOf(preferences.get()))),
    TEXTS.replayed,
    onClose,
  );
  return (
    <FormDialog
      title={TEXTS.replayTitle}
      confirm={TEXTS.replayDo}
      sends={send}
      onSubmit={() => send.mutate(undefined)}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{TEXTS.replayWhat}</p>
      <DateInput label={TEXTS.since} value={day} onChange={setDay} />
      <p className="text-xs text-muted">{TEXTS.sinceAll}</p>
    </FormDialog>
  );
}

function ReplaceSecret({ stream, onClose }: DialogProps) {
  const [secret, setSecret] = useState('');
  const send = useAction(() => replaceSecret(stream, secret.trim()), TEXTS.replaced, onClose);
  return (
    <FormDialog
      title={TEXTS.replaceTitle}
      confirm={TEXTS.replaceDo}
      sends={send}
      fields={['secret']}
      blocked={!secret.trim() && TEXTS.secretFirst}
      onSubmit={() => send.mutate(undefined)}
      onClose={onClose}
    >
      <SecretField error={fieldErrors(send.error)['secret']} value={secret} onText={setSecret} />
    </FormDialog>
  );
}

function Remove({ stream, onClose }: DialogProps) {
  const navigate = useNavigate();
  return (
    <ConfirmChange
      danger
      title={TEXTS.removeTitle}
      what={TEXTS.removeWhat}
      action={TEXTS.removeDo}
      change={() => removeStream(stream)}
      done={TEXTS.removed}
      onDone={() =>
        void navigate({ to: '/a/$account/developers/log-streams', params: { account: stream.accountId } })
      }
      onClose={onClose}
    />
  );
}
