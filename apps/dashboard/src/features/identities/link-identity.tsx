import { useState } from 'react';
import { fieldErrors } from '../../api/failure.js';
import type { User } from '../../api/resources/users.js';
import { TextField } from '../../components/controls/field.js';
import { FormDialog } from '../../components/overlays/form-dialog.js';
import { linkIdentity } from './commands.js';
import { TEXTS } from './texts.js';
import { useAction } from '../../components/feedback/use-action.js';

const FIELDS = [
  ['issuer', TEXTS.issuer, TEXTS.issuerHint],
  ['subject', TEXTS.subject, TEXTS.subjectHint],
] as const;

export function LinkIdentity({ user, onClose }: { user: User; onClose: () => void }) {
  const [typed, setTyped] = useState({ issuer: '', subject: '' });
  const identity = { issuer: typed.issuer.trim(), subject: typed.subject.trim() };
  const link = useAction(() => linkIdentity(user, identity), TEXTS.wasLinked(user.name), onClose);
  const errors = fieldErrors(link.error);
  return (
    <FormDialog
      title={TEXTS.linkTitle(user.name)}
      confirm={TEXTS.linkDo}
      sends={link}
      fields={['issuer', 'subject']}
      blocked={!(identity.issuer && identity.subject) && TEXTS.bothFirst}
      onSubmit={() => link.mutate()}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{TEXTS.linkWhat(user.name)}</p>
      {FIELDS.map(([name, label, hint]) => (
        <TextField
          key={name}
          {...{ label, hint }}
          error={errors[name]}
          spellCheck={false}
          autoComplete="off"
          value={typed[name]}
          onText={(text) => setTyped({ ...typed, [name]: text })}
        />
      ))}
    </FormDialog>
  );
}
