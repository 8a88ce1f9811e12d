import { decodeTime } from 'ulid';
import { kindOfAggregate, type DomainEvent } from '#libs/domain';
import { getEvent } from '../../core/histories.js';
import { eventEntity, mayHave } from '../../table/items/events.js';
import type { Directory } from '../../core/directory.js';
import { jobEntity, type Job } from '../../table/items/jobs.js';
import { findJob } from '../../core/jobs.js';
import { findNamed, type NamedThing } from '../look-ups/named-things.js';
import { openEvents } from '../../core/event-opener.js';
import { grantTenant, type Tenant } from '../../core/tenant.js';
import { endpointsOf } from '../../aggregates/webhook-endpoint/endpoints.js';
import { webhookDeliveryEntity } from '../../table/items/webhooks.js';
import type { FoundThing, SearchScope } from './found-thing.js';

/** Of anything: those that are no ULIDs, such as an identity's, find nothing, and are no words either. */
const ID = /^([a-z]{3,4})_([0-9A-Z]{26})(\.[1-9][0-9]{0,11})?$/i;
const REQUEST_ID = /^req_[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** The id that a text consists of, as it is written; undefined for any other text. */
export function idIn(text: string): string | undefined {
  const [, prefix, ulid, version = ''] = ID.exec(text.trim()) ?? [];
  return prefix && ulid && `${prefix.toLowerCase()}_${ulid.toUpperCase()}${version}`;
}

/** What an id names, if it may be seen: for an event also its deliveries, for a request its events. */
export async function findById(
  directory: Directory,
  id: string,
  { tenant, everywhere }: SearchScope,
): Promise<FoundThing[]> {
  // A request leaves no trace outside of its account's log.
  if (REQUEST_ID.test(id)) return tenant ? eventsOfRequest(tenant, id) : [];
  // The operator's choice is the id.
  const owner = everywhere ? await ownerOf(directory, id) : tenant;
  if (!owner) return [];
  if (id.startsWith('job_')) {
    const job = await findJob(owner, id);
    return job ? [foundJob(job)] : [];
  }
  if (id.includes('.')) return findEvent(owner, id);
  return (await findNamed(owner, [id])).map((thing) => foundThing(thing, owner));
}

async function ownerOf(directory: Directory, id: string): Promise<Tenant | undefined> {
  const aggregateId = id.split('.')[0]!;
  const item =
    kindOfAggregate(id) === undefined
      ? await directory.table.get(jobEntity, { jobId: id })
      : await directory.table.get(eventEntity, { aggregateId, version: 1 });
  return item && grantTenant(directory, item.accountId);
}

function foundThing({ id, kind, name, detail, status }: NamedThing, { accountId }: Tenant): FoundThing {
  return { kind, id, accountId, title: name ?? id, subtitle: name === detail ? null : detail, status };
}

function foundJob({ jobId, accountId, type, status, createdAt }: Job): FoundThing {
  const kind = type === 'import' ? 'import' : 'job';
  return { kind, id: jobId, accountId, title: type, subtitle: createdAt, status };
}

async function findEvent(tenant: Tenant, eventId: string): Promise<FoundThing[]> {
  const event = await getEvent(tenant, eventId);
  return event ? [foundEvent(event), ...(await deliveriesOf(tenant, event))] : [];
}

function foundEvent(event: DomainEvent): FoundThing {
  const { eventId, accountId, type, at } = event;
  return { kind: 'event', id: eventId, accountId, title: type, subtitle: at, status: null, event };
}

/** To the endpoints that the account has now. */
async function deliveriesOf(
  { directory, accountId }: Tenant,
  { eventId, at: eventAt }: DomainEvent,
): Promise<FoundThing[]> {
  const endpoints = await endpointsOf(directory, accountId);
  const deliveries = await directory.table.batchGet(
    endpoints.map(({ webhookEndpointId }) =>
      webhookDeliveryEntity.at({ webhookEndpointId, eventAt, eventId }),
    ),
  );
  return endpoints.flatMap(({ webhookEndpointId, url }, at): FoundThing[] => {
    const delivery = deliveries[at];
    if (!delivery) return [];
    const { eventType: subtitle, status } = delivery;
    return [{ kind: 'delivery', id: eventId, accountId, title: url, subtitle, status, webhookEndpointId }];
  });
}

/** A request lasts less than this, and the clocks of processes differ by less. */
const REQUEST_MS = 20_000;
const CLOCKS_MS = 2_000;
const MAX_EVENTS = 20;
/** Of an account that is busy at that time. */
const MAX_UNITS = 50;

/** By the account's log at the time that is part of a request's id. */
async function eventsOfRequest({ directory, accountId }: Tenant, requestId: string): Promise<FoundThing[]> {
  const sentAt = decodeTime(requestId.slice(requestId.indexOf('_') + 1));
  const at = (ms: number) => ({ at: new Date(sentAt + ms).toISOString() });
  const { items } = await directory.table.query(
    eventEntity.by('GSI1'),
    { accountId },
    {
      limit: MAX_EVENTS,
      maxReadUnits: MAX_UNITS,
      between: [at(-CLOCKS_MS), at(REQUEST_MS)],
      filter: () => mayHave('correlationId', requestId),
    },
  );
  const events = items.filter(({ correlationId }) => correlationId === requestId);
  return (await openEvents(directory, events)).map(foundEvent);
}
