import {
  approveAccessRequest,
  refuseAccessRequest,
  requestAccess,
  revertChange,
  startBulkJob,
  startImport,
  startRevertJob,
  withdrawAccessRequest,
  type ImportRow,
} from '#libs/directory';
import { command, drawPair, EMAILS, NAMES, type Draw } from './draw.js';

const MAX_ROWS = 8;
const everything = { mayManageOwners: true, mayManageAdmins: true };

/** Commands that start a job, or that wait for a decision. */
export const JOB_DRAWS: Record<string, [weight: number, draw: Draw]> = {
  'import users': [
    1,
    (random, at) => {
      const rows = Array.from({ length: 1 + random.below(MAX_ROWS) }, (_, index): ImportRow => {
        const [name, number] = [random.pick(NAMES), random.below(EMAILS)];
        return { line: index + 1, values: { email: `${name}${number}@x.example`, name } };
      });
      return command('import users', at, async (tenant, context) => {
        const request = { kind: 'users', ...everything, rows: eachOf(rows) } as const;
        const { createdAt } = await startImport(tenant, request, context);
        return { events: [], change: { correlationId: context.correlationId, at: createdAt } };
      });
    },
  ],
  'change users together': [
    1,
    (random, at) => {
      const action = random.pick(['add_to_groups', 'remove_from_groups', 'suspend', 'reactivate'] as const);
      const users = at.users.filter(() => random.chance(0.5)).map((userId) => ({ userId }));
      const groupId = random.pick(at.groups);
      const serviceGroupIds = action.endsWith('groups') && groupId ? [groupId] : [];
      return command('change users together', at, async (tenant, context) => {
        const request = { action, serviceGroupIds, ...everything, selection: { users } };
        const { job } = await startBulkJob(tenant, request, context);
        return { events: [], change: { correlationId: context.correlationId, at: job.createdAt } };
      });
    },
  ],
  undo: [
    3,
    (random, at) => {
      const change = random.pick(at.changes);
      return (
        change &&
        command('undo', at, (tenant, context) => revertChange(tenant, change, () => undefined, context))
      );
    },
  ],
  'undo by a job': [
    1,
    (random, at) => {
      const change = random.pick(at.changes);
      if (!change) return undefined;
      return command('undo by a job', at, async (tenant, context) => {
        await startRevertJob(tenant, change, { require: () => undefined, ...everything }, context);
        return { events: [] };
      });
    },
  ],
  'request access': [
    3,
    (random, at, nowMs) => {
      const [userId, serviceGroupId] = drawPair(random, at);
      const expiresAt = new Date(nowMs + random.within([3_000, 90_000])).toISOString();
      if (!userId || !serviceGroupId) return undefined;
      const wish = { userId, serviceGroupId, ...(random.chance(0.5) && { expiresAt }) };
      return command('request access', at, async (tenant, context) => {
        const { state, events } = await requestAccess(tenant, wish, context);
        return { events, ...(state && { request: [state.accessRequestId, serviceGroupId] as const }) };
      });
    },
  ],
  'decide a request': [
    3,
    (random, at) => {
      const [accessRequestId, serviceGroupId] = random.pick(at.requests) ?? [];
      const how = random.pick(['approve', 'approve', 'refuse', 'withdraw'] as const);
      if (!accessRequestId || !serviceGroupId) return undefined;
      return command(`${how} a request`, at, (tenant, context) => {
        if (how === 'withdraw') return withdrawAccessRequest(tenant, accessRequestId, context);
        const decide = how === 'approve' ? approveAccessRequest : refuseAccessRequest;
        const decision = { decider: { actor: context.actor, isAdmin: true }, serviceGroupId };
        return decide(tenant, accessRequestId, decision, context);
      });
    },
  ],
};

// oxlint-disable-next-line typescript/require-await -- as rows come from a request's body
async function* eachOf<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}
