import { isIdOf, type WebhookEndpointId } from '#libs/domain';
import { isSingleTableError, type Item } from '@rollbook/single-table';
import type { Directory } from '../../core/directory.js';
import type { StreamProgress } from '../../table/items/log-streams.js';
import { webhookPendingEntity, webhookQueueEntity, type ReceiverId } from '../../table/items/webhooks.js';

export interface QueueClaim {
  accountId: string;
  webhookEndpointId: ReceiverId;
  holder: string;
  failingSince: string | undefined;
  /** When it was claimed. */
  wakeups: number;
  wokenAt?: string | undefined;
  progress?: StreamProgress | undefined;
}

export type DueQueue = Pick<QueueClaim, 'accountId' | 'webhookEndpointId'>;

export type PendingDelivery = Item<typeof webhookPendingEntity>;

type Queue = Item<typeof webhookQueueEntity>;

const isoOf = (milliseconds: number) => new Date(milliseconds).toISOString();

/** Call it after the work was stored. @returns false if there is no such queue */
export async function wakeQueue({ table, now }: Directory, webhookEndpointId: ReceiverId): Promise<boolean> {
  for (;;) {
    const at = isoOf(now());
    const woken = { updatedAt: at, ...(isIdOf('log-stream', webhookEndpointId) && { wokenAt: at }) };
    // A claim moves `dueAt`, and its holder will notice the wake-up; otherwise the queue becomes due.
    const held = await attempt(() =>
      table.update(
        webhookQueueEntity,
        { webhookEndpointId },
        {
          add: { wakeups: 1 },
          set: woken,
          condition: (c) => c.or(c.exists('holder'), c.lte('dueAt', at)),
        },
      ),
    );
    if (held !== 'other state') return held === 'done';
    const free = await attempt(() =>
      table.update(
        webhookQueueEntity,
        { webhookEndpointId },
        {
          add: { wakeups: 1 },
          set: { dueAt: at, ...woken },
          condition: (c) => c.and(c.notExists('holder'), c.or(c.notExists('dueAt'), c.gt('dueAt', at))),
        },
      ),
    );
    if (free !== 'other state') return free === 'done';
  }
}

/** The due queues, by the index: those just resumed may follow later. */
export async function dueQueues({ table, now }: Directory, limit: number): Promise<DueQueue[]> {
  const until = { dueAt: isoOf(now()) };
  const { items } = await table.query(webhookQueueEntity.by('GSI1'), {}, { atMost: until, limit });
  return items.map(({ accountId, webhookEndpointId }) => ({ accountId, webhookEndpointId }));
}

/** If it is due and no live worker has it. @param forMs after this without {@link renewClaim} its holder is presumed dead */
export async function claimQueue(
  { table, now }: Directory,
  webhookEndpointId: ReceiverId,
  holder: string,
  forMs: number,
): Promise<QueueClaim | undefined> {
  const queue = await table.get(webhookQueueEntity, { webhookEndpointId }, { consistent: true });
  const at = isoOf(now());
  if (queue?.dueAt === undefined || queue.dueAt > at) return undefined;
  const seen = queue.dueAt;
  const claimed = await attempt(() =>
    table.update(
      webhookQueueEntity,
      { webhookEndpointId },
      {
        set: { holder, dueAt: isoOf(now() + forMs), updatedAt: at },
        condition: (c) => c.eq('dueAt', seen),
      },
    ),
  );
  if (claimed !== 'done') return undefined;
  const { accountId, failingSince, wakeups, wokenAt, progress } = queue;
  return { accountId, webhookEndpointId, holder, failingSince, wakeups, wokenAt, progress };
}

/** @param progress of a log stream, stored with it. @returns false if another process has it now, or a replay has moved it */
export async function renewClaim(
  { table, now }: Directory,
  { webhookEndpointId, holder }: QueueClaim,
  forMs: number,
  progress?: StreamProgress,
): Promise<boolean> {
  const renewed = await attempt(() =>
    table.update(
      webhookQueueEntity,
      { webhookEndpointId },
      {
        set: { dueAt: isoOf(now() + forMs), ...(progress && { progress }) },
        condition: (c) => c.eq('holder', holder),
      },
    ),
  );
  return renewed === 'done';
}

/**
 * Releases a queue, and makes it due with what is next. Deliveries stored at this very moment are not lost: their
 * wake-up was counted, and the next delivery is looked up again.
 * @param nextDueAt when it is due again; never: only when it is resumed
 * @returns when the queue is due again, as far as this claim knows
 */
export async function releaseQueue(
  directory: Directory,
  claim: QueueClaim,
  nextDueAt: (
    queue: Pick<QueueClaim, 'wakeups' | 'wokenAt'>,
  ) => string | undefined | Promise<string | undefined>,
): Promise<string | undefined> {
  const { table, now } = directory;
  const { webhookEndpointId, holder, failingSince } = claim;
  for (;;) {
    const queue = await table.get(webhookQueueEntity, { webhookEndpointId }, { consistent: true });
    if (queue?.holder !== holder) return undefined;
    const dueAt = await nextDueAt(queue);
    const set = {
      updatedAt: isoOf(now()),
      ...(dueAt !== undefined && { dueAt }),
      ...(failingSince !== undefined && { failingSince }),
    } as { updatedAt: string; dueAt: string };
    const remove: ('holder' | 'dueAt' | 'failingSince')[] = ['holder'];
    if (dueAt === undefined) remove.push('dueAt');
    if (failingSince === undefined) remove.push('failingSince');
    const released = await attempt(() =>
      table.update(
        webhookQueueEntity,
        { webhookEndpointId },
        { set, remove, condition: (c) => c.and(c.eq('holder', holder), c.eq('wakeups', queue.wakeups)) },
      ),
    );
    if (released !== 'other state') return dueAt;
  }
}

export async function nextDeliveries(
  { table }: Directory,
  webhookEndpointId: WebhookEndpointId,
  limit: number,
): Promise<PendingDelivery[]> {
  const { items } = await table.query(
    webhookPendingEntity,
    { webhookEndpointId },
    { limit, consistent: true },
  );
  return items;
}

/** A conditional update: done, refused because the item is in another state, or because it does not exist. */
async function attempt(update: () => Promise<Queue>): Promise<'done' | 'other state' | 'absent'> {
  try {
    await update();
    return 'done';
  } catch (error) {
    if (!isSingleTableError(error, 'ConditionFailed')) throw error;
    return error.details.item ? 'other state' : 'absent';
  }
}
