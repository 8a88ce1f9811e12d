import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '../../../api/failure.js';
import { takeWrites } from '../../../api/writes.js';
import { SelectField } from '../../../components/controls/field.js';
import { FormDialog } from '../../../components/overlays/form-dialog.js';
import { ExpiryField } from './expiry-field.js';
import type { Issued } from './issued-key.js';
import { rotateKey, type ApiKey } from './queries.js';
import { expiresAtOf, isComplete, type Grace, type Terms } from './terms.js';
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
  return (
    <FormDialog
      title={TEXTS.rotateTitle(apiKey.name)}
      confirm={TEXTS.rotateDo}
      sends={rotate}
      fields={['expiresAt']}
      blocked={!isComplete(terms) && TEXTS.dayFirst}
      onSubmit={() => rotate.mutate()}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{TEXTS.rotateWhat}</p>
      <SelectField label={TEXTS.grace} options={TEXTS.graces} value={grace} onChoose={setGrace} />
      <ExpiryField
        value={terms}
        onChange={setTerms}
        error={fieldErrors(rotate.error)['expiresAt']}
        unchanged={TEXTS.unchanged}
      />
    </FormDialog>
  );
}
