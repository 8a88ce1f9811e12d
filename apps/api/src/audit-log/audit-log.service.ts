import { Injectable } from '@nestjs/common';
import { getAccount, getEvent, getHistory, listAuditLog, resumeFrom, type Page } from '#libs/directory';
import { DomainError, type DomainEvent } from '#libs/domain';
import { Problem } from '../problems/problem.js';
import type { AuditLogQueryDto, HistoryQueryDto } from './audit-log.dto.js';
import type { RequestTenant } from '../access-control/caller.js';

const ORDERS = { asc: 'ascending', desc: 'descending' } as const;

@Injectable()
export class AuditLogService {
  /**
   * Everything that exists has a history, so an empty one means that the id does not exist, or belongs to another account.
   * @param missing the error in that case
   */
  async history(
    tenant: RequestTenant,
    aggregateId: string,
    { limit, cursor, order }: HistoryQueryDto,
    missing: DomainError,
  ): Promise<Page<DomainEvent>> {
    const page = await getHistory(tenant.directory, tenant, aggregateId, {
      limit,
      cursor,
      order: ORDERS[order],
    });
    if (page.items.length === 0 && cursor === undefined) throw missing;
    return page;
  }

  async list(
    tenant: RequestTenant,
    { order, ...query }: AuditLogQueryDto,
  ): Promise<Page<DomainEvent> & { resumeFrom: string | null }> {
    // From the moment before the first page is read: later pages would return a later one.
    const resume = query.cursor === undefined ? resumeFrom(tenant.directory, query) : null;
    const page = await listAuditLog(tenant.directory, tenant, { ...query, order: ORDERS[order] });
    // An operator may ask for an account that does not exist.
    if (page.items.length === 0) await getAccount(tenant.directory, tenant);
    return { ...page, resumeFrom: resume };
  }

  async event(tenant: RequestTenant, eventId: string): Promise<DomainEvent> {
    const event = await getEvent(tenant.directory, tenant, eventId);
    if (!event) throw new Problem('event_not_found', 'There is no such event in this account.');
    return event;
  }
}
