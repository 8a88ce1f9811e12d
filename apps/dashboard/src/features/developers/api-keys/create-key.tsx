import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '../../../api/failure.js';
import { TEXTS as STATES } from '../../../api/texts.js';
import { takeWrites } from '../../../api/writes.js';
import { Field } from '../../../components/controls/field.js';
import { Input } from '../../../components/controls/inputs.js';
import { Problem } from '../../../components/feedback/problem.js';
import { FormDialog } from '../../../components/overlays/form-dialog.js';
import { ExpiryField } from './expiry-field.js';
import type { Issued } from './issued-key.js';
import { createKey } from './queries.js';
import { ScopesField } from './scopes-field.js';
import { expiresAtOf, isComplete, type Terms } from './terms.js';
import { TEXTS } from './texts.js';

interface CreateKeyProps {
  accountId: string;
  /** What is ticked from the start. */
  asked: readonly string[];
  onIssued: (issued: Issued) => void;
  onClose: () => void;
}

export function CreateKey({ accountId, asked, onIssued, onClose }: CreateKeyProps) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState(asked);
  const [terms, setTerms] = useState<Terms>({ expiry: '365', day: '' });
  const create = useMutation({
    mutationFn: () => createKey(accountId, { name: name.trim(), scopes, ...expiresAtOf(terms) }),
    onSuccess: (key) => onIssued({ key, writes: takeWrites() }),
  });
  const errors = fieldErrors(create.error);
  const isOfField = 'name' in errors || 'expiresAt' in errors;
  return (
    <FormDialog
      title={TEXTS.create}
      wide
      cancel={TEXTS.cancel}
      confirm={TEXTS.create}
      busy={create.isPending}
      blocked={whyNot(name, scopes, terms)}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <Field label={TEXTS.name} hint={TEXTS.nameHint} error={errors['name']}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <ScopesField value={scopes} onChange={setScopes} />
      <ExpiryField value={terms} onChange={setTerms} error={errors['expiresAt']} />
      {create.error && !isOfField && <Problem error={create.error} />}
    </FormDialog>
  );
}

function whyNot(name: string, scopes: readonly string[], terms: Terms): string | false {
  if (!name.trim()) return STATES.nameFirst;
  if (scopes.length === 0) return TEXTS.scopesFirst;
  return !isComplete(terms) && TEXTS.dayFirst;
}
