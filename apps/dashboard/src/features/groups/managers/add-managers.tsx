import { Badge } from '../../../components/feedback/badge.js';
import { toast } from '../../../components/feedback/toasts.js';
import { addManager } from '../commands.js';
import { PeoplePicker } from '../picker/people-picker.js';
import { type Candidate, candidatesQuery, type Manager, type ServiceGroup } from '../queries.js';
import { TEXTS } from '../texts.js';

interface AddManagersProps {
  group: ServiceGroup;
  managers: readonly Manager[];
  onClose: () => void;
}

export function AddManagers({ group, managers, onClose }: AddManagersProps) {
  const add = async ({ id, name }: Candidate) => {
    await addManager(group.accountId, group.id, id);
    toast(TEXTS.managerAdded(name, group.name));
  };
  const isManager = ({ id }: Candidate) => managers.some(({ userId }) => userId === id);
  return (
    <PeoplePicker
      title={`${TEXTS.addManager}: ${group.name}`}
      find={(q) => candidatesQuery(group.accountId, group.id, q)}
      already={(candidate) => isManager(candidate) && <Badge>{TEXTS.isManager}</Badge>}
      add={add}
      onClose={onClose}
    />
  );
}
