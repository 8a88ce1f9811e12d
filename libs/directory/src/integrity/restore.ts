import type { Directory } from '../directory.js';
import { kindOfId } from '../ids.js';
import { checkAccountHead, checkServiceGroup } from './check-account-head.js';
import type { AccountCheck } from './check-aggregate.js';
import { checkRemovals, removalOf, type Removal } from './check-removals.js';
import { checkUser } from './check-user.js';
import { carryOut } from './repair.js';

/** Writes what is derived from the events of one aggregate that have just been imported. */
export type RestoreAggregate = (aggregateId: string) => Promise<void>;

/**
 * Service groups must come before users, whose memberships copy their names, and the account last: with it, removals
 * that were under way are taken up again.
 */
export function startRestore(directory: Directory, accountId: string): RestoreAggregate {
  const groupNames = new Map<string, { version: number; name: string }[]>();
  const removals = new Map<string, Removal>();
  const check: AccountCheck = { directory, accountId, groupNames, logged: new Map(), loggedUpTo: '' };
  const write = async ({ diagnoses, head }: Awaited<ReturnType<typeof checkAccountHead>>) => {
    const wrong = diagnoses.filter(({ finding }) => finding.level === 'wrong');
    if (wrong.length === 0) return;
    const done = await carryOut(
      directory,
      { accountId },
      wrong.map((diagnosis) => ({ diagnosis, guard: head })),
    );
    if (!done) throw new Error('Something else writes the account while it is imported: import it again.');
  };
  return async (id) => {
    if (id === accountId) {
      await takeUpRemovals();
      return write(await checkAccountHead(check));
    }
    if (kindOfId(id) === 'serviceGroup') {
      const checked = await checkServiceGroup(check, id);
      groupNames.set(id, checked.history.names);
      const removal = removalOf(checked.history, 'remove-service-group-memberships');
      if (removal) removals.set(id, removal);
      return write(checked);
    }
    const checked = await checkUser(check, id);
    for (const groupId of checked.history.memberships.keys()) {
      const removal = removals.get(groupId);
      if (removal) removal.memberId = id;
    }
    return write(checked);
  };

  async function takeUpRemovals(): Promise<void> {
    const diagnoses = await checkRemovals(check, removals, Infinity);
    for (const diagnosis of diagnoses) {
      const done = await carryOut(directory, { accountId }, [{ diagnosis, guard: undefined }]);
      if (!done) throw new Error('Something else writes the account while it is imported: import it again.');
    }
  }
}
