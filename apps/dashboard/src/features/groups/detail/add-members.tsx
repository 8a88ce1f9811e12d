import { toast } from '../../../components/feedback/toasts.js';
import { addMember } from '../commands.js';
import { PeoplePicker } from '../picker/people-picker.js';
import type { Candidate, ServiceGroup } from '../queries.js';
import { TEXTS } from '../texts.js';

/** Finds people, and lets them in one by one. */
export function AddMembers({ group, onClose }: { group: ServiceGroup; onClose: () => void }) {
  const add = async ({ id, name }: Candidate) => {
    await addMember(group.accountId, group.id, id);
    toast(TEXTS.added(name, group.name));
  };
  return (
    <PeoplePicker
      title={TEXTS.addPerson}
      group={group}
      already={({ isMember }) => (isMember ? TEXTS.isMember : undefined)}
      add={add}
      onClose={onClose}
    />
  );
}
