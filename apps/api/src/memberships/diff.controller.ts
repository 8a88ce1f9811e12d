import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { diffMembers, diffServiceGroupsOfUser } from '#libs/directory';
import type { ServiceGroupId, UserId } from '#libs/domain';
import { Allow } from '../auth/caller/allow.decorator.js';
import { CurrentTenant, type RequestTenant } from '../auth/caller/caller.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import { MembershipDiffDto, MembershipDiffQueryDto, toMembershipDiffDto } from './diff.dto.js';
import { diffRequestOf, readDiffOfAccount } from './diff.service.js';

@ApiTags('Memberships')
@Controller('v1/accounts/:accountId')
export class MembershipDiffController {
  /**
   * Lists who joined and who left a service group between two moments, oldest user first. Net: users who left and came back are not listed.
   * The memberships of the group, present and past, are read and filtered; the first page counts up to 1,000 changes. Who may enter by a team
   * is not compared: only memberships of their own are.
   */
  @Allow('memberships:read')
  @ApiProblems('required')
  @Get('service-groups/:serviceGroupId/members/diff')
  async diffMembers(
    @CurrentTenant() tenant: RequestTenant,
    @Param('serviceGroupId') serviceGroupId: ServiceGroupId,
    @Query() query: MembershipDiffQueryDto,
  ): Promise<MembershipDiffDto> {
    const request = diffRequestOf(tenant, query);
    return toMembershipDiffDto(await diffMembers(tenant, serviceGroupId, request));
  }

  /**
   * Lists the service groups that a user gained and lost between two moments, net, oldest group first: by memberships of their own, not by
   * teams.
   */
  @Allow('self', 'memberships:read')
  @ApiProblems('required')
  @Get('users/:userId/service-groups/diff')
  async diffServiceGroupsOfUser(
    @CurrentTenant() tenant: RequestTenant,
    @Param('userId') userId: UserId,
    @Query() query: MembershipDiffQueryDto,
  ): Promise<MembershipDiffDto> {
    const request = diffRequestOf(tenant, query);
    return toMembershipDiffDto(await diffServiceGroupsOfUser(tenant, userId, request));
  }

  /**
   * Lists who gained and who lost access to what in an account between two moments, net, in the order of the events: by memberships of their
   * own. For teams see their events, or compare lists with `paths=all` and `asOf`. A page is read from
   * the log: one call for up to `limit` events, and three for each user they are about. So it may be shorter than `limit`, even empty,
   * before the last one, and longer where a user was removed: all their memberships ended with one event. `counts` are of the first page,
   * at least. A membership that ended by itself, or with its service group, is listed once its event is there, if that came within a day,
   * or that of its user's removal.
   */
  @Allow('memberships:read')
  @ApiProblems('required')
  @Get('memberships/diff')
  async diffMemberships(
    @CurrentTenant() tenant: RequestTenant,
    @Query() query: MembershipDiffQueryDto,
  ): Promise<MembershipDiffDto> {
    return toMembershipDiffDto(await readDiffOfAccount(tenant, query));
  }
}
