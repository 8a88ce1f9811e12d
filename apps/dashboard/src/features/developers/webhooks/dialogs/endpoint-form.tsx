import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '../../../../api/failure.js';
import { Field } from '../../../../components/controls/field.js';
import { Input } from '../../../../components/controls/inputs.js';
import { Problem } from '../../../../components/feedback/problem.js';
import { FormDialog } from '../../../../components/overlays/form-dialog.js';
import type { EndpointInput } from '../queries.js';
import { TEXTS } from '../texts.js';
import { EventTypesField, type ChosenTypes } from './event-types-field.js';

interface EndpointFormProps<Saved> {
  title: string;
  confirm: string;
  /** What it begins with. */
  initial: EndpointInput;
  save: (input: EndpointInput) => Promise<Saved>;
  onSaved: (saved: Saved) => void;
  onClose: () => void;
}

export function EndpointForm<Saved>(props: EndpointFormProps<Saved>) {
  const { title, confirm, initial, onSaved, onClose } = props;
  const [url, setUrl] = useState(initial.url);
  const [description, setDescription] = useState(initial.description);
  const [types, setTypes] = useState<ChosenTypes>(
    initial.eventTypes.length === 0 ? undefined : initial.eventTypes,
  );
  const save = useMutation({
    mutationFn: () =>
      props.save({ url: url.trim(), description: description.trim(), eventTypes: types ?? [] }),
    onSuccess: onSaved,
  });
  const errors = fieldErrors(save.error);
  const isOfField = 'url' in errors || 'description' in errors;
  return (
    <FormDialog
      title={title}
      wide
      cancel={TEXTS.cancel}
      confirm={confirm}
      busy={save.isPending}
      blocked={url.trim() ? types?.length === 0 && TEXTS.eventsFirst : TEXTS.urlFirst}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Field label={TEXTS.url} hint={TEXTS.urlHint} error={errors['url']}>
        {(control) => (
          <Input
            {...control}
            inputMode="url"
            spellCheck={false}
            autoComplete="off"
            value={url}
            onChange={({ target }) => setUrl(target.value)}
          />
        )}
      </Field>
      <Field label={TEXTS.description} hint={TEXTS.descriptionHint} error={errors['description']}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            value={description}
            onChange={({ target }) => setDescription(target.value)}
          />
        )}
      </Field>
      <EventTypesField value={types} onChange={setTypes} />
      {save.error && !isOfField && <Problem error={save.error} />}
    </FormDialog>
  );
}
