import { Injectable } from '@nestjs/common';
import {
  getAccount,
  getAccountAsOf,
  grantTenant,
  listMembersAsOf,
  listServiceGroupsOfUser,
  listServiceGroupsOfUserAsOf,
  listWhoMayEnter,
  mayEnter,
  mightEnterAsOf,
  type MembershipView,
  type Page,
} from '#libs/directory';
import { DomainError } from '#libs/domain';
import { hasPermission, ownAccountOf, type Caller, type RequestTenant } from '../auth/caller/caller.js';
import type { RequestDirectory } from '../directory/request-directory.js';
import { fieldProblem, Problem } from '../problems/problem.js';
import { DEFAULT_LIMIT } from '../http/query/list.dto.js';
import { asksForThePast, momentIn } from '../http/query/past.js';
import { ACCOUNT_ID } from '../http/input/ids.js';
import { RequestValidation } from '../http/input/validation.js';
import { isExternal, requireIds, resolveNames, type Named, type Names } from './names.js';
import {
  EvaluationRequestDto,
  SEMANTICS,
  type DecisionDto,
  type EvaluationsRequestDto,
  type FoundDto,
  type ResourceSearchDto,
  type SearchPageDto,
  type SearchResultDto,
  type SubjectSearchDto,
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
    { subject, action, resource, context }: EvaluationRequestDto,
  ): Promise<boolean> {
    const names = { subject: subject.id, resource: resource.id };
    const question = await questionAbout(names, directory, caller, context);
    return action.name === ENTER && decide(question);
  }

  async evaluateMany(
    directory: RequestDirectory,
    caller: Caller,
    request: EvaluationsRequestDto,
  ): Promise<DecisionDto[]> {
    const semantic = semanticOf(request);
    // A context that is wrong for all is refused once, not for each.
    const needsIt = (each: { context?: unknown } | null) => each?.context === undefined;
    if (request.evaluations.some(needsIt)) tenantFor(directory, caller, request.context);
    const answer = (one: unknown) => this.answer(directory, caller, request, one);
    // Each of the past reads histories: they are read one after the other.
    if (semantic === 'execute_all' && !asksForThePast(request))
      return Promise.all(request.evaluations.map(answer));
    const last = semantic === 'execute_all' ? undefined : semantic === 'permit_on_first_permit';
    const decisions: DecisionDto[] = [];
    for (const each of request.evaluations) {
      decisions.push(await answer(each));
      if (decisions.at(-1)?.decision === last) break;
    }
    return decisions;
  }

  /** One of several: what is wrong with it is its own answer. */
  private async answer(
    directory: RequestDirectory,
    caller: Caller,
    request: EvaluationsRequestDto,
    one: unknown,
  ): Promise<DecisionDto> {
    try {
      return { decision: await this.evaluate(directory, caller, await completed(request, one)) };
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error;
      const { status, code, detail: message } = error;
      return { decision: false, context: { error: { status, code, message } } };
    }
  }

  async searchSubjects(
    directory: RequestDirectory,
    caller: Caller,
    request: SubjectSearchDto,
  ): Promise<SearchResultDto> {
    if (!mayCheckOthers(caller)) throw new Problem('not_permitted', 'Members may only ask about themselves.');
    const names = { resource: request.resource.id };
    const { asOf, tenant, serviceGroupId } = await questionAbout(names, directory, caller, request.context);
    if (!tenant || request.action.name !== ENTER || !(await isOpen(tenant, caller, asOf)))
      return NOTHING_FOUND;
    return found(
      directory,
      request.page,
      (page) =>
        asOf === undefined
          ? listWhoMayEnter(tenant, serviceGroupId, page)
          : listMembersAsOf(tenant, serviceGroupId, asOf, page),
      toUserDto,
    );
  }

  async searchResources(
    directory: RequestDirectory,
    caller: Caller,
    request: ResourceSearchDto,
  ): Promise<SearchResultDto> {
    const names = { subject: request.subject.id };
    const { asOf, tenant, userId } = await questionAbout(names, directory, caller, request.context);
    if (!tenant || request.action.name !== ENTER || !(await isOpen(tenant, caller, asOf)))
      return NOTHING_FOUND;
    return found(
      directory,
      request.page,
      (page) =>
        asOf === undefined
          ? listServiceGroupsOfUser(tenant, userId, page)
          : listServiceGroupsOfUserAsOf(tenant, userId, asOf, page),
      toServiceGroupDto,
    );
  }
}

interface Question extends Named {
  tenant: RequestTenant | undefined;
  /** ISO 8601; undefined: now. */
  asOf: string | undefined;
}

/** @throws Problem if the caller may not ask that, or if it cannot be understood */
async function questionAbout(
  names: Names,
  directory: RequestDirectory,
  caller: Caller,
  context: Context | undefined,
): Promise<Question> {
  const { subject } = names;
  if (subject !== undefined && !isExternal(subject)) requireSelf(caller, subject);
  const asOf = momentIn({ directory }, context);
  if (asOf !== undefined) requireIds(names);
  const tenant = tenantFor(directory, caller, context);
  const named = await resolveNames(tenant, names);
  // Whose it is, if not the caller's, is not revealed, nor whether it is anybody's.
  if (isExternal(subject)) requireSelf(caller, named.userId);
  return { tenant, asOf, ...named };
}

async function decide({ tenant, asOf, userId, serviceGroupId, externalIds }: Question): Promise<boolean> {
  if (!tenant) return false;
  if (asOf !== undefined) return mightEnterAsOf(tenant, userId, serviceGroupId, asOf);
  const decision = await mayEnter(tenant, userId, serviceGroupId, externalIds);
  if (!decision) tenant.directory.maskCapacity();
  return decision;
}

/** Undefined if the account is not the caller's: nobody may enter. @throws Problem if an operator names none */
function tenantFor(
  directory: RequestDirectory,
  caller: Caller,
  context: Context = {},
): RequestTenant | undefined {
  const named = accountIn(context);
  const own = ownAccountOf(caller);
  if (own !== undefined && (named ?? own) !== own) return undefined;
  const accountId = own ?? named;
  if (accountId !== undefined) return grantTenant(directory, accountId);
  throw fieldProblem([
    { code: 'required', detail: 'An operator must name an account.', pointer: ACCOUNT_POINTER },
  ]);
}

/** Whether the account is, or was, active. The guard reads that of a user with each request; a key is believed for some seconds. */
async function isOpen(tenant: RequestTenant, caller: Caller, asOf: string | undefined): Promise<boolean> {
  if (asOf === undefined && caller.kind === 'user') return true;
  try {
    const { status } = await (asOf === undefined ? getAccount(tenant) : getAccountAsOf(tenant, asOf));
    return status === 'active';
  } catch (error) {
    if (error instanceof DomainError && NOT_THERE.has(error.code)) return false;
    throw error;
  }
}

/** An API key that may check checks anyone. */
function mayCheckOthers(caller: Caller): boolean {
  return caller.kind === 'api-key' || hasPermission(caller, 'access:check-others');
}

function requireSelf(caller: Caller, userId: string): void {
  if (!mayCheckOthers(caller) && caller.id !== userId)
    throw new Problem('not_permitted', 'Members may only ask about themselves.');
}

type Context = Record<string, unknown>;
const ACCOUNT_POINTER = '/context/account_id';

function accountIn({ account_id: named }: Context): string | undefined {
  if (named === undefined || (typeof named === 'string' && ACCOUNT_ID.test(named))) return named;
  const detail = 'account_id must be the id of an account.';
  throw fieldProblem([{ code: 'invalid_format', detail, pointer: ACCOUNT_POINTER }]);
}

function semanticOf({ options }: EvaluationsRequestDto): (typeof SEMANTICS)[number] {
  const named = options?.['evaluations_semantic'] ?? 'execute_all';
  const semantic = SEMANTICS.find((each) => each === named);
  if (semantic) return semantic;
  const detail = `evaluations_semantic must be one of ${SEMANTICS.join(', ')}.`;
  throw fieldProblem([{ code: 'not_allowed_value', detail, pointer: '/options/evaluations_semantic' }]);
}

const validation = new RequestValidation({ compiled: true });

/** Values that an evaluation omits are taken from the enclosing request. */
async function completed(request: EvaluationsRequestDto, one: unknown): Promise<EvaluationRequestDto> {
  if (typeof one !== 'object' || one === null || Array.isArray(one))
    throw new Problem('wrong_type', 'An evaluation must be an object.');
  const { subject, action, resource, context } = request;
  const whole = { subject, action, resource, context, ...one };
  const errors = await validation.errorsIn(whole, EvaluationRequestDto);
  const [first] = errors;
  if (first) throw new Problem(first.code, errors.map(({ detail }) => detail).join(' '));
  return whole as EvaluationRequestDto;
}

const NOTHING_FOUND: SearchResultDto = { results: [], page: { next_token: '' } };

/** A page of memberships, without those of users who are, or were, not active, and may not enter anything. */
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
