import { kindOfAggregate, type ServiceGroupId, type TeamId, type UserId } from '#libs/domain';
import type { Directory } from '../core/directory.js';
import { checkAccountHead, checkServiceGroup } from './checks/account-head.js';
import type { AccountCheck, AggregateCheck } from './checks/aggregate.js';
import { checkPlainAggregate, isPlain, outlivesAccount } from './checks/plain-aggregate.js';
import { checkRemovals, removalOf, type Removal } from './checks/removals.js';
import { checkTeam } from './checks/team.js';
import { checkUser } from './checks/user.js';
import { applyRepair, type Prescription } from './repair.js';
import type { Walk } from './walk.js';

export type RestoreAggregate = (aggregateId: string) => Promise<void>;

/**
 * Service groups must come before users, whose memberships copy their names, and before teams, which have their access in common, and the account last: with it, unfinished
 * removals are resumed.
 */
export function startRestore(directory: Directory, accountId: string): RestoreAggregate {
  const groupNames: Walk['groupNames'] = new Map();
  const removals = new Map<string, Removal>();
  let lastPresent: string | undefined;
  const check: AccountCheck = { directory, accountId, groupNames, logged: new Map(), loggedUpTo: '' };
  const write = async ({ diagnoses, head }: Pick<AggregateCheck, 'diagnoses' | 'head'>) => {
    const wrong = diagnoses.filter(({ finding }) => finding.level === 'wrong');
    if (wrong.length === 0) return;
    await carryOutAlone(wrong.map((diagnosis) => ({ diagnosis, guard: head })));
  };
  const carryOutAlone = async (prescriptions: Prescription[]) => {
    if (await applyRepair({ directory, accountId }, prescriptions)) return;
    throw new Error('Something else wrote to the account during the import: import it again.');
  };
  return async (id) => {
    if (id === accountId) {
      const checked = await checkAccountHead(check);
      const closing = removalOf(checked.history, 'close-account');
      if (closing) removals.set(accountId, { ...closing, leftId: lastPresent });
      await takeUpRemovals();
      return write(checked);
    }
    const kind = kindOfAggregate(id);
    if (kind === 'service-group') {
      const checked = await checkServiceGroup(check, id as ServiceGroupId);
      const { names, version, managers } = checked.history;
      groupNames.set(id, { names, version, managers });
      const removal = removalOf(checked.history, 'remove-service-group-memberships');
      if (removal) removals.set(id, removal);
      else lastPresent = id;
      return write(checked);
    }
    if (isPlain(kind)) {
      const checked = await checkPlainAggregate({ check, kind }, id);
      if (outlivesAccount(kind, checked.history)) lastPresent = id;
      return write(checked);
    }
    if (kind === 'team') {
      const checked = await checkTeam(check, id as TeamId, true);
      const removal = removalOf(checked.history, 'remove-team');
      if (removal) removals.set(id, { ...removal, leftId: checked.opens[0] });
      else lastPresent = id;
      return write(checked);
    }
    const checked = await checkUser(check, id as UserId);
    if (checked.history.state.status !== 'removed') lastPresent = id;
    for (const groupId of checked.history.memberships.keys()) {
      const removal = removals.get(groupId);
      if (removal) removal.leftId = id;
    }
    for (const teamId of checked.history.places.keys()) {
      const removal = removals.get(teamId);
      if (removal) removal.leftId = id;
    }
    return write(checked);
  };

  async function takeUpRemovals(): Promise<void> {
    for (;;) {
      // One after the other, because they share the account's fence.
      const [diagnosis] = await checkRemovals(check, removals, Infinity);
      if (!diagnosis) return;
      await carryOutAlone([{ diagnosis, guard: undefined }]);
    }
  }
}
