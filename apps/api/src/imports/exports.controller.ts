import { Readable } from 'node:stream';
import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { exportRows, getAccount, ROW_COLUMNS, type RowKind } from '#libs/directory';
import { Allow } from '../auth/caller/allow.decorator.js';
import { CurrentTenant, type RequestTenant } from '../auth/caller/caller.js';
import { toEventDto, type AuditLogQueryDto } from '../audit-log/audit-log.dto.js';
import { readAuditLog } from '../audit-log/audit-log.service.js';
import { csvStream, CSV } from '../http/edge/csv.js';
import { NDJSON } from '../http/edge/ndjson.js';
import { ExportQueryDto } from './imports.dto.js';

type Exported = RowKind | 'events';

const EVENT_COLUMNS = [
  'id',
  'type',
  'at',
  'actor',
  'aggregateId',
  'version',
  'correlationId',
  'causationId',
  'data',
  'summary',
];
const COLUMNS: Record<Exported, readonly string[]> = { ...ROW_COLUMNS, events: EVENT_COLUMNS };
const PAGE = 100;

@ApiTags('Exports')
@Controller('v1/accounts/:accountId')
export class ExportsController {
  /**
   * Exports all users, service groups or memberships in the format of an import, or the audit log, oldest first, as a stream.
   * If the connection breaks, the export is incomplete. Memberships and events are eventually consistent.
   */
  @Allow('{exported}:read')
  @ApiOkResponse({
    content: { [CSV]: { schema: { type: 'string' } }, [NDJSON]: { schema: { type: 'string' } } },
  })
  @Get('export/:exported')
  async exportRows(
    @CurrentTenant() tenant: RequestTenant,
    @Param('exported') exported: Exported,
    @Query() { format, bom, ...filter }: ExportQueryDto,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await getAccount(tenant);
    const rows = exported === 'events' ? eventRows(tenant, filter) : exportRows(tenant, exported);
    const columns = COLUMNS[exported];
    const lines =
      format === 'csv'
        ? csvStream(columns, valuesOf(columns, rows), { bom })
        : Readable.from(ndjsonLines(rows));
    reply.header('content-type', format === 'csv' ? `${CSV}; charset=utf-8` : NDJSON);
    reply.header('content-disposition', `attachment; filename="${exported}.${format}"`);
    await reply.send(lines);
  }
}

async function* eventRows(
  tenant: RequestTenant,
  filter: Pick<AuditLogQueryDto, 'from' | 'to' | 'type' | 'q' | 'actor' | 'subject'>,
): AsyncGenerator<Record<string, unknown>> {
  const request = { ...filter, order: 'asc', limit: PAGE, include: 'actor' } as const;
  let cursor: string | undefined;
  do {
    const page = await readAuditLog(tenant, { ...request, cursor });
    for (const event of page.items) yield { ...toEventDto(event, page.actors) };
    ({ cursor } = page);
  } while (cursor !== undefined);
}

async function* valuesOf(
  columns: readonly string[],
  rows: AsyncIterable<Record<string, unknown>>,
): AsyncGenerator<unknown[]> {
  for await (const row of rows) yield columns.map((column) => row[column]);
}

async function* ndjsonLines(rows: AsyncIterable<Record<string, unknown>>): AsyncGenerator<string> {
  for await (const row of rows)
    yield `${JSON.stringify(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '')))}\n`;
}
