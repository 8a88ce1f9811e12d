import type { User } from '../../../api/resources/users.js';
import { Time } from '../../../components/data/time.js';
import { TEXTS } from '../texts.js';
import { useLastSeenInView } from './rows-in-view.js';

export function LastSeen({ user, index }: { user: User; index: number }) {
  const at = useLastSeenInView(user, index);
  if (at === null) return <span className="text-faint">{TEXTS.details.neverSeen}</span>;
  return at && <Time at={at} />;
}
