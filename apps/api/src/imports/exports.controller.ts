import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ROW_COLUMNS } from '#libs/directory';
import { Allow } from '../auth/caller/allow.decorator.js';
import { CurrentTenant, type RequestTenant } from '../auth/caller/caller.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import { csvStream, CSV } from '../http/edge/csv.js';
import { NDJSON } from '../http/edge/ndjson.js';
import { textStream } from '../http/edge/text-stream.js';
import { ExportQueryDto } from './imports.dto.js';
import { readExport, type Exported } from './exports.service.js';

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

@ApiTags('Exports')
@Controller('v1/accounts/:accountId')
export class ExportsController {
  /**
   * Exports all users, service groups, memberships, teams or who is in them, in the format of an import, or the audit log, oldest first, as
   * a stream. If the connection breaks, the export is incomplete. Memberships, who is in teams, and events are eventually consistent.
   *
   * All but events also as it was: `asOf`. Users by `q`, `role` and `status`, service groups by `q`, memberships and who is in teams by the
   * same of their users, or of one service group, team or user. Events by what narrows their list: `from`, `to`, `type`,
   * `q`, `actor` and `subject`. What does not narrow a part is refused.
   */
  @Allow('{exported}:read')
  @ApiProblems('service_group_not_found', 'team_not_found', 'user_not_found', 'answer_too_large')
  @ApiOkResponse({
    content: { [CSV]: { schema: { type: 'string' } }, [NDJSON]: { schema: { type: 'string' } } },
  })
  @Get('export/:exported')
  async exportRows(
    @CurrentTenant() tenant: RequestTenant,
    @Param('exported') exported: Exported,
    @Query() { format, bom, ...narrowed }: ExportQueryDto,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const rows = await readExport(tenant, exported, narrowed);
    const columns = COLUMNS[exported];
    const lines =
      format === 'csv' ? csvStream(columns, valuesOf(columns, rows), { bom }) : textStream(ndjsonLines(rows));
    reply.header('content-type', format === 'csv' ? `${CSV}; charset=utf-8` : NDJSON);
    reply.header('content-disposition', `attachment; filename="${exported}.${format}"`);
    await reply.send(lines);
  }
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
