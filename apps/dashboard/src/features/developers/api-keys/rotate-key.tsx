import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '../../../api/failure.js';
import { takeWrites } from '../../../api/writes.js';
import { Field } from '../../../components/controls/field.js';
import { Select } from '../../../components/controls/inputs.js';
import { Problem } from '../../../components/feedback/problem.js';
import { FormDialog } from '../../../components/overlays/form-dialog.js';
import { ExpiryField } from './expiry-field.js';
import type { Issued } from './issued-key.js';
import { rotateKey, type ApiKey } from './queries.js';
import { expiresAtOf, GRACES, isComplete, type Grace, type Terms } from './terms.js';
import { TEXTS } from './texts.js';

interface RotateKeyProps {
  apiKey: ApiKey;
  onIssued: (issued: Issued) => void;
  onClose: () => void;
}

export function RotateKey({ apiKey, onIssued, onClose }: RotateKeyProps) {
  const [grace, setGrace] = useState<Grace>('86400');
  const [terms, setTerms] = useState<Terms>({ expiry: 'unchanged', day: '' });
  const rotate = useMutation({
    mutationFn: () => rotateKey(apiKey, { grace, ...expiresAtOf(terms) }),
    onSuccess: (key) => onIssued({ key, writes: takeWrites() }),
  });
  const { expiresAt } = fieldErrors(rotate.error);
  return (
    <FormDialog
      title={TEXTS.rotateTitle(apiKey.name)}
      cancel={TEXTS.cancel}
      confirm={TEXTS.rotateDo}
      busy={rotate.isPending}
      blocked={!isComplete(terms) && TEXTS.dayFirst}
      onSubmit={() => rotate.mutate()}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{TEXTS.rotateWhat}</p>
      <Field label={TEXTS.grace}>
        {(control) => (
          <Select {...control} value={grace} onChange={({ target }) => setGrace(target.value as Grace)}>
            {GRACES.map((each) => (
              <option key={each} value={each}>
                {TEXTS.graces[each]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <ExpiryField value={terms} onChange={setTerms} error={expiresAt} unchanged={TEXTS.unchanged} />
      {rotate.error && !expiresAt && <Problem error={rotate.error} />}
    </FormDialog>
  );
}
