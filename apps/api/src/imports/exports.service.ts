import {
  exportRows,
  getAccount,
  getServiceGroup,
  getServiceGroupAsOf,
  getTeam,
  getTeamAsOf,
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
  { asOf: then, ...given }: Narrowed,
): Promise<Rows> {
  const asOf = momentOf(tenant, { asOf: then });
  // What there was in an account can be read after it was closed, as its lists can.
  if (asOf === undefined) await getAccount(tenant);
  requireNarrowing(exported, { ...given, asOf });
  if (exported === 'events') return eventRows(tenant, given);
  const { serviceGroupId, teamId, userId, q, role, status } = given;
  if (userId !== undefined) requireAlone('userId', { q, role, status });
  if (serviceGroupId !== undefined) {
    requireAlone('serviceGroupId', { userId, q, role, status });
    await (asOf === undefined
      ? getServiceGroup(tenant, serviceGroupId)
      : getServiceGroupAsOf(tenant, serviceGroupId, asOf));
  }
  if (teamId !== undefined) {
    requireAlone('teamId', { userId, q, role, status });
    await (asOf === undefined ? getTeam(tenant, teamId) : getTeamAsOf(tenant, teamId, asOf));
  }
  if (userId !== undefined)
    await (asOf === undefined ? getUser(tenant, userId) : getUserAsOf(tenant, userId, asOf));
  return exportRows(tenant, exported, { asOf, serviceGroupId, teamId, userId, q, role, status });
}

const OF_USERS = ['q', 'role', 'status'] as const;
/** By what each part is narrowed. */
const NARROWED_BY: Readonly<Record<Exported, readonly (keyof Narrowed)[]>> = {
  users: ['asOf', ...OF_USERS],
  'service-groups': ['asOf', 'q'],
  memberships: ['asOf', 'serviceGroupId', 'userId', ...OF_USERS],
  teams: ['asOf'],
  'team-members': ['asOf', 'teamId', 'userId', ...OF_USERS],
  events: ['from', 'to', 'type', 'q', 'actor', 'subject'],
};

/** @throws Problem `not_allowed_value` */
function requireNarrowing(exported: Exported, given: Narrowed): void {
  const allowed: readonly string[] = NARROWED_BY[exported];
  const others = Object.entries(given).filter(([name]) => !allowed.includes(name));
  requireAlone(`An export of ${exported}`, Object.fromEntries(others));
}

async function* eventRows(tenant: RequestTenant, filter: EventFilter): Rows {
  const { from, to, type, q, actor, subject } = filter;
  const request = { from, to, type, q, actor, subject, order: 'asc', limit: PAGE, include: 'actor' } as const;
  for await (const { items, actors } of pagesOf((cursor) => readAuditLog(tenant, { ...request, cursor })))
    for (const event of items) yield { ...toEventDto(event, actors) };
}
