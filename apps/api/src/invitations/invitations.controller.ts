import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { UserId } from '#libs/domain';
import { Allow } from '../auth/caller/allow.decorator.js';
import { CurrentTenant, type RequestTenant } from '../auth/caller/caller.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import { answerTo, answerToBatch, removedFrom } from '../commands/command-answer.js';
import { CurrentChange, type Change } from '../commands/command.js';
import { searchedPageOf } from '../http/query/search.dto.js';
import {
  CreateInvitationDto,
  CreateInvitationsDto,
  InvitationBatchResultDto,
  InvitationDto,
  InvitationListDto,
  InvitationListQueryDto,
  InvitedUserDto,
  toInvitationDto,
  toInvitationFacets,
  toInvitationsDto,
  toInvitedDto,
  toNewlyInvitedDto,
} from './invitations.dto.js';
import { InvitationsService, revokeInvitation } from './invitations.service.js';
import { getInvitation } from '#libs/directory';
import { OWNER_PROBLEMS } from '../auth/caller/owner-rules.js';

@ApiTags('Invitations')
@Controller('v1/accounts/:accountId/invitations')
export class InvitationsController {
  constructor(private readonly invitations: InvitationsService) {}

  /**
   * Invites a person by email. The user exists with status `invited`, a role and service groups until somebody accepts with the
   * token in the mail.
   */
  @Allow('users:write')
  @ApiProblems('account_suspended', 'email_taken', 'invalid_name', 'invalid_email', 'service_group_not_found')
  @ApiProblems('limit_reached', 'reason_required', 'access_role_not_found', ...OWNER_PROBLEMS)
  @Post()
  async inviteUser(
    @CurrentChange() change: Change,
    @Body() input: CreateInvitationDto,
  ): Promise<InvitedUserDto> {
    return answerTo(change.command, await this.invitations.invite(change, input), toNewlyInvitedDto);
  }

  /**
   * Invites up to 100 people. Each row succeeds or fails on its own. If the batch is repeated with the same key, the first
   * answer is returned for people already invited, and refused rows are tried again.
   */
  @Allow('users:write')
  @ApiProblems('account_suspended', 'user_erased', 'recent_sign_in_needed')
  @HttpCode(200)
  @Post('batch')
  async inviteUsers(
    @CurrentChange() change: Change,
    @Body() { invitations }: CreateInvitationsDto,
  ): Promise<InvitationBatchResultDto> {
    const outcome = await this.invitations.inviteMany(change, invitations);
    return answerToBatch(change.command, outcome, toInvitationsDto);
  }

  /** Lists invitations that have not been accepted, including expired ones, without their tokens. */
  @Allow('users:read')
  @Get()
  async listInvitations(
    @CurrentTenant() tenant: RequestTenant,
    @Query() query: InvitationListQueryDto,
  ): Promise<InvitationListDto> {
    return searchedPageOf(await this.invitations.list(tenant, query), toInvitationDto, toInvitationFacets);
  }

  /** Gets the invitation of a user. */
  @Allow('users:read')
  @Get(':userId')
  async getInvitation(
    @CurrentTenant() tenant: RequestTenant,
    @Param('userId') userId: UserId,
  ): Promise<InvitationDto> {
    return toInvitationDto(await getInvitation(tenant, userId));
  }

  /** Sends an invitation again, valid for another seven days. The token in the previous mail becomes invalid. */
  @Allow('users:write')
  @ApiProblems('account_suspended', 'user_not_invited', 'version_mismatch', ...OWNER_PROBLEMS)
  @HttpCode(200)
  @Post(':userId/resend')
  async resendInvitation(
    @CurrentChange() change: Change,
    @Param('userId') userId: UserId,
  ): Promise<InvitedUserDto> {
    const outcome = await this.invitations.resend({ ...change, userId });
    return answerTo(change.command, outcome, toInvitedDto);
  }

  /** Revokes an invitation: the invited user is removed, and their email becomes free. */
  @Allow('users:write')
  @ApiProblems('account_suspended', 'version_mismatch', ...OWNER_PROBLEMS)
  @HttpCode(204)
  @Delete(':userId')
  async revokeInvitation(@CurrentChange() change: Change, @Param('userId') userId: UserId): Promise<void> {
    const outcome = await revokeInvitation({ ...change, userId });
    return answerTo(change.command, outcome, removedFrom(change.tenant));
  }
}
