import { useId, type ReactNode } from 'react';
import { Button } from '../controls/button.js';
import { Dialog } from './dialog.js';

interface FormDialogProps {
  title: string;
  cancel: string;
  confirm: string;
  busy: boolean;
  disabled?: boolean;
  wide?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

export function FormDialog({
  cancel,
  confirm,
  busy,
  disabled,
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
          <Button kind="primary" type="submit" form={form} busy={busy} disabled={disabled}>
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
