import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '../../api/failure.js';
import type { User } from '../../api/resources/users.js';
import { Field } from '../../components/controls/field.js';
import { Input } from '../../components/controls/inputs.js';
import { Problem } from '../../components/feedback/problem.js';
import { toast } from '../../components/feedback/toasts.js';
import { FormDialog } from '../../components/overlays/form-dialog.js';
import { linkIdentity } from './commands.js';
import { TEXTS } from './texts.js';

const FIELDS = [
  ['issuer', TEXTS.issuer, TEXTS.issuerHint],
  ['subject', TEXTS.subject, TEXTS.subjectHint],
] as const;

export function LinkIdentity({ user, onClose }: { user: User; onClose: () => void }) {
  const [typed, setTyped] = useState({ issuer: '', subject: '' });
  const identity = { issuer: typed.issuer.trim(), subject: typed.subject.trim() };
  const link = useMutation({
    mutationFn: () => linkIdentity(user, identity),
    onSuccess: () => {
      toast(TEXTS.wasLinked(user.name));
      onClose();
    },
  });
  const errors = fieldErrors(link.error);
  return (
    <FormDialog
      title={TEXTS.linkTitle(user.name)}
      cancel={TEXTS.cancel}
      confirm={TEXTS.linkDo}
      busy={link.isPending}
      blocked={!(identity.issuer && identity.subject) && TEXTS.bothFirst}
      onSubmit={() => link.mutate()}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{TEXTS.linkWhat(user.name)}</p>
      {FIELDS.map(([name, label, hint]) => (
        <Field key={name} label={label} hint={hint} error={errors[name]}>
          {(control) => (
            <Input
              {...control}
              spellCheck={false}
              autoComplete="off"
              value={typed[name]}
              onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
            />
          )}
        </Field>
      ))}
      {link.error && Object.keys(errors).length === 0 && <Problem error={link.error} />}
    </FormDialog>
  );
}
