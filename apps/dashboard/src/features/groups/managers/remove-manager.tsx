import { useMutation } from '@tanstack/react-query';
import { toast } from '../../../components/feedback/toasts.js';
import { Confirm } from '../../../components/overlays/confirm.js';
import { removeManager } from '../commands.js';
import type { Manager, ServiceGroup } from '../queries.js';
import { TEXTS } from '../texts.js';

interface RemoveManagerProps {
  group: ServiceGroup;
  manager: Manager;
  onClose: () => void;
}

export function RemoveManager({ group, manager: { user }, onClose }: RemoveManagerProps) {
  const remove = useMutation({
    mutationFn: () => removeManager(group.accountId, group.id, user.id),
    onSuccess: () => {
      toast(TEXTS.managerRemoved(user.name, group.name));
      onClose();
    },
  });
  return (
    <Confirm
      title={TEXTS.removeManagerTitle(user.name, group.name)}
      action={TEXTS.removeFromManagers}
      danger
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p className="text-muted">{TEXTS.removeManagerWhat(group.name)}</p>
    </Confirm>
  );
}
