import { useState, type ReactNode } from 'react';
import { TEXTS } from '../../api/texts.js';
import { TextField } from '../controls/field.js';
import type { Sends } from './form-dialog.js';
import { FormDialog } from './form-dialog.js';
import { useAction } from '../feedback/use-action.js';

interface ConfirmProps {
  title: string;
  action: string;
  children: ReactNode;
  /** What must be typed to confirm, where the action cannot be undone. */
  typed?: string | undefined;
  danger?: boolean;
  sends?: Sends;
  fields?: readonly string[];
  /** Why it cannot be confirmed yet. */
  blocked?: string | false;
  onConfirm: () => void;
  onClose: () => void;
}

export function Confirm({ action, children, typed, blocked, onConfirm, ...rest }: ConfirmProps) {
  const [text, setText] = useState('');
  const untyped = typed !== undefined && text !== typed && TEXTS.typeFirst;
  return (
    <FormDialog
      {...rest}
      confirm={action}
      blocked={blocked || untyped}
      isPassing={typed !== undefined}
      onSubmit={onConfirm}
    >
      <div className="grid gap-4 text-sm">
        {children}
        {typed !== undefined && (
          <TextField label={TEXTS.typeToConfirm(typed)} autoComplete="off" value={text} onText={setText} />
        )}
      </div>
    </FormDialog>
  );
}

interface ConfirmChangeProps extends Omit<ConfirmProps, 'sends' | 'onConfirm' | 'children'> {
  /** What follows from it, in a sentence. */
  what?: string;
  children?: ReactNode;
  change: () => Promise<unknown>;
  /** What is said once it is done. */
  done: string;
  /** Instead of closing it. */
  onDone?: () => void;
}

/** Makes a change once it is confirmed. */
export function ConfirmChange({ what, children, change, done, onDone, ...confirm }: ConfirmChangeProps) {
  const sends = useAction(change, done, onDone ?? confirm.onClose);
  return (
    <Confirm {...confirm} sends={sends} onConfirm={() => sends.mutate()}>
      {what && <p className="text-muted">{what}</p>}
      {children}
    </Confirm>
  );
}
