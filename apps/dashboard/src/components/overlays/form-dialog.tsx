import { useId, type ReactNode } from 'react';
import { Button } from '../controls/button.js';
import { Dialog } from './dialog.js';

interface FormDialogProps {
  title: string;
  cancel: string;
  confirm: string;
  danger?: boolean | undefined;
  busy: boolean;
  /** Why it cannot be sent yet. */
  blocked?: string | false;
  wide?: boolean;
  isPassing?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

export function FormDialog({
  cancel,
  confirm,
  danger,
  busy,
  blocked,
  onSubmit,
  children,
  ...dialog
}: FormDialogProps) {
  const form = useId();
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <Button onClick={dialog.onClose}>{cancel}</Button>
          <Button
            kind={danger ? 'danger' : 'primary'}
            type="submit"
            form={form}
            busy={busy}
            blocked={blocked}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
