import type { DomainEvent, EventType } from '#libs/domain';
import type { Directory } from '../../core/directory.js';
import { eventEntity, mayHave } from '../../table/items/events.js';
import type { OrderedPageRequest, Page } from '../../core/pages.js';
import { openEvents } from '../../core/event-opener.js';
import { SETTLED_AFTER_MS } from '../../core/feed-end.js';
import type { Tenant } from '../../core/tenant.js';

export interface AuditLogRequest extends OrderedPageRequest {
  /** By time; `descending`, the newest first, by default. */
  from?: string | undefined;
  to?: string | undefined;
  types?: readonly EventType[] | undefined;
  actor?: string | undefined;
  /** A user, service group or account concerned by the event, on either side of a membership. */
  subject?: string | undefined;
}

/** 16 MB: a rare kind of event is looked for in so much of the log at once, and may not be there. */
const MAX_READ_UNITS = 2_048;

/** Younger events may still appear before others already shown: some are returned again, with the same ids. */
export function resumeFrom(
  { now }: Directory,
  { from = '', to }: Pick<AuditLogRequest, 'from' | 'to'>,
): string {
  const settled = new Date(now() - SETTLED_AFTER_MS).toISOString();
  const next = from > settled ? from : settled;
  return to !== undefined && to < next ? to : next;
}

/** Access pattern 16: the events of an account in a time range. Eventually consistent; see {@link resumeFrom}. */
export async function listAuditLog(
  { directory, accountId }: Tenant,
  { limit, cursor: resume, order = 'descending', from, to, types, actor, subject }: AuditLogRequest,
): Promise<Page<DomainEvent>> {
  const { items, cursor } = await directory.table.query(
    eventEntity.by('GSI1'),
    { accountId },
    {
      limit,
      maxReadUnits: MAX_READ_UNITS,
      cursor: resume,
      order,
      ...(from !== undefined && { atLeast: { at: from } }),
      ...(to !== undefined && { lessThan: { at: to } }),
      ...((types ?? actor ?? subject) !== undefined && {
        filter: (c) =>
          c.and(
            ...(types === undefined ? [] : [c.oneOf('type', types)]),
            ...(actor === undefined ? [] : [mayHave('actor', actor)]),
            ...(subject === undefined
              ? []
              : [
                  c.or(
                    c.eq('aggregateId', subject),
                    mayHave('data.serviceGroupId', subject),
                    mayHave('data.userId', subject),
                  ),
                ]),
          ),
      }),
    },
  );
  const found = items.filter(({ actor: by, aggregateId, data }) => {
    const { serviceGroupId, userId } = data as { serviceGroupId?: unknown; userId?: unknown };
    const isAbout = subject === undefined || [aggregateId, serviceGroupId, userId].includes(subject);
    return isAbout && (actor === undefined || by === actor);
  });
  return { items: await openEvents(directory, found), cursor };
}
