import {
  removeLogStreamWithAccount,
  removeServiceGroupWithAccount,
  removeTeamWithAccount,
  removeUserWithAccount,
  removeWebhookEndpointWithAccount,
} from '#libs/domain';
import type { Item } from '@rollbook/single-table';
import { changeServiceGroup } from '../../aggregates/service-group/changes.js';
import { changeUser } from '../../aggregates/user/changes.js';
import type { Provenance } from '../../core/changes.js';
import type { TransactItem } from '../../core/transact-item.js';
import { tombstoneExpiry, type Directory, type ChunkResult } from '../../core/directory.js';
import { fencesEntity } from '../../table/items/accounts.js';
import { membershipEntity } from '../../table/items/memberships.js';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import { endSessionsOfUser } from '../../sign-in/sessions.js';
import { teamEntity } from '../../table/items/teams.js';
import { userEntity } from '../../table/items/users.js';
import { commitChunk } from '../progress.js';
import { isFull, jobItems, type Fences } from '../../core/jobs.js';
import type { Job } from '../../table/items/jobs.js';
import { openUserKey } from '../../core/user-keys.js';
import { canEndAtOnce, MAX_MEMBERSHIPS_AT_ONCE, userState } from '../../aggregates/user/state.js';
import { serviceGroupState } from '../../aggregates/service-group/state.js';
import { changeTeam } from '../../aggregates/team/changes.js';
import { teamState } from '../../aggregates/team/state.js';
import { changeLogStream, streamsOf } from '../../aggregates/log-stream/log-streams.js';
import { changeWebhookEndpoint } from '../../aggregates/webhook-endpoint/change-endpoint.js';
import { endpointsOf } from '../../aggregates/webhook-endpoint/endpoints.js';

/** The number of users or service groups read for one chunk. */
const READ_AT_ONCE = 20;
/** The 100 operations of a transaction, less those of the job and its fence. */
const MAX_OPERATIONS = 98;

/** First its users with their memberships, then its service groups and its teams, then its webhook endpoints and log streams. */
export async function closeNextPart(directory: Directory, job: Job): Promise<ChunkResult> {
  const { accountId, actor, correlationId, causationId } = job;
  const { table, now } = directory;
  const provenance: Provenance = { accountId, now: now(), actor, correlationId, causationId };
  const present = { limit: READ_AT_ONCE, consistent: true } as const;
  const users = await table.query(
    userEntity,
    { accountId },
    { ...present, filter: (c) => c.ne('status', 'removed') },
  );
  if (users.items.length > 0) {
    await Promise.all(users.items.map(({ userId }) => endSessionsOfUser(directory, userId)));
    const fences = await table.get(fencesEntity, { accountId }, { consistent: true });
    const removals = await Promise.all(
      users.items.map((user) => removalOfUser(directory, user, fences, provenance)),
    );
    const parts = withOneFence(removals.filter((removal) => removal !== undefined));
    // All of them need a fence, and there is no room until a removal has ended.
    return parts.length === 0 ? 'waiting' : commitParts(directory, job, parts, false);
  }
  const groups = await table.query(
    serviceGroupEntity,
    { accountId },
    { ...present, filter: (c) => c.ne('status', 'removed') },
  );
  if (groups.items.length > 0) {
    const fences = await table.get(fencesEntity, { accountId }, { consistent: true });
    const removals = groups.items.map((item) => removalOfGroup(directory, item, fences, provenance));
    const parts = withOneFence(removals.filter((removal) => removal !== undefined));
    return parts.length === 0 ? 'waiting' : commitParts(directory, job, parts, false);
  }
  const teams = await table.query(
    teamEntity,
    { accountId },
    { ...present, filter: (c) => c.ne('status', 'removed') },
  );
  const ofTeams = teams.items.map((item) => {
    const state = teamState(item);
    const newEvents = removeTeamWithAccount(state);
    return changeTeam(item.teamId, state, newEvents, provenance, tombstoneExpiry(directory)).transactItems;
  });
  if (ofTeams.length > 0) return commitParts(directory, job, ofTeams, false);
  const receivers = await removalsOfReceivers(directory, provenance);
  return commitParts(directory, job, receivers, receivers.length === 0);
}

/** Last: until then they receive the events of all removals. */
async function removalsOfReceivers(directory: Directory, provenance: Provenance): Promise<TransactItem[][]> {
  const endpoints = await endpointsOf(directory, provenance.accountId);
  const streams = await streamsOf(directory, provenance.accountId, { consistent: true });
  return [
    ...endpoints.map((state) => {
      const newEvents = removeWebhookEndpointWithAccount(state);
      return changeWebhookEndpoint(directory, state.webhookEndpointId, state, newEvents, provenance)
        .transactItems;
    }),
    ...streams.map(
      (state) =>
        changeLogStream(directory, state.logStreamId, state, removeLogStreamWithAccount(state), provenance)
          .transactItems,
    ),
  ];
}

/** Undefined if it has to wait for others. */
async function removalOfUser(
  directory: Directory,
  user: Item<typeof userEntity>,
  fences: Fences | undefined,
  provenance: Provenance,
): Promise<{ transactItems: TransactItem[]; fence: boolean } | undefined> {
  const { userId } = user;
  const { items } = await directory.table.query(
    membershipEntity,
    { userId },
    { limit: MAX_MEMBERSHIPS_AT_ONCE + 1, consistent: true },
  );
  const atOnce = user.teams === undefined && canEndAtOnce(items);
  if (!atOnce && isFull(fences ?? {})) return undefined;
  const state = userState(user, atOnce ? items : []);
  const key = await openUserKey(directory.keyRing, userId, user.userKey);
  const expiresAt = atOnce ? tombstoneExpiry(directory) : undefined;
  const change = changeUser(userId, state, removeUserWithAccount(state), provenance, key, expiresAt);
  if (atOnce) return { transactItems: change.transactItems, fence: false };
  const more = user.teams === undefined ? {} : { hasTeams: true as const };
  const type = 'remove-user-memberships';
  const job = jobItems(directory, type, userId, fences, change.events, provenance, more);
  return { transactItems: [...change.transactItems, ...job.transactItems], fence: true };
}

/** Teams that had access are left to a job. Undefined if it has to wait for others. */
function removalOfGroup(
  directory: Directory,
  item: Item<typeof serviceGroupEntity>,
  fences: Fences | undefined,
  provenance: Provenance,
): { transactItems: TransactItem[]; fence: boolean } | undefined {
  const { serviceGroupId, teams } = item;
  const hasTeams = teams !== undefined;
  if (hasTeams && isFull(fences ?? {})) return undefined;
  const state = serviceGroupState(item);
  const newEvents = removeServiceGroupWithAccount(state);
  const expiresAt = hasTeams ? undefined : tombstoneExpiry(directory);
  const change = changeServiceGroup(serviceGroupId, state, newEvents, provenance, expiresAt);
  if (!hasTeams) return { transactItems: change.transactItems, fence: false };
  const type = 'remove-service-group-memberships';
  const more = { hasTeams: true as const };
  const job = jobItems(directory, type, serviceGroupId, fences, change.events, provenance, more);
  return { transactItems: [...change.transactItems, ...job.transactItems], fence: true };
}

/** Every fence changes the account's one item, so there can be one such removal per transaction. */
function withOneFence(removals: { transactItems: TransactItem[]; fence: boolean }[]): TransactItem[][] {
  const first = removals.findIndex(({ fence }) => fence);
  return removals
    .filter(({ fence }, index) => !fence || index === first)
    .map(({ transactItems }) => transactItems);
}

async function commitParts(
  directory: Directory,
  job: Job,
  parts: TransactItem[][],
  isDone: boolean,
): Promise<ChunkResult> {
  const fitting: TransactItem[] = [];
  let processed = 0;
  for (const transactItems of parts) {
    if (fitting.length + transactItems.length > MAX_OPERATIONS) break;
    fitting.push(...transactItems);
    processed += 1;
  }
  const operations = fitting.map(({ operation }) => operation);
  return commitChunk(directory, job, operations, { processed, isDone });
}
