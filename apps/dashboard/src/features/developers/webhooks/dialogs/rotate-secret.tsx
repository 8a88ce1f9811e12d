import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { takeWrites } from '../../../../api/writes.js';
import { Field } from '../../../../components/controls/field.js';
import { Select } from '../../../../components/controls/inputs.js';
import { Problem } from '../../../../components/feedback/problem.js';
import { FormDialog } from '../../../../components/overlays/form-dialog.js';
import type { Endpoint } from '../endpoints.js';
import { rotateSecret } from '../queries.js';
import { TEXTS } from '../texts.js';
import type { Issued } from './issued-secret.js';

interface RotateSecretProps {
  endpoint: Endpoint;
  onIssued: (issued: Issued) => void;
  onClose: () => void;
}

export function RotateSecret({ endpoint, onIssued, onClose }: RotateSecretProps) {
  const [grace, setGrace] = useState('86400');
  const rotate = useMutation({
    mutationFn: () => rotateSecret(endpoint, Number(grace)),
    onSuccess: (issued) => onIssued({ endpoint: issued, writes: takeWrites() }),
  });
  return (
    <FormDialog
      title={TEXTS.rotateTitle}
      cancel={TEXTS.cancel}
      confirm={TEXTS.rotateDo}
      busy={rotate.isPending}
      onSubmit={() => rotate.mutate()}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{TEXTS.rotateWhat}</p>
      <Field label={TEXTS.grace}>
        {(control) => (
          <Select {...control} value={grace} onChange={({ target }) => setGrace(target.value)}>
            {Object.entries(TEXTS.graces).map(([seconds, text]) => (
              <option key={seconds} value={seconds}>
                {text}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {rotate.error && <Problem error={rotate.error} />}
    </FormDialog>
  );
}
