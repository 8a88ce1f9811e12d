import { Injectable } from '@nestjs/common';
import { checkAccess, checkAccessAsOf, type AccessDecision } from '#libs/directory';
import type { Caller } from '../auth/caller/caller.js';
import type { RequestDirectory } from '../directory/request-directory.js';
import { fieldProblem, Problem } from '../problems/problem.js';
import { asksForThePast } from '../http/query/past.js';
import { RequestValidation } from '../http/input/validation.js';
import { mayCheckOthers, questionAbout, tenantFor, type Question } from './question.js';
import {
  EvaluationRequestDto,
  SEMANTICS,
  type DecisionDto,
  type EvaluationsRequestDto,
} from './access.dto.js';

@Injectable()
export class AccessService {
  async evaluate(
    directory: RequestDirectory,
    caller: Caller,
    { subject, action, resource, context }: EvaluationRequestDto,
  ): Promise<DecisionDto> {
    const names = { subject: subject.id, resource: resource.id };
    const question = await questionAbout(names, directory, caller, context);
    const { decision, isKnown } = await decide(question, action.name);
    if (isKnown || !mayCheckOthers(caller)) return { decision };
    return { decision, context: { reason: 'unknown_action' } };
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
      return await this.evaluate(directory, caller, await completed(request, one));
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error;
      const { status, code, detail: message } = error;
      return { decision: false, context: { error: { status, code, message } } };
    }
  }
}

/** Of an account that is not the caller's it says nothing, not even which actions there are. */
const NOTHING_KNOWN: AccessDecision = { decision: false, isKnown: true };

async function decide(question: Question, action: string): Promise<AccessDecision> {
  const { tenant, asOf, userId, serviceGroupId, externalIds } = question;
  if (!tenant) return NOTHING_KNOWN;
  if (asOf !== undefined) return checkAccessAsOf(tenant, userId, serviceGroupId, action, asOf);
  const decided = await checkAccess(tenant, userId, serviceGroupId, action, externalIds);
  if (!decided.decision) tenant.directory.maskCapacity();
  return decided;
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
