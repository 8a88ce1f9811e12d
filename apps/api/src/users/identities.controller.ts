import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { linkIdentity, listIdentities, listIdentitiesAsOf, unlinkIdentity } from '#libs/directory';
import {
  DomainError,
  sameIdentity,
  type Identity,
  type LinkedIdentity,
  type User,
  type UserId,
} from '#libs/domain';
import { Allow } from '../auth/caller/allow.decorator.js';
import { CurrentTenant, type RequestTenant } from '../auth/caller/caller.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import { answerTo, nothing } from '../commands/command-answer.js';
import { CurrentChange, type Change } from '../commands/command.js';
import { AsOfQueryDto } from '../http/query/as-of.dto.js';
import { momentOf } from '../http/query/past.js';
import {
  IdentityDto,
  identityIdOf,
  IdentityListDto,
  LinkIdentityDto,
  toIdentityDto,
} from './identities.dto.js';
import { exceptOwners } from './except-owners.js';
import { OWNER_PROBLEMS } from '../auth/caller/owner-rules.js';

@ApiTags('Identities')
@Controller('v1/accounts/:accountId/users/:userId/identities')
export class IdentitiesController {
  /** Lists the identities with which a user can sign in. */
  @Allow('self', 'users:read')
  @Get()
  async listIdentities(
    @CurrentTenant() tenant: RequestTenant,
    @Param('userId') userId: UserId,
    @Query() query: AsOfQueryDto,
  ): Promise<IdentityListDto> {
    const asOf = momentOf(tenant, query);
    const identities = await (asOf === undefined
      ? listIdentities(tenant, userId)
      : listIdentitiesAsOf(tenant, userId, asOf));
    return { data: identities.map((identity) => toIdentityDto(userId, identity)), nextCursor: null };
  }

  /**
   * Links an identity at an identity provider to a user, who can then sign in with it. Linking it again changes nothing. Only an
   * owner or an operator may link one to an owner.
   */
  @Allow('identities:write')
  @ApiProblems('account_suspended', 'version_mismatch', 'identity_taken', 'invalid_identity')
  @ApiProblems('too_many_identities', 'user_erased', ...OWNER_PROBLEMS)
  @Post()
  async linkIdentity(
    @CurrentChange() change: Change,
    @Param('userId') userId: UserId,
    @Body() identity: LinkIdentityDto,
  ): Promise<IdentityDto> {
    const link = { ...identity, userId, method: 'admin' } as const;
    const outcome = await exceptOwners({ ...change, userId }, (checked) =>
      linkIdentity(change.tenant, link, checked),
    );
    return answerTo(change.command, outcome, (user) => toIdentityDto(userId, linkedTo(user, identity)));
  }

  /** Unlinks an identity: the user can no longer sign in with it. */
  @Allow('identities:write')
  @ApiProblems('account_suspended', 'version_mismatch', 'identity_not_found', 'user_erased')
  @ApiProblems(...OWNER_PROBLEMS)
  @HttpCode(204)
  @Delete(':identityId')
  async unlinkIdentity(
    @CurrentChange() change: Change,
    @Param() { userId, identityId }: { userId: UserId; identityId: string },
  ): Promise<void> {
    const which = (identity: Identity) => identityIdOf(identity) === identityId;
    const outcome = await exceptOwners({ ...change, userId }, (checked) =>
      unlinkIdentity(change.tenant, { userId, which }, checked),
    );
    return answerTo(change.command, outcome, nothing);
  }
}

function linkedTo(user: User, identity: LinkIdentityDto): LinkedIdentity {
  const linked = user.identities?.find((one) => sameIdentity(one, identity));
  if (!linked) throw new DomainError('identity_not_found', 'The identity has been unlinked in the meantime.');
  return linked;
}
