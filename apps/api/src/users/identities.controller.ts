import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { linkIdentity, listIdentities, unlinkIdentity, type CommandContext } from '#libs/directory';
import { DomainError, sameIdentity, type Identity, type LinkedIdentity, type User } from '#libs/domain';
import { Allow } from '../access-control/allow.decorator.js';
import { CurrentCaller, CurrentTenant, type Caller, type RequestTenant } from '../access-control/caller.js';
import { ApiProblems } from '../openapi/api-problems.decorator.js';
import { answerTo, nothing } from '../requests/commands/command-answer.js';
import { CurrentCommand } from '../requests/commands/command.js';
import {
  IdentityDto,
  identityIdOf,
  IdentityListDto,
  LinkIdentityDto,
  toIdentityDto,
} from './identities.dto.js';
import { exceptOwners } from './owner-rules.js';

@ApiTags('Identities')
@Controller('v1/accounts/:accountId/users/:userId/identities')
export class IdentitiesController {
  /** Lists the identities with which a user can sign in. */
  @Allow('operator', 'owner', 'admin', 'self', 'users:read')
  @ApiProblems('account_not_found', 'user_not_found')
  @Get()
  async listIdentities(
    @CurrentTenant() tenant: RequestTenant,
    @Param('userId') userId: string,
  ): Promise<IdentityListDto> {
    const identities = await listIdentities(tenant.directory, tenant, userId);
    return { data: identities.map((identity) => toIdentityDto(userId, identity)), nextCursor: null };
  }

  /**
   * Links an identity at an identity provider to a user, who can then sign in with it. Linking it again changes nothing. Only an
   * owner or an operator may link one to an owner.
   */
  @Allow('operator', 'owner', 'admin', 'users:write')
  @ApiProblems(
    'account_not_found',
    'account_suspended',
    'user_not_found',
    'version_mismatch',
    'owner_needed',
    'recent_sign_in_needed',
  )
  @ApiProblems('identity_taken', 'invalid_identity', 'too_many_identities', 'user_erased')
  @Post()
  async linkIdentity(
    @CurrentTenant() tenant: RequestTenant,
    @CurrentCaller() caller: Caller,
    @Param('userId') userId: string,
    @Body() identity: LinkIdentityDto,
    @CurrentCommand() command: CommandContext,
  ): Promise<IdentityDto> {
    const link = { ...identity, userId, method: 'admin' } as const;
    const outcome = await exceptOwners({ tenant, caller, userId, command }, (checked) =>
      linkIdentity(tenant.directory, tenant, link, checked),
    );
    return answerTo(command, outcome, (user) => toIdentityDto(userId, linkedTo(user, identity)));
  }

  /** Unlinks an identity: the user can no longer sign in with it. */
  @Allow('operator', 'owner', 'admin', 'users:write')
  @ApiProblems(
    'account_not_found',
    'account_suspended',
    'user_not_found',
    'version_mismatch',
    'owner_needed',
    'recent_sign_in_needed',
  )
  @ApiProblems('identity_not_found', 'user_erased')
  @HttpCode(204)
  @Delete(':identityId')
  async unlinkIdentity(
    @CurrentTenant() tenant: RequestTenant,
    @CurrentCaller() caller: Caller,
    @Param() { userId, identityId }: { userId: string; identityId: string },
    @CurrentCommand() command: CommandContext,
  ): Promise<void> {
    const which = (identity: Identity) => identityIdOf(identity) === identityId;
    const outcome = await exceptOwners({ tenant, caller, userId, command }, (checked) =>
      unlinkIdentity(tenant.directory, tenant, { userId, which }, checked),
    );
    return answerTo(command, outcome, nothing);
  }
}

function linkedTo(user: User, identity: LinkIdentityDto): LinkedIdentity {
  const linked = user.identities?.find((one) => sameIdentity(one, identity));
  if (!linked) throw new DomainError('identity_not_found', 'The identity has been unlinked in the meantime.');
  return linked;
}
