import type { Directory } from '../directory.js';
import { kindOfId } from '../ids.js';
import { checkAccountHead, checkApiKey, checkServiceGroup } from './check-account-head.js';
import type { AccountCheck, AggregateCheck } from './check-aggregate.js';
import { checkRemovals, removalOf, type Removal } from './check-removals.js';
import { checkUser } from './check-user.js';
import { checkWebhookEndpoint } from './check-webhook-endpoint.js';
import { carryOut, type Prescription } from './repair.js';

/** Writes what is derived from the events of one aggregate that have just been imported. */
export type RestoreAggregate = (aggregateId: string) => Promise<void>;

/**
 * Service groups must come before users, whose memberships copy their names, and the account last: with it, removals
 * that were under way are taken up again.
 */
export function startRestore(directory: Directory, accountId: string): RestoreAggregate {
  const groupNames = new Map<string, { version: number; name: string }[]>();
  const removals = new Map<string, Removal>();
  let lastPresent: string | undefined;
  const check: AccountCheck = { directory, accountId, groupNames, logged: new Map(), loggedUpTo: '' };
  const write = async ({ diagnoses, head }: Pick<AggregateCheck, 'diagnoses' | 'head'>) => {
    const wrong = diagnoses.filter(({ finding }) => finding.level === 'wrong');
    if (wrong.length === 0) return;
    await carryOutAlone(wrong.map((diagnosis) => ({ diagnosis, guard: head })));
  };
  const carryOutAlone = async (prescriptions: Prescription[]) => {
    if (await carryOut(directory, { accountId }, prescriptions)) return;
    throw new Error('Something else writes the account while it is imported: import it again.');
  };
  return async (id) => {
    if (id === accountId) {
      const checked = await checkAccountHead(check);
      const closing = removalOf(checked.history, 'close-account');
      if (closing) removals.set(accountId, { ...closing, leftId: lastPresent });
      await takeUpRemovals();
      return write(checked);
    }
    if (kindOfId(id) === 'serviceGroup') {
      const checked = await checkServiceGroup(check, id);
      groupNames.set(id, checked.history.names);
      const removal = removalOf(checked.history, 'remove-service-group-memberships');
      if (removal) removals.set(id, removal);
      else lastPresent = id;
      return write(checked);
    }
    if (kindOfId(id) === 'webhookEndpoint') {
      const checked = await checkWebhookEndpoint(check, id);
      if (checked.history.state.status !== 'removed') lastPresent = id;
      return write(checked);
    }
    if (kindOfId(id) === 'apiKey') return write(await checkApiKey(check, id));
    const checked = await checkUser(check, id);
    if (checked.history.state.status !== 'removed') lastPresent = id;
    for (const groupId of checked.history.memberships.keys()) {
      const removal = removals.get(groupId);
      if (removal) removal.leftId = id;
    }
    return write(checked);
  };

  async function takeUpRemovals(): Promise<void> {
    for (;;) {
      // One after the other: they share the account's fence.
      const [diagnosis] = await checkRemovals(check, removals, Infinity);
      if (!diagnosis) return;
      await carryOutAlone([{ diagnosis, guard: undefined }]);
    }
  }
}
