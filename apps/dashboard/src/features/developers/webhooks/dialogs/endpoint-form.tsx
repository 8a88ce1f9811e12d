import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '../../../../api/failure.js';
import { TextField } from '../../../../components/controls/field.js';
import { FormDialog } from '../../../../components/overlays/form-dialog.js';
import type { EndpointInput } from '../queries.js';
import { TEXTS } from '../texts.js';
import { EventTypesField, type ChosenTypes } from './event-types-field.js';
import type { Endpoint } from '../endpoints.js';

interface EndpointFormProps {
  /** It is changed; undefined for a new one. */
  endpoint?: Endpoint;
  save: (input: EndpointInput) => Promise<unknown>;
  onClose: () => void;
}

const EMPTY: EndpointInput = { url: '', description: '', eventTypes: [] };

/** Creates an endpoint, or changes one. */
export function EndpointForm({ endpoint, save: send, onClose }: EndpointFormProps) {
  const initial = endpoint ?? EMPTY;
  const [url, setUrl] = useState(initial.url);
  const [description, setDescription] = useState(initial.description);
  const [types, setTypes] = useState<ChosenTypes>(
    initial.eventTypes.length === 0 ? undefined : initial.eventTypes,
  );
  const save = useMutation({
    mutationFn: () => send({ url: url.trim(), description: description.trim(), eventTypes: types ?? [] }),
  });
  const errors = fieldErrors(save.error);
  return (
    <FormDialog
      wide
      title={endpoint ? TEXTS.editTitle : TEXTS.add}
      confirm={endpoint ? TEXTS.save : TEXTS.add}
      sends={save}
      fields={['url', 'description']}
      blocked={url.trim() ? types?.length === 0 && TEXTS.eventsFirst : TEXTS.urlFirst}
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
