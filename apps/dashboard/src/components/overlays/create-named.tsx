import { useState } from 'react';
import { TEXTS } from '../../api/texts.js';
import { fieldErrors } from '../../api/failure.js';
import { TextField } from '../controls/field.js';
import { FormDialog } from './form-dialog.js';
import { useAction } from '../feedback/use-action.js';

interface CreateNamedProps<Created> {
  texts: Record<'createTitle' | 'create' | 'name' | 'nameHint', string> & {
    created: (name: string, created: Created) => string;
  };
  /** What the field has at first. */
  first?: string | undefined;
  create: (name: string) => Promise<Created>;
  onCreated: (created: Created) => void;
  onClose: () => void;
}

/** Creates something that needs only a name. */
export function CreateNamed<Created extends { name: string }>(props: CreateNamedProps<Created>) {
  const { texts, first = '', onCreated, onClose } = props;
  const [name, setName] = useState(first);
  const create = useAction(
    () => props.create(name.trim()),
    (created) => texts.created(created.name, created),
    onCreated,
  );
  return (
    <FormDialog
      title={texts.createTitle}
      confirm={texts.create}
      sends={create}
      fields={['name']}
      blocked={!name.trim() && TEXTS.nameFirst}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <TextField
        label={texts.name}
        hint={texts.nameHint}
        error={fieldErrors(create.error)['name']}
        value={name}
        onText={setName}
      />
    </FormDialog>
  );
}
