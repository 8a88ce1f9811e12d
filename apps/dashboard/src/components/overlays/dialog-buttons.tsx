import { Button } from '../controls/button.js';

interface DialogButtonsProps {
  cancel: string;
  confirm: string;
  busy: boolean;
  disabled?: boolean;
  onClose: () => void;
  /** The id of the form that is submitted; without it there is `onConfirm`. */
  form?: string;
  onConfirm?: () => void;
}

export function DialogButtons({ cancel, confirm, onClose, onConfirm, form, ...state }: DialogButtonsProps) {
  return (
    <>
      <Button onClick={onClose}>{cancel}</Button>
      <Button kind="primary" type={form ? 'submit' : 'button'} form={form} onClick={onConfirm} {...state}>
        {confirm}
      </Button>
    </>
  );
}
