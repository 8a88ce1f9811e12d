import { useMutation } from '@tanstack/react-query';
import { toast } from '../../../../components/feedback/toasts.js';
import { Confirm } from '../../../../components/overlays/confirm.js';

interface ConfirmChangeProps {
  title: string;
  what: string;
  action: string;
  danger?: boolean;
  change: () => Promise<void>;
  /** What is said once it is done. */
  done: string;
  onDone?: () => void;
  onClose: () => void;
}

export function ConfirmChange(props: ConfirmChangeProps) {
  const { title, what, action, danger = false, done, onDone, onClose } = props;
  const change = useMutation({
    mutationFn: props.change,
    onSuccess: () => {
      toast(done);
      onClose();
      onDone?.();
    },
  });
  return (
    <Confirm
      {...{ title, action, danger, onClose }}
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate()}
    >
      <p className="text-muted">{what}</p>
    </Confirm>
  );
}
