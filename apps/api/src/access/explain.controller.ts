import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { explainAccess, explainAccessAsOf } from '#libs/directory';
import type { ServiceGroupId, UserId } from '#libs/domain';
import { Allow } from '../auth/caller/allow.decorator.js';
import { CurrentTenant, type RequestTenant } from '../auth/caller/caller.js';
import { momentOf } from '../http/query/past.js';
import { ExplainQueryDto, ExplanationDto, toExplanationDto } from './explain.dto.js';

@ApiTags('Access')
@Controller('v1/accounts/:accountId/service-groups/:serviceGroupId/members/:userId/explain')
export class ExplainController {
  /**
   * Explains why a user may, or may not, enter a service group or do something there: every way by which they may enter, a membership of their own or
   * a team, what it allows, since when, until when and who gave it; and if the answer is no, the nearest reason. With `asOf` it is what
   * the events up to then add up to. A user or a service group that does not exist is a reason, not a problem.
   */
  @Allow('self', 'memberships:read')
  @Get()
  async explainAccess(
    @CurrentTenant() tenant: RequestTenant,
    @Param('serviceGroupId') serviceGroupId: ServiceGroupId,
    @Param('userId') userId: UserId,
    @Query() { permission, ...query }: ExplainQueryDto,
  ): Promise<ExplanationDto> {
    const asOf = momentOf(tenant, query);
    const explanation =
      asOf === undefined
        ? await explainAccess(tenant, userId, serviceGroupId, permission)
        : await explainAccessAsOf(tenant, userId, serviceGroupId, permission, asOf);
    return toExplanationDto(permission, explanation);
  }
}
