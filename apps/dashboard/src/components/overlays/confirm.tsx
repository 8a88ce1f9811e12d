import { useState, type ReactNode } from 'react';
import { TEXTS } from '../../api/texts.js';
import { Field } from '../controls/field.js';
import { Input } from '../controls/inputs.js';
import { Problem } from '../feedback/problem.js';
import { FormDialog } from './form-dialog.js';

interface ConfirmProps {
  title: string;
  action: string;
  children: ReactNode;
  /** What must be typed to confirm, where the action cannot be undone. */
  typed?: string;
  danger?: boolean;
  busy?: boolean;
  /** Why it cannot be confirmed yet. */
  blocked?: string | false;
  error?: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

export function Confirm({
  title,
  action,
  children,
  typed,
  danger,
  busy,
  blocked,
  error,
  onConfirm,
  onClose,
}: ConfirmProps) {
  const [text, setText] = useState('');
  const untyped = typed !== undefined && text !== typed && TEXTS.typeFirst;
  return (
    <FormDialog
      title={title}
      cancel="Cancel"
      confirm={action}
      danger={danger}
      busy={Boolean(busy)}
      blocked={blocked || untyped}
      isPassing={typed !== undefined}
      onSubmit={onConfirm}
      onClose={onClose}
    >
      <div className="grid gap-4 text-sm">
        {children}
        {typed !== undefined && (
          <Field label={`Type “${typed}” to confirm`}>
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Field>
        )}
        {error != null && <Problem error={error} />}
      </div>
    </FormDialog>
  );
}
