import {
  endpointsOf,
  grantTenant,
  listDeliveries,
  type Directory,
  type WebhookDelivery,
} from '#libs/directory';
import {
  evolveWebhookEndpoint,
  initialWebhookEndpoint,
  wantsEvent,
  type DomainEvent,
  type WebhookEndpoint,
  type WebhookEndpointId,
} from '#libs/domain';
import type { Received } from '../ports/receivers.js';
import type { AccountHistory } from './history.js';

/** What was read of an endpoint may still be acted on for this time: a freeze, the reads after it, and a request. */
const ACTED_ON_MS = 60_000;

/** An endpoint as it was from a time of the world on, until the next. */
interface Version {
  from: number;
  until: number;
  endpoint: WebhookEndpoint;
}

/**
 * Each delivery is of its account and was wanted; each event that an endpoint wanted from its commit on was accepted by its receiver or given
 * up; nothing waits for an endpoint that is active.
 */
export async function webhookComplaints(
  directory: Directory,
  received: readonly Received[],
  histories: readonly AccountHistory[],
  redelivered: ReadonlySet<string>,
): Promise<string[]> {
  const complaints: string[] = [];
  const urls = new Map<string, { history: AccountHistory; versions: Version[] }>();
  for (const history of histories) {
    for (const [id, own] of history.events) {
      if (!id.startsWith('whep_')) continue;
      const versions = versionsOf(own, history);
      for (const { endpoint } of versions) urls.set(endpoint.url, { history, versions });
    }
    for (const { webhookEndpointId: id } of await endpointsOf(directory, history.accountId)) {
      const versions = versionsOf(history.events.get(id) ?? [], history);
      const log = await deliveriesOf(directory, history.accountId, id);
      complaints.push(...undelivered(id, versions, log, { history, received }));
    }
  }
  for (const each of received) {
    const { history, versions } = urls.get(each.url) ?? {};
    complaints.push(
      ...(history ? wrong(each, history, versions!, redelivered) : [`WEBHOOK: ${each.url} is unknown`]),
    );
  }
  return complaints;
}

function versionsOf(events: readonly DomainEvent[], { committedAt }: AccountHistory): Version[] {
  let state = initialWebhookEndpoint;
  return events.map((event, index) => {
    state = evolveWebhookEndpoint(state, event as never);
    const next = events[index + 1];
    return {
      from: committedAt(event),
      until: next ? committedAt(next) : Infinity,
      endpoint: state as WebhookEndpoint,
    };
  });
}

async function deliveriesOf(
  directory: Directory,
  accountId: string,
  id: WebhookEndpointId,
): Promise<Map<string, WebhookDelivery>> {
  const tenant = grantTenant(directory, accountId);
  const found = new Map<string, WebhookDelivery>();
  for (let cursor: string | undefined; ;) {
    const page = await listDeliveries(tenant, id, { limit: 1_000, cursor });
    for (const each of page.items) found.set(each.eventId, each);
    if (page.cursor === undefined) return found;
    ({ cursor } = page);
  }
}

function undelivered(
  id: string,
  versions: readonly Version[],
  log: ReadonlyMap<string, WebhookDelivery>,
  { history, received }: { history: AccountHistory; received: readonly Received[] },
): string[] {
  const complaints: string[] = [];
  const last = versions.at(-1)?.endpoint;
  if (!last) return [`WEBHOOK: ${id} has no history`];
  const urls = new Set(versions.map(({ endpoint }) => endpoint.url));
  const accepted = new Set(
    received.filter((each) => each.accepted && urls.has(each.url)).map(({ body }) => body.id),
  );
  for (const { status, eventId } of log.values()) {
    if (status === 'pending' && last.status === 'active')
      complaints.push(`WEBHOOK: ${eventId} waits for ${id}`);
    if (status === 'delivered' && !accepted.has(eventId))
      complaints.push(`WEBHOOK: ${id} did not accept ${eventId}, which is logged as delivered`);
  }
  for (const event of [...history.events.values()].flat()) {
    const committedAt = history.committedAt(event);
    const since = versions.filter(({ until }) => until > committedAt);
    const isWanted = since.every(
      ({ endpoint }) => endpoint.status === 'active' && wantsEvent(endpoint, event.type),
    );
    if (!isWanted || committedAt < versions[0]!.from || event.at < last.createdAt) continue;
    if (!accepted.has(event.eventId) && log.get(event.eventId)?.status !== 'failed')
      complaints.push(`WEBHOOK: ${event.eventId} was never delivered to ${id}`);
  }
  return complaints;
}

function wrong(
  { url, id, body, at }: Received,
  { accountId }: AccountHistory,
  versions: readonly Version[],
  redelivered: ReadonlySet<string>,
): string[] {
  if (body.accountid !== accountId)
    return [`FOREIGN: ${body.id} of ${body.accountid} was sent to ${accountId}`];
  if (body.id !== id) return [`WEBHOOK: ${body.id} was sent as ${id}`];
  if (
    !redelivered.has(id) &&
    !versions.some(({ endpoint, from }) => from <= at && wantsEvent(endpoint, body.type))
  )
    return [`WEBHOOK: ${id} was sent to ${url}, which never wanted it`];
  const isAsRead = versions.some(
    ({ endpoint, from, until }) =>
      endpoint.url === url && endpoint.status === 'active' && from <= at && until > at - ACTED_ON_MS,
  );
  return isAsRead ? [] : [`WEBHOOK: ${id} was sent to ${url} a minute after that was disabled, or changed`];
}
