import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { takeWrites } from '../../../../api/writes.js';
import { SelectField } from '../../../../components/controls/field.js';
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
      confirm={TEXTS.rotateDo}
      sends={rotate}
      onSubmit={() => rotate.mutate()}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{TEXTS.rotateWhat}</p>
      <SelectField<string> label={TEXTS.grace} options={TEXTS.graces} value={grace} onChoose={setGrace} />
    </FormDialog>
  );
}
