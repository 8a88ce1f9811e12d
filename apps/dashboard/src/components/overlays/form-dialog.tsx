import { useId, type ReactNode } from 'react';
import { Button } from '../controls/button.js';
import { Dialog } from './dialog.js';
import { fieldErrors } from '../../api/failure.js';
import { TEXTS } from '../../api/texts.js';
import { Problem } from '../feedback/problem.js';

/** What a dialog sends: a mutation, or what is like one. */
export interface Sends {
  isPending: boolean;
  error: unknown;
}

interface FormDialogProps {
  title: string;
  cancel?: string;
  confirm: string;
  danger?: boolean | undefined;
  sends?: Sends;
  /** Its fields, by the beginnings of their names in the API: a problem of one of these is shown there, and not below. */
  fields?: readonly string[];
  /** Why it cannot be sent yet. */
  blocked?: string | false | undefined;
  wide?: boolean;
  isPassing?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

export function FormDialog({
  cancel = TEXTS.cancel,
  confirm,
  danger,
  sends,
  fields = [],
  blocked,
  onSubmit,
  children,
  ...dialog
}: FormDialogProps) {
  const form = useId();
  const error = sends?.error;
  const isOfField = Object.keys(fieldErrors(error)).some((name) =>
    fields.some((each) => name.startsWith(each)),
  );
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
            busy={Boolean(sends?.isPending)}
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
        {error != null && !isOfField && <Problem error={error} />}
      </form>
    </Dialog>
  );
}
