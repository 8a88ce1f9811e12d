import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  HttpStatus,
  Param,
  Patch,
  Post,
  Put,
  Query,
  Res,
} from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import {
  addMember,
  changeMembers,
  changeMembership,
  removeMember,
  replaceServiceGroupsOfUser,
  type MemberRow,
  type RowResult,
} from '#libs/directory';
import type { ServiceGroupId, UserId } from '#libs/domain';
import { Allow } from '../auth/caller/allow.decorator.js';
import { CurrentTenant, requireMayGive, type RequestTenant } from '../auth/caller/caller.js';
import { AtLeast } from '../positions/at-least.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import { BatchResultDto, toBatchDto } from '../commands/batch.dto.js';
import { answerTo, answerToBatch, keepingAnswer, remainingTo, stateOf } from '../commands/command-answer.js';
import { CurrentChange, type Change } from '../commands/command.js';
import { isSaid, removing, SaysWhatRemains, WantsAnswer } from '../commands/remaining.js';
import { AsOfQueryDto } from '../http/query/as-of.dto.js';
import { pageOf } from '../http/query/page.js';
import {
  ChangeMembersDto,
  MEMBERSHIP_FIELDS,
  MembershipChangeTermsDto,
  MembershipDto,
  MemberListQueryDto,
  MembershipListDto,
  MembershipListQueryDto,
  MembershipTermsDto,
  RemainingPathsDto,
  ReplacedServiceGroupsDto,
  ReplaceServiceGroupsDto,
  toMembershipDto,
  toRemainingPathsDto,
} from './memberships.dto.js';
import { readMember, readMembers, readServiceGroupsOfUser, requireRows } from './memberships.service.js';
import { Selectable } from '../http/query/fields.js';

/** Of routes that take the end of a membership, its access role, and the reason for it. */
const TERMS_PROBLEMS = [
  'invalid_name',
  'invalid_expires_at',
  'membership_too_long',
  'reason_required',
  'access_role_not_found',
  'access_role_not_offered',
] as const;

@ApiTags('Memberships')
@Controller('v1/accounts/:accountId')
export class MembershipsController {
  /**
   * Lists the users of a service group, oldest user first (not in the order in which they joined, see `since`), with `paths=all` also those who
   * may enter it by a team. Eventually consistent: a change may take a moment to appear. With `q` or `sort` it is a search: a page may be
   * shorter than `limit` before the last one, and who has come by a team is found within 5 seconds.
   */
  @Allow('memberships:read')
  @Selectable(MEMBERSHIP_FIELDS)
  @AtLeast('index')
  @Get('service-groups/:serviceGroupId/members')
  async listMembers(
    @CurrentTenant() tenant: RequestTenant,
    @Param('serviceGroupId') serviceGroupId: ServiceGroupId,
    @Query() page: MemberListQueryDto,
  ): Promise<MembershipListDto> {
    return pageOf(await readMembers(tenant, serviceGroupId, page), toMembershipDto);
  }

  /**
   * Checks whether a user may enter a service group now, or with `asOf` whether they were a member of it then: 200 if so, 404 if not.
   * The past is what the events of the two add up to.
   */
  @Allow('self', 'memberships:read')
  @ApiProblems('membership_not_found')
  @Selectable(MEMBERSHIP_FIELDS)
  @Get('service-groups/:serviceGroupId/members/:userId')
  async getMember(
    @CurrentTenant() tenant: RequestTenant,
    @Param('serviceGroupId') serviceGroupId: ServiceGroupId,
    @Param('userId') userId: UserId,
    @Query() query: AsOfQueryDto,
  ): Promise<MembershipDto> {
    return toMembershipDto(await readMember(tenant, serviceGroupId, userId, query));
  }

  /**
   * Adds a user to a service group, for good or until `expiresAt`: 201, or 200 if they are already a member, whose end and access role do
   * not change. A manager cannot where the rules of the service group leave requests to admins, and gives only the access roles that it
   * offers, none to themselves.
   */
  @Allow('memberships:write')
  @ApiProblems('account_suspended', 'user_suspended', 'limit_reached')
  @ApiProblems('version_mismatch', ...TERMS_PROBLEMS)
  @ApiBody({ type: MembershipTermsDto, required: false })
  @ApiCreatedResponse({ type: MembershipDto })
  @ApiOkResponse({ type: MembershipDto })
  @Put('service-groups/:serviceGroupId/members/:userId')
  async addMember(
    @CurrentChange() { tenant, caller, command }: Change,
    @Param('serviceGroupId') serviceGroupId: ServiceGroupId,
    @Param('userId') userId: UserId,
    @Body() terms: MembershipTermsDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<MembershipDto> {
    requireMayGive(caller);
    const outcome = await addMember(tenant, serviceGroupId, userId, command, terms);
    reply.status(stateOf(outcome).isNew ? HttpStatus.CREATED : HttpStatus.OK);
    return answerTo(command, outcome, toMembershipDto);
  }

  /**
   * Extends or shortens a membership, removes its end, or changes its access role or the reason for it. A manager cannot where the rules of
   * the service group leave requests to admins, and gives only the access roles that it offers, none to themselves.
   */
  @Allow('memberships:write')
  @ApiProblems('account_suspended', 'membership_not_found', 'version_mismatch', ...TERMS_PROBLEMS)
  @Patch('service-groups/:serviceGroupId/members/:userId')
  async changeMembership(
    @CurrentChange() { tenant, caller, command }: Change,
    @Param('serviceGroupId') serviceGroupId: ServiceGroupId,
    @Param('userId') userId: UserId,
    @Body() terms: MembershipChangeTermsDto,
  ): Promise<MembershipDto> {
    requireMayGive(caller);
    const outcome = await changeMembership(tenant, serviceGroupId, userId, terms, command);
    return answerTo(command, outcome, toMembershipDto);
  }

  /**
   * Adds and removes up to 1,000 members. Each row succeeds or fails on its own. A manager can only remove where the rules of the service
   * group leave requests to admins.
   */
  @Allow('memberships:write')
  @ApiProblems('account_suspended', 'invalid_name')
  @HttpCode(200)
  @Post('service-groups/:serviceGroupId/members/batch')
  async changeMembers(
    @CurrentChange() { tenant, caller, command }: Change,
    @Param('serviceGroupId') serviceGroupId: ServiceGroupId,
    @Body() { add = [], remove = [], ...terms }: ChangeMembersDto,
  ): Promise<BatchResultDto> {
    const changes = [...rowsOf('add', add).map((row) => ({ ...row, terms })), ...rowsOf('remove', remove)];
    const represent = (rows: readonly RowResult<MemberRow>[]) =>
      toBatchDto(rows, (row) => (row.done ? row.state.userId : null));
    requireRows(changes);
    if (add.length > 0) requireMayGive(caller);
    const context = keepingAnswer(command, represent);
    const outcome = await changeMembers(tenant, serviceGroupId, changes, context);
    return answerToBatch(command, outcome, represent);
  }

  /**
   * Removes a user from a service group. With `Prefer: return=representation` the answer says by which teams they still may enter it, a dry run
   * says so if both have teams.
   */
  @Allow('memberships:write')
  @ApiProblems('account_suspended', 'membership_not_found', 'version_mismatch')
  @SaysWhatRemains(RemainingPathsDto)
  @HttpCode(204)
  @Delete('service-groups/:serviceGroupId/members/:userId')
  async removeMember(
    @CurrentChange() { tenant, command }: Change,
    @Param('serviceGroupId') serviceGroupId: ServiceGroupId,
    @Param('userId') userId: UserId,
    @WantsAnswer() wantsAnswer: boolean,
  ): Promise<void> {
    const removal = removing(command, wantsAnswer);
    const outcome = await removeMember(tenant, serviceGroupId, userId, removal, isSaid(removal));
    return remainingTo(removal, outcome, toRemainingPathsDto);
  }

  /**
   * Lists the service groups of which a user is a member, oldest group first; with `paths=all` all that they may enter, also by a team: for a
   * "Select Service Group" dropdown.
   */
  @Allow('self', 'memberships:read')
  @Selectable(MEMBERSHIP_FIELDS)
  @Get('users/:userId/service-groups')
  async listServiceGroupsOfUser(
    @CurrentTenant() tenant: RequestTenant,
    @Param('userId') userId: UserId,
    @Query() page: MembershipListQueryDto,
  ): Promise<MembershipListDto> {
    return pageOf(await readServiceGroupsOfUser(tenant, userId, page), toMembershipDto);
  }

  /**
   * Replaces the service groups of a user. Up to 32 changes are one transaction; more take several, removals first, and an
   * interrupted request can simply be sent again: with the same key and `If-Match`, it goes on from where it ended. If one
   * group is unknown, nothing is changed.
   */
  @Allow('memberships:write')
  @ApiProblems('account_suspended', 'service_group_not_found', 'user_suspended', 'version_mismatch')
  @ApiProblems('limit_reached', ...TERMS_PROBLEMS)
  @Put('users/:userId/service-groups')
  async replaceServiceGroups(
    @CurrentChange() { tenant, command }: Change,
    @Param('userId') userId: UserId,
    @Body() { serviceGroupIds, ...terms }: ReplaceServiceGroupsDto,
  ): Promise<ReplacedServiceGroupsDto> {
    const outcome = await replaceServiceGroupsOfUser(tenant, userId, serviceGroupIds, command, terms);
    return answerTo(command, outcome, (replaced) => replaced);
  }
}

function rowsOf(operation: MemberRow['operation'], userIds: readonly UserId[]): MemberRow[] {
  return userIds.map((userId) => ({ operation, userId }));
}
