import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { TEXTS } from '../../api/texts.js';
import { fieldErrors } from '../../api/failure.js';
import { Field } from '../controls/field.js';
import { Input } from '../controls/inputs.js';
import { Problem } from '../feedback/problem.js';
import { toast } from '../feedback/toasts.js';
import { FormDialog } from './form-dialog.js';

interface CreateNamedProps<Created> {
  texts: Record<'createTitle' | 'create' | 'cancel' | 'name' | 'nameHint', string> & {
    created: (name: string) => string;
  };
  /** What the field has at first. */
  first?: string | undefined;
  create: (name: string) => Promise<Created>;
  onCreated: (created: Created) => void;
  onClose: () => void;
}

/** Creates something that needs only a name. */
export function CreateNamed<Created extends { name: string }>(props: CreateNamedProps<Created>) {
  const { texts, first = '', onClose } = props;
  const [name, setName] = useState(first);
  const create = useMutation({
    mutationFn: props.create,
    onSuccess: (created) => {
      toast(texts.created(created.name));
      props.onCreated(created);
    },
  });
  const errors = fieldErrors(create.error);
  return (
    <FormDialog
      title={texts.createTitle}
      cancel={texts.cancel}
      confirm={texts.create}
      busy={create.isPending}
      blocked={!name.trim() && TEXTS.nameFirst}
      onSubmit={() => create.mutate(name.trim())}
      onClose={onClose}
    >
      <Field label={texts.name} hint={texts.nameHint} error={errors['name']}>
        {(control) => <Input {...control} value={name} onChange={(event) => setName(event.target.value)} />}
      </Field>
      {create.error && !errors['name'] && <Problem error={create.error} />}
    </FormDialog>
  );
}
