import { Inject, Injectable } from '@nestjs/common';
import {
  getAccount,
  getEvent,
  getHistory,
  listAuditLog,
  type Directory,
  type Page,
  type Tenant,
} from '#libs/directory';
import { DomainError, type DomainEvent } from '#libs/domain';
import { DIRECTORY } from '../directory/directory.module.js';
import { Problem } from '../problems/problem.js';
import type { AuditLogQueryDto, HistoryQueryDto } from './audit-log.dto.js';

const ORDERS = { asc: 'ascending', desc: 'descending' } as const;

@Injectable()
export class AuditLogService {
  constructor(@Inject(DIRECTORY) private readonly directory: Directory) {}

  /**
   * What exists has a history, so an empty one means that there is nothing of that id: also in another account.
   *
   * @param missing what to say then
   */
  async history(
    tenant: Tenant,
    aggregateId: string,
    { limit, cursor, order }: HistoryQueryDto,
    missing: DomainError,
  ): Promise<Page<DomainEvent>> {
    const page = await getHistory(this.directory, tenant, aggregateId, {
      limit,
      cursor,
      order: ORDERS[order],
    });
    if (page.items.length === 0 && cursor === undefined) throw missing;
    return page;
  }

  async list(tenant: Tenant, { order, ...query }: AuditLogQueryDto): Promise<Page<DomainEvent>> {
    const page = await listAuditLog(this.directory, tenant, { ...query, order: ORDERS[order] });
    // An operator may ask for an account that does not exist.
    if (page.items.length === 0) await getAccount(this.directory, tenant);
    return page;
  }

  async event(tenant: Tenant, eventId: string): Promise<DomainEvent> {
    const event = await getEvent(this.directory, tenant, eventId);
    if (!event) throw new Problem('event_not_found', 'There is no such event in this account.');
    return event;
  }
}
