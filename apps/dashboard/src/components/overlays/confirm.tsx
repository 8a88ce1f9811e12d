import { useState, type ReactNode } from 'react';
import { TEXTS } from '../../api/texts.js';
import { Button } from '../controls/button.js';
import { Field } from '../controls/field.js';
import { Input } from '../controls/inputs.js';
import { Problem } from '../feedback/problem.js';
import { Dialog } from './dialog.js';

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
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind={danger ? 'danger' : 'primary'}
            blocked={blocked || untyped}
            busy={Boolean(busy)}
            onClick={onConfirm}
          >
            {action}
          </Button>
        </>
      }
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
    </Dialog>
  );
}
