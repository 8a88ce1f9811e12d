import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '../../../api/failure.js';
import { TEXTS as STATES } from '../../../api/texts.js';
import { takeWrites } from '../../../api/writes.js';
import { TextField } from '../../../components/controls/field.js';
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
  return (
    <FormDialog
      wide
      title={TEXTS.create}
      confirm={TEXTS.create}
      sends={create}
      fields={['name', 'expiresAt']}
      blocked={whyNot(name, scopes, terms)}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <TextField
        label={TEXTS.name}
        hint={TEXTS.nameHint}
        error={errors['name']}
        autoComplete="off"
        value={name}
        onText={setName}
      />
      <ScopesField value={scopes} onChange={setScopes} />
      <ExpiryField value={terms} onChange={setTerms} error={errors['expiresAt']} />
    </FormDialog>
  );
}

function whyNot(name: string, scopes: readonly string[], terms: Terms): string | false {
  if (!name.trim()) return STATES.nameFirst;
  if (scopes.length === 0) return TEXTS.scopesFirst;
  return !isComplete(terms) && TEXTS.dayFirst;
}
