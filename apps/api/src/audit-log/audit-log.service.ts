import {
  findActors,
  getAccount,
  getEvent,
  getHistory,
  listAuditLog,
  matchesWords,
  pageInRounds,
  resumeFrom,
  type AuditLogRequest,
  type NamedActor,
  type Page,
} from '#libs/directory';
import type { DomainError, DomainEvent, EventType } from '#libs/domain';
import type { RequestTenant } from '../auth/caller/caller.js';
import { Problem } from '../problems/problem.js';
import { DIRECTORY_ORDER } from '../http/query/list.dto.js';
import { pageOf } from '../http/query/page.js';
import {
  namedInSentence,
  summaryOf,
  toEventDto,
  type AuditLogQueryDto,
  type EventListDto,
  type EventQueryDto,
  type HistoryQueryDto,
} from './audit-log.dto.js';

type Actors = ReadonlyMap<string, NamedActor>;

/**
 * Everything that exists has a history: an empty one means that the id does not exist, or belongs to another account.
 * @param missing thrown then
 */
export async function readHistory(
  tenant: RequestTenant,
  aggregateId: string,
  { limit, cursor, order, include }: HistoryQueryDto,
  missing?: DomainError,
): Promise<EventListDto> {
  const request = { limit, cursor, order: DIRECTORY_ORDER[order] };
  const page = await getHistory(tenant, aggregateId, request);
  if (page.items.length === 0 && cursor === undefined && missing) throw missing;
  const actors = await actorsOf(tenant, page.items, { include });
  return pageOf(page, (event) => toEventDto(event, actors));
}

export async function readAuditLog(
  tenant: RequestTenant,
  { order, type, q, include, ...query }: AuditLogQueryDto,
): Promise<Page<DomainEvent> & { actors: Actors | undefined; resumeFrom: string | null }> {
  // From the moment before the first page is read: later pages would return a later one.
  const resume = query.cursor === undefined ? resumeFrom(tenant.directory, query) : null;
  const types = type?.split(',') as EventType[] | undefined;
  const request = { ...query, types, order: DIRECTORY_ORDER[order] };
  const page = q === undefined ? await listAuditLog(tenant, request) : await withWords(tenant, q, request);
  // An operator may ask for an account that does not exist.
  if (page.items.length === 0) await getAccount(tenant);
  return { ...page, actors: await actorsOf(tenant, page.items, { include }), resumeFrom: resume };
}

/** By the sentences, which say names: those are encrypted in the table. */
async function withWords(
  tenant: RequestTenant,
  q: string,
  request: AuditLogRequest,
): Promise<Page<DomainEvent>> {
  const matches = matchesWords(q);
  return pageInRounds(request, async (round) => {
    const page = await listAuditLog(tenant, { ...request, ...round });
    const actors = await actorsOf(tenant, page.items, { include: 'actor' });
    return { ...page, items: page.items.filter((event) => matches(summaryOf(event, actors))) };
  });
}

export async function readEvent(tenant: RequestTenant, eventId: string): Promise<DomainEvent> {
  const event = await getEvent(tenant, eventId);
  if (!event) throw new Problem('event_not_found', 'There is no such event in this account.');
  return event;
}

export async function readActors(tenant: RequestTenant, actors: readonly string[]): Promise<NamedActor[]> {
  const [found] = await Promise.all([findActors(tenant, actors), getAccount(tenant)]);
  return found;
}

export async function actorsOf(
  tenant: RequestTenant,
  events: readonly DomainEvent[],
  { include }: EventQueryDto,
): Promise<Actors | undefined> {
  if (include === undefined) return undefined;
  const found = await findActors(
    tenant,
    events.flatMap((event) => [event.actor, ...namedInSentence(event)]),
  );
  return new Map(found.map((actor) => [actor.actor, actor]));
}
