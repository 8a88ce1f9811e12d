import { useMutation } from '@tanstack/react-query';
import { toast } from '../../components/feedback/toasts.js';
import { Confirm } from '../../components/overlays/confirm.js';
import { removeMember } from './commands.js';
import { TEXTS } from './texts.js';

interface Named {
  id: string;
  name: string;
}

interface EndAccessProps {
  accountId: string;
  group: Named;
  user: Named;
  onClose: () => void;
}

/** Asks before one person's access to one service group ends. */
export function EndAccess({ accountId, group, user, onClose }: EndAccessProps) {
  const remove = useMutation({
    mutationFn: () => removeMember(accountId, group.id, user.id),
    onSuccess: () => {
      toast(TEXTS.taken(user.name, group.name));
      onClose();
    },
  });
  return (
    <Confirm
      title={TEXTS.endTitle(user.name, group.name)}
      action={TEXTS.end}
      danger
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p className="text-muted">{TEXTS.endWhat(group.name)}</p>
    </Confirm>
  );
}
