import { useState } from 'react';
import { TEXTS as COMMON } from '../../../api/texts.js';
import { TextField } from '../../../components/controls/field.js';
import { FormDialog } from '../../../components/overlays/form-dialog.js';
import { TEXTS } from './texts.js';
import { isTaken, MAX_NAME_CHARACTERS, type View } from './views.js';

interface ViewDialogProps {
  /** The view that is renamed; undefined for a new one. */
  renamed?: View | undefined;
  /** What the field has at first. */
  name: string;
  /** The other views. */
  others: readonly View[];
  onName: (name: string) => void;
  onClose: () => void;
}

/** Asks for the name of a view. */
export function ViewDialog({ renamed, name: first, others, onName, onClose }: ViewDialogProps) {
  const [text, setText] = useState(first);
  const name = text.trim();
  const taken = isTaken(name, others) && TEXTS.taken;
  return (
    <FormDialog
      title={renamed ? TEXTS.renameTitle(renamed.name) : TEXTS.saveTitle}
      confirm={renamed ? TEXTS.renameAction : TEXTS.saveAction}
      blocked={taken || (!name && COMMON.nameFirst)}
      onSubmit={() => onName(name)}
      onClose={onClose}
    >
      <TextField
        label={TEXTS.name}
        hint={TEXTS.hint}
        error={taken || undefined}
        autoComplete="off"
        maxLength={MAX_NAME_CHARACTERS}
        value={text}
        onFocus={({ target }) => target.select()}
        onText={setText}
      />
    </FormDialog>
  );
}
