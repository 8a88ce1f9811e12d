import { Injectable } from '@nestjs/common';
import {
  getAccount,
  getMembership,
  grantTenant,
  listServiceGroupsOfUser,
  listWhoMayEnter,
  type MembershipView,
  type Page,
} from '#libs/directory';
import { DomainError, type UserId } from '#libs/domain';
import { ownAccountOf, type Caller, type RequestTenant } from '../access-control/caller.js';
import type { RequestDirectory } from '../directory/request-directory.js';
import { fieldProblem, Problem, type FieldError } from '../problems/problem.js';
import { DEFAULT_LIMIT } from '../requests/query/list.dto.js';
import type {
  AccessContextDto,
  EvaluationRequestDto,
  EvaluationsRequestDto,
  FoundDto,
  ResourceSearchDto,
  SearchPageDto,
  SearchResultDto,
  SubjectSearchDto,
} from './access.dto.js';

const ENTER = 'enter';
/** The reason why somebody may not enter is not revealed: whatever is missing, the decision is no. */
const NOT_THERE: ReadonlySet<string> = new Set([
  'membership_not_found',
  'user_not_found',
  'service_group_not_found',
  'account_not_found',
]);

@Injectable()
export class AccessService {
  async evaluate(
    directory: RequestDirectory,
    caller: Caller,
    { context, ...request }: EvaluationRequestDto,
  ): Promise<boolean> {
    requireSelf(caller, request.subject.id);
    return this.decide(await this.tenantOf(directory, caller, context), request);
  }

  async evaluateMany(
    directory: RequestDirectory,
    caller: Caller,
    request: EvaluationsRequestDto,
  ): Promise<boolean[]> {
    const evaluations = request.evaluations.map((one, index) => completed(request, one, index));
    for (const { subject } of evaluations) requireSelf(caller, subject.id);
    const tenant = await this.tenantOf(directory, caller, request.context);
    const semantic = request.options?.evaluations_semantic ?? 'execute_all';
    if (semantic === 'execute_all')
      return Promise.all(evaluations.map((evaluation) => this.decide(tenant, evaluation)));
    const last = semantic === 'permit_on_first_permit';
    const decisions: boolean[] = [];
    for (const evaluation of evaluations) {
      decisions.push(await this.decide(tenant, evaluation));
      if (decisions.at(-1) === last) break;
    }
    return decisions;
  }

  async searchSubjects(
    directory: RequestDirectory,
    caller: Caller,
    request: SubjectSearchDto,
  ): Promise<SearchResultDto> {
    if (caller.kind === 'user' && caller.role === 'member')
      throw new Problem('not_permitted', 'Members may only ask about themselves.');
    const tenant = await this.tenantOf(directory, caller, request.context);
    if (!tenant || request.action.name !== ENTER) return NOTHING_FOUND;
    return found(
      directory,
      request.page,
      (page) => listWhoMayEnter(tenant, request.resource.id, page),
      toUserDto,
    );
  }

  async searchResources(
    directory: RequestDirectory,
    caller: Caller,
    request: ResourceSearchDto,
  ): Promise<SearchResultDto> {
    requireSelf(caller, request.subject.id);
    const tenant = await this.tenantOf(directory, caller, request.context);
    if (!tenant || request.action.name !== ENTER) return NOTHING_FOUND;
    return found(
      directory,
      request.page,
      (page) => listServiceGroupsOfUser(tenant, request.subject.id, page),
      toServiceGroupDto,
    );
  }

  private async decide(
    tenant: RequestTenant | undefined,
    { subject, action, resource }: Omit<EvaluationRequestDto, 'context'>,
  ): Promise<boolean> {
    if (!tenant || action.name !== ENTER) return false;
    try {
      const { userStatus } = await getMembership(tenant, resource.id, subject.id);
      return userStatus === 'active';
    } catch (error) {
      if (!(error instanceof DomainError && NOT_THERE.has(error.code))) throw error;
      tenant.directory.maskCapacity();
      return false;
    }
  }

  /** The guard has checked the caller's own account; an operator's choice is checked here. Undefined: nobody may enter. */
  private async tenantOf(
    directory: RequestDirectory,
    caller: Caller,
    context: AccessContextDto = {},
  ): Promise<RequestTenant | undefined> {
    const grant = (accountId: string) => grantTenant(directory, accountId);
    const own = ownAccountOf(caller);
    if (own !== undefined)
      return context.account_id !== undefined && context.account_id !== own ? undefined : grant(own);
    if (context.account_id === undefined)
      throw fieldProblem([
        { code: 'required', detail: 'An operator must name an account.', pointer: '/context/account_id' },
      ]);
    const tenant = grant(context.account_id);
    try {
      return (await getAccount(tenant)).status === 'active' ? tenant : undefined;
    } catch (error) {
      if (error instanceof DomainError && NOT_THERE.has(error.code)) return undefined;
      throw error;
    }
  }
}

function requireSelf(caller: Caller, userId: UserId): void {
  if (caller.kind === 'user' && caller.role === 'member' && caller.id !== userId)
    throw new Problem('not_permitted', 'Members may only ask about themselves.');
}

function completed(
  request: EvaluationsRequestDto,
  one: EvaluationsRequestDto['evaluations'][number],
  index: number,
): Omit<EvaluationRequestDto, 'context'> {
  const { subject = request.subject, action = request.action, resource = request.resource } = one;
  if (subject && action && resource) return { subject, action, resource };
  const missing = Object.entries({ subject, action, resource }).filter(([, value]) => value === undefined);
  throw fieldProblem(
    missing.map(([name]): FieldError => ({
      code: 'required',
      detail: `${name} is required, here or for all evaluations.`,
      pointer: `/evaluations/${index}/${name}`,
    })),
  );
}

const NOTHING_FOUND: SearchResultDto = { results: [], page: { next_token: '' } };

/** A page of memberships, without those of suspended users, who may not enter anything. */
async function found(
  directory: RequestDirectory,
  { limit = DEFAULT_LIMIT, token }: SearchPageDto = {},
  list: (page: { limit: number; cursor: string | undefined }) => Promise<Page<MembershipView>>,
  represent: (membership: MembershipView) => FoundDto,
): Promise<SearchResultDto> {
  try {
    const { items, cursor } = await list({ limit, cursor: token || undefined });
    const active = items.filter(({ userStatus }) => userStatus === 'active');
    return { results: active.map(represent), page: { next_token: cursor ?? '' } };
  } catch (error) {
    if (!(error instanceof DomainError && NOT_THERE.has(error.code))) throw error;
    directory.maskCapacity();
    return NOTHING_FOUND;
  }
}

function toUserDto({ userId: id, userName: name }: MembershipView): FoundDto {
  return { type: 'user', id, properties: { name } };
}

function toServiceGroupDto({ serviceGroupId: id, serviceGroupName: name }: MembershipView): FoundDto {
  return { type: 'service_group', id, properties: { name } };
}
