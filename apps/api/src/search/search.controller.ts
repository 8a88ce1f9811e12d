import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { getAccount, grantTenant, searchEverything, searchOwnGroups } from '#libs/directory';
import { Allow } from '../auth/caller/allow.decorator.js';
import {
  CurrentCaller,
  CurrentDirectory,
  hasPermission,
  ownAccountOf,
  type Caller,
} from '../auth/caller/caller.js';
import type { RequestDirectory } from '../directory/request-directory.js';
import { AtLeast } from '../positions/at-least.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import { Problem } from '../problems/problem.js';
import { SearchAnswerDto, SearchQueryDto, toSearchAnswerDto } from './search.dto.js';
import { hiddenKinds } from './visible-kinds.js';

@ApiTags('Search')
@Controller('v1/search')
export class SearchController {
  /**
   * Searches everything the caller may see: users, service groups, API keys and webhook endpoints of an account; for operators
   * also accounts. API keys find what their scopes let them read, and members the service groups they are in. An id finds what it
   * names. Removed people are found by their id, and by name in the list of users with `status=removed`. Eventually consistent: a change can usually be found within a second.
   */
  @Allow(
    'any-user',
    'account:read',
    'users:read',
    'service-groups:read',
    'events:read',
    'jobs:read',
    'platform:read',
  )
  @ApiProblems('account_not_found', 'required', 'wrong_type', 'too_short', 'too_long', 'invalid_format')
  @AtLeast('search')
  @Get()
  async search(
    @CurrentCaller() caller: Caller,
    @CurrentDirectory() directory: RequestDirectory,
    @Query() { q, accountId }: SearchQueryDto,
  ): Promise<SearchAnswerDto> {
    const own = ownAccountOf(caller);
    if (own !== undefined && accountId !== undefined && accountId !== own)
      throw new Problem('account_not_found', 'There is no such account.');
    const chosen = own ?? accountId;
    const tenant = chosen === undefined ? undefined : grantTenant(directory, chosen);
    if (tenant && own === undefined) await getAccount(tenant);
    const found =
      tenant && caller.kind === 'user' && !hasPermission(caller, 'users:read')
        ? await searchOwnGroups(tenant, { userId: caller.id, q })
        : await searchEverything(directory, q, {
            tenant,
            everywhere: own === undefined,
            except: hiddenKinds(caller),
          });
    // What was read may be another account's.
    if (found.length === 0) directory.maskCapacity();
    return toSearchAnswerDto(found);
  }
}
