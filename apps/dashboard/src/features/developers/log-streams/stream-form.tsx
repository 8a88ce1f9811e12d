import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '../../../api/failure.js';
import { CheckField, SelectField, TextField } from '../../../components/controls/field.js';
import { FormDialog } from '../../../components/overlays/form-dialog.js';
import { EventTypesField, type ChosenTypes } from '../webhooks/dialogs/event-types-field.js';
import type { Stream, StreamInput } from './queries.js';
import { TEXTS } from './texts.js';

interface StreamFormProps {
  /** It is changed; undefined for a new one, which needs a secret. */
  stream?: Stream;
  save: (input: StreamInput, secret: string) => Promise<unknown>;
  onClose: () => void;
}

export function StreamForm({ stream, save: send, onClose }: StreamFormProps) {
  const [url, setUrl] = useState(stream?.url ?? '');
  const [form, setForm] = useState<Stream['form']>(stream?.form ?? 'ndjson');
  const [secret, setSecret] = useState('');
  const [personalData, setPersonalData] = useState(stream?.personalData ?? false);
  const [description, setDescription] = useState(stream?.description ?? '');
  const [types, setTypes] = useState<ChosenTypes>(stream?.eventTypes.length ? stream.eventTypes : undefined);
  const eventTypes = (types ?? []) as NonNullable<StreamInput['eventTypes']>;
  const save = useMutation({
    mutationFn: () =>
      send(
        { url: url.trim(), form, personalData, description: description.trim(), eventTypes },
        secret.trim(),
      ),
  });
  const errors = fieldErrors(save.error);
  const missing = [
    !url.trim() && TEXTS.urlFirst,
    !stream && !secret.trim() && TEXTS.secretFirst,
    types?.length === 0 && TEXTS.eventsFirst,
  ];
  return (
    <FormDialog
      wide
      title={stream ? TEXTS.editTitle : TEXTS.add}
      confirm={stream ? TEXTS.save : TEXTS.add}
      sends={save}
      fields={['url', 'secret', 'description']}
      blocked={missing.find(Boolean)}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <TextField
        label={TEXTS.url}
        hint={TEXTS.urlHint}
        error={errors['url']}
        inputMode="url"
        spellCheck={false}
        autoComplete="off"
        value={url}
        onText={setUrl}
      />
      <SelectField<Stream['form']> label={TEXTS.form} options={TEXTS.forms} value={form} onChoose={setForm} />
      {!stream && <SecretField error={errors['secret']} value={secret} onText={setSecret} />}
      <CheckField label={TEXTS.personalData} checked={personalData} onCheck={setPersonalData} />
      <TextField
        label={TEXTS.description}
        hint={TEXTS.descriptionHint}
        error={errors['description']}
        autoComplete="off"
        value={description}
        onText={setDescription}
      />
      <EventTypesField value={types} onChange={setTypes} />
    </FormDialog>
  );
}

interface SecretFieldProps {
  value: string;
  error: string | undefined;
  onText: (secret: string) => void;
}

export function SecretField(props: SecretFieldProps) {
  return (
    <TextField
      label={TEXTS.secret}
      hint={TEXTS.secretHint}
      type="password"
      spellCheck={false}
      autoComplete="off"
      {...props}
    />
  );
}
