import { Inject, Injectable } from '@nestjs/common';
import {
  getAccessRequest,
  requestAccess,
  type AccessRequestView,
  type Directory,
  type Outcome,
  type RateLimit,
} from '#libs/directory';
import { DomainError, PERMISSIONS_OF, type AccessRequestId, type Giver } from '#libs/domain';
import { actorOf, hasPermission, type Caller, type RequestTenant } from '../auth/caller/caller.js';
import { AccountRates } from '../auth/rate-limits/account-rates.js';
import type { Change } from '../commands/command.js';
import { DIRECTORY } from '../directory/directory.module.js';
import { Problem } from '../problems/problem.js';
import type { RequestAccessDto } from './access-requests.dto.js';

/** Each request may send mails to many: somebody who withdraws and asks again is stopped. */
const REQUESTS_OF_USER: RateLimit = { perSecond: 1 / 600, burst: 20 };

@Injectable()
export class AccessRequestsService {
  private readonly rates: AccountRates;

  constructor(@Inject(DIRECTORY) directory: Directory) {
    this.rates = new AccountRates(directory);
  }

  /** Everybody for themselves. */
  async request(
    { tenant, caller, command }: Change,
    input: RequestAccessDto,
  ): Promise<Outcome<AccessRequestView>> {
    if (caller.kind !== 'user')
      throw new Problem('not_permitted', 'Only a user of the account can ask for access, for themselves.');
    const admit = () => this.take(caller);
    return requestAccess(tenant, { ...input, userId: caller.id }, { ...command, admit });
  }

  /** @throws DomainError `rate_limited` */
  private async take({ accountId, id }: Extract<Caller, { kind: 'user' }>): Promise<void> {
    const { allowed } = await this.rates.take(`${accountId}/requests/${id}`, REQUESTS_OF_USER);
    if (!allowed) throw new DomainError('rate_limited', 'Too many requests for access: wait a few minutes.');
  }

  /** Users who may not read all of them see their own, and not that there are others. */
  async get(tenant: RequestTenant, caller: Caller, id: AccessRequestId): Promise<AccessRequestView> {
    const request = await getAccessRequest(tenant, id);
    if (request.userId !== caller.id && !hasPermission(caller, 'access-requests:read'))
      throw new DomainError('access_request_not_found', 'There is no such request in this account.');
    return request;
  }
}

/** Users who may decide without managing the service group may decide for every one. */
export function deciderOf(caller: Caller): Giver {
  const isAdmin = caller.kind !== 'user' || PERMISSIONS_OF[caller.role].has('access-requests:decide');
  return { actor: actorOf(caller), isAdmin };
}
