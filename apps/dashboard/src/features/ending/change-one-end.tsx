import { useQuery } from '@tanstack/react-query';
import { groupQuery, type Membership } from '../groups/queries.js';
import { ChangeEnd } from '../groups/terms/change-end.js';

interface ChangeOneEndProps {
  accountId: string;
  member: Membership;
  onClose: () => void;
}

/** The rules of the service group are part of what is asked. */
export function ChangeOneEnd({ accountId, member, onClose }: ChangeOneEndProps) {
  const { data: group } = useQuery(groupQuery(accountId, member.serviceGroupId));
  return group && <ChangeEnd group={group} member={member} onClose={onClose} />;
}
