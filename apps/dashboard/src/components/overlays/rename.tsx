import { useState } from 'react';
import { fieldErrors } from '../../api/failure.js';
import { TEXTS as STATES } from '../../api/texts.js';
import { useVersionedEdit } from '../../api/versioned-edit.js';
import { Button } from '../controls/button.js';
import { TextField } from '../controls/field.js';
import { Problem } from '../feedback/problem.js';
import { toast } from '../feedback/toasts.js';
import { Card } from '../layout/card.js';
import { Conflict } from './conflict.js';

interface RenameProps<Named> {
  texts: Record<'rename' | 'name' | 'save' | 'conflictTitle', string> & { renamed: (name: string) => string };
  named: Named;
  /** Fails if somebody else has changed it since it was read. */
  change: (named: Named, name: string) => Promise<Named>;
  reread: () => Promise<Named>;
}

/** The card that renames something, without losing what somebody else made of it. */
export function Rename<Named extends { name: string; version: number }>(props: RenameProps<Named>) {
  const { texts, named, change, reread } = props;
  const [name, setName] = useState(named.name);
  const { base, setBase, theirs, save, submit, keepMine, keepTheirs } = useVersionedEdit(named, {
    change: (to) => change(to, name.trim()),
    reread,
    onSaved: (renamed) => toast(texts.renamed(renamed.name)),
  });
  if (named.version > base.version && name === base.name) {
    setBase(named);
    setName(named.name);
  }
  const errors = fieldErrors(save.error);
  return (
    <Card title={texts.rename}>
      <form
        className="grid max-w-md gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField label={texts.name} error={errors['name']} value={name} onText={setName} />
        {save.error && !errors['name'] && <Problem error={save.error} />}
        <div>
          <Button
            kind="primary"
            type="submit"
            busy={save.isPending}
            blocked={name.trim() ? name.trim() === base.name && STATES.unchanged : STATES.nameFirst}
          >
            {texts.save}
          </Button>
        </div>
      </form>
      {theirs && (
        <Conflict
          title={texts.conflictTitle}
          fields={[{ label: texts.name, mine: name.trim(), theirs: theirs.name }]}
          onKeepMine={() => keepMine(theirs)}
          onClose={() => {
            keepTheirs(theirs);
            setName(theirs.name);
          }}
        />
      )}
    </Card>
  );
}
