import { Body, Controller, Get, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { getAccount, readAccessRoles, readAccessRolesAsOf, replaceAccessRoles } from '#libs/directory';
import { accessRolesIdOf } from '#libs/domain';
import { EVENT_FIELDS, EventListDto, HistoryQueryDto } from '../audit-log/audit-log.dto.js';
import { readHistory } from '../audit-log/audit-log.service.js';
import { Allow } from '../auth/caller/allow.decorator.js';
import { CurrentTenant, type RequestTenant } from '../auth/caller/caller.js';
import { answerTo } from '../commands/command-answer.js';
import { CurrentChange, type Change } from '../commands/command.js';
import { AsOfQueryDto } from '../http/query/as-of.dto.js';
import { Selectable } from '../http/query/fields.js';
import { momentOf } from '../http/query/past.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import { AccessRoleSetDto, ReplaceAccessRolesDto, toAccessRoleSetDto } from './access-roles.dto.js';

export const ACCESS_ROLES_PROBLEMS = ['invalid_access_role', 'access_roles_not_enabled'] as const;

@ApiTags('AccessRoles')
@Controller('v1/accounts/:accountId/access-roles')
export class AccessRolesController {
  /** Gets the access roles of the account, by key, or those of an earlier time. */
  @Allow('access-roles:read')
  @Get()
  async getAccessRoles(
    @CurrentTenant() tenant: RequestTenant,
    @Query() query: AsOfQueryDto,
  ): Promise<AccessRoleSetDto> {
    const asOf = momentOf(tenant, query);
    return toAccessRoleSetDto(
      asOf === undefined ? await readAccessRoles(tenant) : await readAccessRolesAsOf(tenant, asOf),
    );
  }

  /**
   * Replaces the access roles of the account. A role is recognised by its key: with a known key it is changed, for everybody who has it;
   * with a new one it is created; a role that is missing is removed, and who had it may only enter from then on.
   */
  @Allow('access-roles:write')
  @ApiProblems('account_suspended', 'version_mismatch', 'invalid_name', ...ACCESS_ROLES_PROBLEMS)
  @Put()
  async replaceAccessRoles(
    @CurrentChange() { tenant, command }: Change,
    @Body() { accessRoles }: ReplaceAccessRolesDto,
  ): Promise<AccessRoleSetDto> {
    return answerTo(command, await replaceAccessRoles(tenant, accessRoles, command), toAccessRoleSetDto);
  }

  /** Lists all events of the access roles of the account. */
  @Allow('events:read')
  @Selectable(EVENT_FIELDS)
  @Get('events')
  async listAccessRoleEvents(
    @CurrentTenant() tenant: RequestTenant,
    @Query() query: HistoryQueryDto,
  ): Promise<EventListDto> {
    const history = await readHistory(tenant, accessRolesIdOf(tenant.accountId), query);
    // There are none before the first role.
    if (history.data.length === 0) await getAccount(tenant);
    return history;
  }
}
