import {
  decideUser,
  existingUser,
  isHeld,
  type MembershipTerms,
  type NewUserEvent,
  type RoleContext,
  type ServiceGroupId,
  type User,
  type UserId,
} from '#libs/domain';
import { changeUser } from '../changes.js';
import { endBatch } from '../../../core/batch-receipts.js';
import { openUserKey } from '../../../core/user-keys.js';
import type { Directory } from '../../../core/directory.js';
import { accountEntity, fencesEntity } from '../../../table/items/accounts.js';
import { membershipEntity } from '../../../table/items/memberships.js';
import { serviceGroupEntity } from '../../../table/items/service-groups.js';
import { userEntity } from '../../../table/items/users.js';
import { execute, requireVersion, type CommandContext, type Outcome } from '../../../core/execute.js';
import { requireAllMemberships } from '../torn-reads.js';
import { accountState } from '../../account/state.js';
import { existingGroupAt, serviceGroupState } from '../../service-group/state.js';
import { accessRolesToGive, roleContextOf } from './access-roles-to-give.js';
import { membershipOf, operationsOf, userState } from '../state.js';
import type { Tenant } from '../../../core/tenant.js';

/** The maximum number of service groups one command can give a user. */
export const MAX_SERVICE_GROUPS = 1_000;

/** Each takes three of a transaction's 100 operations; the user and a limit take two. */
const CHANGES_AT_ONCE = 32;
const OPERATIONS_EACH = 3;

interface ReplacedServiceGroups {
  userId: UserId;
  version: number;
  added: string[];
  removed: string[];
  unchanged: string[];
}

/**
 * Replaces a user's service groups. Up to 32 changes are one transaction. More take several, one after the other, removals
 * before additions: readers in between see less than both sets allow, never more; sent again, the command continues where it
 * ended. An unknown service group refuses the whole before anything is changed.
 *
 * What is added is added on the terms; what stays keeps its own. Its receipt is in the first transaction, and gets its answer after the last: a repetition in between continues too, and one
 * after it changes nothing, whatever others have changed since.
 */
export async function replaceServiceGroupsOfUser(
  { directory, accountId }: Tenant,
  userId: UserId,
  serviceGroupIds: readonly ServiceGroupId[],
  context: CommandContext,
  terms: MembershipTerms = {},
): Promise<Outcome<ReplacedServiceGroups>> {
  const wanted = [...new Set(serviceGroupIds)];
  const unchangedBut = (added: string[]) => wanted.filter((id) => !added.includes(id));
  let isUnfinished = false;
  const step = (stepContext: CommandContext) =>
    execute<ReplacedServiceGroups>(directory, stepContext, {
      accountId,
      aggregateId: userId,
      attempt: async (provenance) => {
        const loaded = await loadSets(directory, accountId, userId, wanted);
        const { user, account, key } = loaded;
        requireVersion(user, stepContext);
        if (user.status !== 'none') requireAllMemberships(user);
        const groups = loaded.missing.values();
        const accessRoles = await accessRolesToGive(directory, accountId, [terms], groups);
        const { added, removed, isLast, newEvents } = nextStep(
          loaded,
          { wanted, terms: { ...terms, ...roleContextOf(context, accessRoles) } },
          context.dryRun ? Infinity : CHANGES_AT_ONCE,
        );
        const change = changeUser(userId, user, newEvents, provenance, key);
        const { version } = existingUser(change.state);
        isUnfinished = !isLast;
        const state = { userId, version, added, removed, unchanged: unchangedBut(added) };
        return { state, changes: [change], account, isUnfinished };
      },
    });
  const first = await step(context);
  const { answeredBefore } = first;
  if (answeredBefore ? answeredBefore.answer !== undefined : !isUnfinished) return first;
  const later = { ...context, expectedVersion: undefined, receipt: undefined };
  const steps = answeredBefore ? [] : [first];
  let last: typeof first;
  do steps.push((last = await step(later)));
  while (isUnfinished);
  const added = steps.flatMap(({ state }) => state.added);
  const removed = steps.flatMap(({ state }) => state.removed);
  const state = { ...last.state, added, removed, unchanged: unchangedBut(added) };
  const outcome = await endBatch(directory, accountId, context, state);
  return { ...outcome, events: steps.flatMap(({ events }) => events) };
}

type Sets = Awaited<ReturnType<typeof loadSets>>;

async function loadSets(
  { table, keyRing, steadyNow }: Directory,
  accountId: string,
  userId: UserId,
  wanted: readonly ServiceGroupId[],
) {
  const consistent = { consistent: true };
  const [account, head, fences] = await table.batchGet(
    [accountEntity.at({ accountId }), userEntity.at({ accountId, userId }), fencesEntity.at({ accountId })],
    consistent,
  );
  const memberships = [];
  if (head)
    for await (const item of table.each(membershipEntity, { userId }, consistent)) memberships.push(item);
  const now = steadyNow();
  const present = memberships.filter((item) => isHeld(membershipOf(item), now));
  const held = new Set(present.map(({ serviceGroupId }) => serviceGroupId));
  const missing = wanted.filter((id) => !held.has(id) || fences?.removedIds?.has(id));
  const groups = await table.batchGet(
    missing.map((serviceGroupId) => serviceGroupEntity.at({ accountId, serviceGroupId })),
    consistent,
  );
  return {
    account: accountState(account),
    now,
    user: userState(head, memberships),
    key: await openUserKey(keyRing, userId, head?.userKey),
    // Memberships that a removal is ending are left to its job.
    held: [...held].filter((id) => !fences?.removedIds?.has(id)),
    missing: new Map(missing.map((id, index) => [id, serviceGroupState(groups[index])])),
  };
}

function nextStep(
  { account, now, user, held, missing }: Sets,
  { wanted, terms }: { wanted: readonly ServiceGroupId[]; terms: MembershipTerms & RoleContext },
  most: number,
) {
  const decisionContext = { account, anotherOwner: true, now };
  const step = {
    newEvents: [] as NewUserEvent[],
    removed: [] as ServiceGroupId[],
    added: [] as ServiceGroupId[],
  };
  let [changes, operations] = [0, 0];
  const take = (into: ServiceGroupId[], id: ServiceGroupId, decided: NewUserEvent[]) => {
    changes += 1;
    operations += operationsOf(user as User, decided);
    if (changes > most || operations > most * OPERATIONS_EACH) return;
    into.push(id);
    step.newEvents.push(...decided);
  };
  // Decided as a whole, so that a refusal of a later step comes before the first.
  const removing = held.filter((id) => !wanted.includes(id));
  for (const serviceGroupId of removing)
    take(
      step.removed,
      serviceGroupId,
      decideUser(user, { type: 'remove_member', serviceGroupId }, decisionContext),
    );
  for (const [serviceGroupId, state] of missing) {
    const serviceGroup = existingGroupAt(state, wanted.indexOf(serviceGroupId));
    const command = { ...terms, type: 'add_member', serviceGroup } as const;
    take(step.added, serviceGroupId, decideUser(user, command, decisionContext));
  }
  if (changes === 0) decideUser(user, { type: 'change_user' }, decisionContext);
  return {
    ...step,
    isLast: changes === step.removed.length + step.added.length,
  };
}
