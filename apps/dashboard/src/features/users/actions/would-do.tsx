import { useQuery } from '@tanstack/react-query';
import { Problem } from '../../../components/feedback/problem.js';
import { dryRunQuery, groupsOfUserQuery, type User } from '../../../api/resources/users.js';
import { ACTION_TEXTS } from './texts.js';

const NAMED = 5;

/** The effects of an action, according to the API's dry run. */
export function WouldDo({ user, action }: { user: User; action: 'suspend' | 'reactivate' | 'remove' }) {
  const { data: groups } = useQuery(groupsOfUserQuery(user.accountId, user.id));
  const { error, isPending } = useQuery(dryRunQuery(user, action));
  if (error) return <Problem error={error} />;
  if (isPending || !groups) return <p className="text-faint">{ACTION_TEXTS.checking}</p>;
  if (action === 'suspend') return null;
  const names = groups.slice(0, NAMED).map(({ serviceGroup }) => serviceGroup.name);
  const rest = groups.length - names.length;
  const list = new Intl.ListFormat('en').format(rest > 0 ? [...names, ACTION_TEXTS.andMore(rest)] : names);
  if (groups.length === 0) return <p>{ACTION_TEXTS.endsNone}</p>;
  return <p>{action === 'remove' ? ACTION_TEXTS.ends(list) : ACTION_TEXTS.letsIn(list)}</p>;
}
