import type { Draft, DraftChange, DraftTerms } from '../draft/draft.js';

/** The API takes this many users in one job. */
const MAX_USERS = 10_000;
const MAX_GROUPS = 20;

export interface PlannedJob extends DraftTerms {
  action: 'add_to_groups' | 'remove_from_groups';
  serviceGroupIds: string[];
  userIds: string[];
  /** As the draft has seen them; only for users that no earlier job changes. */
  ifVersions?: number[];
}

/** Few jobs for a draft: grouped by people who get the same service groups, or by service group, whichever is fewer. */
export function planJobs(draft: Draft, terms: DraftTerms): PlannedJob[] {
  const changes = [...draft.values()].filter(({ action }) => action !== 'change');
  const byUser = [...Map.groupBy(changes, ({ userId, action }) => `${action} ${userId}`).values()];
  const alike = [
    ...Map.groupBy(byUser, (ofUser) =>
      ofUser
        .map(({ groupId }) => groupId)
        .sort()
        .join(' '),
    ).values(),
  ]
    .flatMap((sets) => [...Map.groupBy(sets, ([first]) => first?.action).values()])
    .map((sets) => sets.flat());
  const byGroup = [...Map.groupBy(changes, ({ groupId, action }) => `${action} ${groupId}`).values()];
  const parts = alike.length < byGroup.length ? alike : byGroup;
  const versions = new Map(changes.map(({ userId, version }) => [userId, version]));
  return parts
    .flatMap(jobsOf)
    .map((job) => (job.action === 'add_to_groups' ? { ...job, ...terms } : job))
    .flatMap((job) => withVersions(job, versions));
}

/** @param versions of the users that no job changes yet; those of this job are deleted from it */
function withVersions(job: PlannedJob, versions: Map<string, number>): PlannedJob[] {
  const first = job.userIds.filter((userId) => versions.has(userId));
  const again = job.userIds.filter((userId) => !versions.has(userId));
  const ifVersions = first.map((userId) => versions.get(userId) ?? 0);
  for (const userId of first) versions.delete(userId);
  return [
    ...(first.length > 0 ? [{ ...job, userIds: first, ifVersions }] : []),
    ...(again.length > 0 ? [{ ...job, userIds: again }] : []),
  ];
}

function jobsOf(changes: readonly DraftChange[]): PlannedJob[] {
  const action = changes[0]?.action === 'remove' ? 'remove_from_groups' : 'add_to_groups';
  const userIds = [...new Set(changes.map(({ userId }) => userId))];
  const groupIds = [...new Set(changes.map(({ groupId }) => groupId))];
  return partsOf(groupIds, MAX_GROUPS).flatMap((serviceGroupIds) =>
    partsOf(userIds, MAX_USERS).map((ofUsers) => ({ action, serviceGroupIds, userIds: ofUsers })),
  );
}

function partsOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
