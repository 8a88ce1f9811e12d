import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { listEndingMemberships } from '#libs/directory';
import { Allow } from '../auth/caller/allow.decorator.js';
import { CurrentTenant, type RequestTenant } from '../auth/caller/caller.js';
import { Selectable } from '../http/query/fields.js';
import { pageOf } from '../http/query/page.js';
import { AtLeast } from '../positions/at-least.js';
import { EndingMembershipsQueryDto } from './ending.dto.js';
import { MEMBERSHIP_FIELDS, MembershipListDto, toMembershipDto } from './memberships.dto.js';

@ApiTags('Memberships')
@Controller('v1/accounts/:accountId/memberships')
export class EndingMembershipsController {
  /**
   * Lists the memberships of an account that end by themselves, soonest first: by default those of the next seven days, without places in teams and their access. What is
   * found is read strongly consistently, and what no longer has that end is left out: a page may be shorter than `limit`, even empty,
   * before the last one. Eventually consistent: a new end may take a moment to appear.
   */
  @Allow('memberships:read')
  @Selectable(MEMBERSHIP_FIELDS)
  @AtLeast('index')
  @Get('ending')
  async listEndingMemberships(
    @CurrentTenant() tenant: RequestTenant,
    @Query() query: EndingMembershipsQueryDto,
  ): Promise<MembershipListDto> {
    return pageOf(await listEndingMemberships(tenant, query), toMembershipDto);
  }
}
