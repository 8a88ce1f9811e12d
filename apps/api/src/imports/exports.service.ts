import {
  exportRows,
  getAccount,
  getServiceGroup,
  getServiceGroupAsOf,
  getUser,
  getUserAsOf,
  pagesOf,
  type RowKind,
} from '#libs/directory';
import type { RequestTenant } from '../auth/caller/caller.js';
import { toEventDto } from '../audit-log/audit-log.dto.js';
import { readAuditLog } from '../audit-log/audit-log.service.js';
import { requireAlone } from '../http/query/filters.js';
import { momentOf } from '../http/query/past.js';
import type { ExportQueryDto } from './imports.dto.js';

export type Exported = RowKind | 'events';
type EventFilter = Pick<ExportQueryDto, 'from' | 'to' | 'type' | 'q' | 'actor' | 'subject'>;
type Narrowed = Omit<ExportQueryDto, 'format' | 'bom'>;
type Rows = AsyncGenerator<Record<string, unknown>>;

const PAGE = 100;

/**
 * What cannot be exported is said before the first row is sent.
 * @throws Problem `not_allowed_value` if the part is not narrowed by something that is given
 * @throws DomainError `service_group_not_found` and the like
 */
export async function readExport(
  tenant: RequestTenant,
  exported: Exported,
  { asOf: then, serviceGroupId, userId, role, status, ...filter }: Narrowed,
): Promise<Rows> {
  const asOf = momentOf(tenant, { asOf: then });
  // What there was in an account can be read after it was closed, as its lists can.
  if (asOf === undefined) await getAccount(tenant);
  const side = { serviceGroupId, userId };
  const of = { role, status };
  const part = `An export of ${exported}`;
  if (exported === 'events') {
    requireAlone(part, { asOf, ...side, ...of });
    return eventRows(tenant, filter);
  }
  const { q, ...ofEvents } = filter;
  requireAlone(part, {
    ...ofEvents,
    ...(exported !== 'memberships' && side),
    ...(exported === 'service-groups' && of),
  });
  if (userId !== undefined) requireAlone('userId', { q, ...of });
  if (serviceGroupId !== undefined) {
    requireAlone('serviceGroupId', { userId, q, ...of });
    await (asOf === undefined
      ? getServiceGroup(tenant, serviceGroupId)
      : getServiceGroupAsOf(tenant, serviceGroupId, asOf));
  }
  if (userId !== undefined)
    await (asOf === undefined ? getUser(tenant, userId) : getUserAsOf(tenant, userId, asOf));
  return exportRows(tenant, exported, { asOf, ...side, q, ...of });
}

async function* eventRows(tenant: RequestTenant, filter: EventFilter): Rows {
  const request = { ...filter, order: 'asc', limit: PAGE, include: 'actor' } as const;
  for await (const { items, actors } of pagesOf((cursor) => readAuditLog(tenant, { ...request, cursor })))
    for (const event of items) yield { ...toEventDto(event, actors) };
}
