import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { listAccessRequests, listRequestableServiceGroups } from '#libs/directory';
import type { UserId } from '#libs/domain';
import { Allow } from '../auth/caller/allow.decorator.js';
import { CurrentTenant, type RequestTenant } from '../auth/caller/caller.js';
import { Selectable } from '../http/query/fields.js';
import { ListQueryDto } from '../http/query/list.dto.js';
import { pageOf } from '../http/query/page.js';
import {
  ACCESS_REQUEST_FIELDS,
  AccessRequestListDto,
  AccessRequestQueryDto,
  REQUESTABLE_FIELDS,
  RequestableServiceGroupListDto,
  toAccessRequestDto,
  toRequestableDto,
} from './access-requests.dto.js';

/** What members see of all this. */
@ApiTags('AccessRequests')
@Controller('v1/accounts/:accountId')
export class OwnAccessRequestsController {
  /** Lists the access requests of a user, newest first. */
  @Allow('self', 'access-requests:read')
  @Selectable(ACCESS_REQUEST_FIELDS)
  @Get('users/:userId/access-requests')
  async listAccessRequestsOfUser(
    @CurrentTenant() tenant: RequestTenant,
    @Param('userId') userId: UserId,
    @Query() query: AccessRequestQueryDto,
  ): Promise<AccessRequestListDto> {
    return pageOf(await listAccessRequests(tenant, { ...query, userId }), toAccessRequestDto);
  }

  /** Lists the service groups that members may ask for, oldest first, with what they need to know to ask. */
  @Allow('access-requests:ask')
  @Selectable(REQUESTABLE_FIELDS)
  @Get('requestable-service-groups')
  async listRequestableServiceGroups(
    @CurrentTenant() tenant: RequestTenant,
    @Query() query: ListQueryDto,
  ): Promise<RequestableServiceGroupListDto> {
    return pageOf(await listRequestableServiceGroups(tenant, query), toRequestableDto);
  }
}
