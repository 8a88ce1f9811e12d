// aggregates/log-stream: commands on log streams. Imports core, table, aggregates/account and aggregates/webhook-endpoint, whose queues
// and secrets log streams use.

import {
  decideLogStream,
  disableLogStream,
  DomainError,
  existingAccount,
  existingLogStream,
  initialLogStream,
  type DisabledReason,
  type LogStream,
  type LogStreamCommand,
  type LogStreamId,
  type LogStreamInput,
  type LogStreamState,
  parseStreamSecret,
  type NewLogStreamEvent,
} from '#libs/domain';
import type { Item } from '@rollbook/single-table';
import { changePlain, type Change, type Provenance } from '../../core/changes.js';
import { command } from '../../core/command.js';
import { tombstoneExpiry, type Directory } from '../../core/directory.js';
import type { CommandContext, Outcome } from '../../core/execute.js';
import type { Page, PageRequest } from '../../core/pages.js';
import { plainState } from '../../core/states.js';
import type { Tenant } from '../../core/tenant.js';
import type { TransactItem } from '../../core/transact-item.js';
import { accountEntity } from '../../table/items/accounts.js';
import { logStreamEntity, type StreamProgress } from '../../table/items/log-streams.js';
import { webhookQueueEntity, webhookRegistrationEntity } from '../../table/items/webhooks.js';
import { listOfAccount, readAccount } from '../account/read-account.js';
import { accountState } from '../account/state.js';
import { queueItems } from '../webhook-endpoint/change-endpoint.js';
import { registrationItem } from '../webhook-endpoint/endpoints.js';
import { wakeQueue } from '../webhook-endpoint/queues.js';
import { newSecretItem } from '../webhook-endpoint/secrets.js';

/** Each reads the whole feed of its account. */
const MAX_LOG_STREAMS = 5;

/** A log stream, as its queue knows it. */
export type LogStreamHealth = LogStream &
  Pick<StreamProgress, 'sentAt' | 'sentTo' | 'waitingSince' | 'refusal'> & {
    /** Since when it has accepted nothing; undefined if its last batch was accepted, or it is disabled. */
    failingSince: string | undefined;
  };

/** The items to write for a decision about a log stream. Its queue and its secret are created and removed with it. */
export function changeLogStream(
  directory: Directory,
  logStreamId: LogStreamId,
  before: LogStreamState,
  newEvents: NewLogStreamEvent[],
  provenance: Provenance,
): Change & { state: LogStreamState } {
  const change = changePlain(
    ['log-stream', logStreamId],
    before,
    newEvents,
    provenance,
    tombstoneExpiry(directory),
  );
  const { events, state, transactItems } = change;
  if (state.status === 'none' || events.length === 0) return change;
  const items = queueItems(before, { ...state, webhookEndpointId: logStreamId });
  return { ...change, transactItems: [...transactItems, ...items] };
}

/** @throws DomainError `too_many_log_streams`, `invalid_secret`, and what {@link decideLogStream} throws */
export async function createLogStream(
  tenant: Tenant,
  { secret, ...input }: LogStreamInput & { secret: string },
  context: CommandContext,
): Promise<Outcome<LogStream>> {
  const { directory, accountId } = tenant;
  const logStreamId = directory.newId('log-stream');
  return command(tenant, context, {
    inTurnOn: `log streams of ${accountId}`,
    load: async () => {
      const [account, last] = await Promise.all([
        readAccount(directory, accountId),
        directory.table.get(webhookRegistrationEntity, { accountId }, { consistent: true }),
      ]);
      // After it: later registrations change it.
      const present = await streamsOf(directory, accountId, { consistent: true });
      return { before: initialLogStream, account, last, present };
    },
    decide: ({ before, account, present }) => {
      parseStreamSecret(secret);
      const create = { type: 'create_log_stream', logStreamId, ...input } as const;
      const newEvents = decideLogStream(before, create, { account });
      if (present.length < MAX_LOG_STREAMS) return newEvents;
      throw new DomainError(
        'too_many_log_streams',
        `An account can have at most ${MAX_LOG_STREAMS} log streams.`,
      );
    },
    change: ({ before }, newEvents, by) => changeLogStream(directory, logStreamId, before, newEvents, by),
    view: async (changed, { last }) => {
      const state = existingLogStream(changed.state);
      const owner = { ...state, webhookEndpointId: logStreamId };
      const guards = [
        registrationItem(directory, owner, last),
        await newSecretItem(directory, owner, secret),
      ];
      return { state, guards };
    },
  });
}

/** @param secret for `replace_stream_secret` */
export async function commandLogStream(
  tenant: Tenant,
  logStreamId: LogStreamId,
  streamCommand: Exclude<LogStreamCommand, { type: 'create_log_stream' | 'remove_log_stream' }>,
  context: CommandContext,
  secret?: string,
): Promise<Outcome<LogStream>> {
  const { directory } = tenant;
  const outcome = await command(tenant, context, {
    ...onStream(tenant, logStreamId),
    decide: ({ before, account }) => {
      if (secret !== undefined) parseStreamSecret(secret);
      return decideLogStream(before, streamCommand, { account });
    },
    view: async (changed) => {
      const state = existingLogStream(changed.state);
      const owner = { ...state, webhookEndpointId: logStreamId };
      const guards: TransactItem[] = [];
      if (secret !== undefined) guards.push(await newSecretItem(directory, owner, secret));
      if (streamCommand.type === 'replay_log_stream') guards.push(replayItem(state, streamCommand.from));
      return { state, guards };
    },
  });
  // What was refused may be accepted now.
  if (outcome.events.length > 0 && !context.dryRun) await wakeQueue(directory, logStreamId);
  return outcome;
}

/** Takes the queue from the process that works on it: what it has just sent does not move the place of the replay. */
function replayItem({ logStreamId, updatedAt }: LogStream, from: string | undefined): TransactItem {
  const progress: StreamProgress = { ...(from !== undefined && { since: from }), tries: 0 };
  return {
    operation: webhookQueueEntity.update(
      { webhookEndpointId: logStreamId },
      { add: { wakeups: 1 }, set: { progress, dueAt: updatedAt, updatedAt }, remove: ['holder'] },
    ),
  };
}

/** Removes a log stream: nothing more is sent, and its secret is deleted. */
export async function removeLogStream(
  tenant: Tenant,
  logStreamId: LogStreamId,
  context: CommandContext,
): Promise<Outcome<null>> {
  return command(tenant, context, {
    ...onStream(tenant, logStreamId),
    decide: ({ before, account }) => decideLogStream(before, { type: 'remove_log_stream' }, { account }),
    view: () => ({ state: null }),
  });
}

/** Does nothing if it has been removed or disabled in the meantime. */
export async function disableStreamForItsAnswers(
  tenant: Tenant,
  logStreamId: LogStreamId,
  reason: DisabledReason,
  context: CommandContext,
): Promise<void> {
  await command(tenant, context, {
    ...onStream(tenant, logStreamId),
    decide: ({ before }) => disableLogStream(before, reason),
    view: () => ({ state: null }),
  });
}

type Loaded = Awaited<ReturnType<typeof loadLogStream>>;

function onStream(tenant: Tenant, logStreamId: LogStreamId) {
  return {
    aggregateId: logStreamId,
    load: () => loadLogStream(tenant, logStreamId),
    change: ({ before }: Loaded, newEvents: NewLogStreamEvent[], by: Provenance) =>
      changeLogStream(tenant.directory, logStreamId, before, newEvents, by),
  };
}

async function loadLogStream({ directory: { table }, accountId }: Tenant, logStreamId: LogStreamId) {
  const [account, stream, queue] = await table.batchGet(
    [
      accountEntity.at({ accountId }),
      logStreamEntity.at({ accountId, logStreamId }),
      webhookQueueEntity.at({ webhookEndpointId: logStreamId }),
    ],
    { consistent: true },
  );
  return { account: accountState(account), before: plainState<'log-stream'>(stream), queue };
}

export async function getLogStream(tenant: Tenant, logStreamId: LogStreamId): Promise<LogStreamHealth> {
  const { account, before, queue } = await loadLogStream(tenant, logStreamId);
  existingAccount(account);
  return withQueue(existingLogStream(before), queue);
}

export async function listLogStreams(
  tenant: Tenant,
  { limit, cursor: from }: PageRequest,
): Promise<Page<LogStreamHealth>> {
  const { directory, accountId } = tenant;
  const { items, cursor } = await listOfAccount(tenant, () =>
    directory.table.query(
      logStreamEntity,
      { accountId },
      { limit, cursor: from, consistent: true, filter: (c) => c.ne('status', 'removed') },
    ),
  );
  const queues =
    items.length === 0
      ? []
      : await directory.table.batchGet(
          items.map(({ logStreamId }) => webhookQueueEntity.at({ webhookEndpointId: logStreamId })),
        );
  const streams = items.map((item, index) =>
    withQueue(existingLogStream(plainState<'log-stream'>(item)), queues[index]),
  );
  return { items: streams, cursor };
}

function withQueue(stream: LogStream, queue: Item<typeof webhookQueueEntity> | undefined): LogStreamHealth {
  const { sentAt, sentTo, waitingSince, refusal } = queue?.progress ?? {};
  const failingSince = stream.status === 'active' ? queue?.failingSince : undefined;
  return {
    ...stream,
    failingSince,
    ...(sentAt !== undefined && { sentAt }),
    ...(sentTo !== undefined && { sentTo }),
    ...(waitingSince !== undefined && { waitingSince }),
    ...(refusal && { refusal }),
  };
}

/** The existing ones, whatever the state of the account. */
export async function streamsOf(
  { table }: Directory,
  accountId: string,
  { consistent }: { consistent: boolean },
): Promise<LogStream[]> {
  const { items } = await table.query(
    logStreamEntity,
    { accountId },
    { consistent, limit: 100, filter: (c) => c.ne('status', 'removed') },
  );
  return items.map((item) => existingLogStream(plainState<'log-stream'>(item)));
}

/** A stream to send, whatever the state of its account; undefined if it has been removed. */
export async function findLogStream(
  { directory: { table }, accountId }: Tenant,
  logStreamId: LogStreamId,
): Promise<LogStream | undefined> {
  const key = { accountId, logStreamId };
  const state = plainState<'log-stream'>(await table.get(logStreamEntity, key, { consistent: true }));
  return state.status === 'none' || state.status === 'removed' ? undefined : state;
}
