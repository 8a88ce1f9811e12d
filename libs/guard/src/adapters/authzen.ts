import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Guard } from '../guard.js';
import { NotReachedError, type AskOptions } from '../options.js';
import {
  asActionSearch,
  asEvaluation,
  asSearch,
  InvalidRequest,
  isObject,
  SEMANTICS,
  type Evaluation,
  type PageOf,
} from './authzen-requests.js';
import { PROBLEM_JSON } from './requests.js';

// AuthZEN 1.0 from the copy: https://openid.net/specs/authorization-api-1_0.html

const MAX_BODY_BYTES = 1024 * 1024;
const MAX_EVALUATIONS = 50;
const ROUTES = ['evaluation', 'evaluations', 'search/subject', 'search/resource', 'search/action'] as const;

interface Answer {
  status: number;
  body: object;
  /** Of whom and what the decision was about, to the versions that the copy has. */
  about?: string[];
}

interface Decision {
  decision: boolean;
  context?: { error: { status: number; code: string; message: string } } | { reason: 'unknown_action' };
}

/**
 * The API's endpoints of AuthZEN 1.0, for services in other languages on the same machine, for `http.createServer`: `POST /access/v1/evaluation`,
 * `evaluations`, `search/subject`, `search/resource` and `search/action`, and `GET /.well-known/authzen-configuration`. They answer as the API does, but for the
 * names of what a search finds, which no copy has. While the copy is too old, decisions are no, with the reason, and a search is answered with 503.
 * `Rollbook-At-Least` is waited for; `Rollbook-Age` says how old the copy is, in seconds, and `Rollbook-Position` how far it has what a decision was
 * about. It does not ask who is calling: let it listen on a loopback address.
 */
export function authzenHandler(guard: Guard) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    answerTo(guard, request)
      .catch(problemOf)
      .then(({ status, body, about = [] }) => {
        const position = guard.positionOf(about);
        response.writeHead(status, {
          'content-type': status < 400 ? 'application/json' : PROBLEM_JSON,
          'cache-control': 'no-store',
          ...ageOf(guard),
          ...(position && { 'rollbook-position': position }),
          ...(status === 503 && { 'retry-after': '1' }),
        });
        response.end(JSON.stringify(body));
      })
      .catch(() => response.destroy());
  };
}

/** The header that says how old the copy is. Nothing before there was anything to say. */
export function ageOf(guard: Guard): Record<string, string> {
  const { ageMs } = guard.status();
  return ageMs < Infinity ? { 'rollbook-age': (ageMs / 1_000).toFixed(3) } : {};
}

function problemOf(error: unknown): Answer {
  if (error instanceof InvalidRequest) {
    const { message: detail, errors } = error;
    return { status: 400, body: problem(400, 'Bad Request', detail, errors.length > 0 ? { errors } : {}) };
  }
  if (error instanceof NotReachedError)
    return { status: 503, body: problem(503, 'Not reached', error.message) };
  return { status: 500, body: problem(500, 'Internal Server Error', 'The request could not be answered.') };
}

/** RFC 9457. */
function problem(status: number, title: string, detail: string, more: object = {}): object {
  return { type: 'about:blank', title, status, detail, ...more };
}

async function answerTo(guard: Guard, request: IncomingMessage): Promise<Answer> {
  const path = request.url?.split('?')[0] ?? '';
  if (path === '/.well-known/authzen-configuration' && request.method === 'GET')
    return { status: 200, body: metadataAt(request) };
  const route = ROUTES.find((each) => path === `/access/v1/${each}`);
  if (!route) return { status: 404, body: problem(404, 'Not Found', 'There is no such route.') };
  if (request.method !== 'POST')
    return { status: 405, body: problem(405, 'Method Not Allowed', 'The method must be POST.') };
  const body = await bodyOf(request);
  const atLeast = request.headers['rollbook-at-least'];
  const options = typeof atLeast === 'string' ? { atLeast } : {};
  if (route === 'evaluations')
    return { status: 200, body: { evaluations: await decideAll(guard, body, options) } };
  if (route !== 'evaluation') return search(guard, route, body, options);
  const evaluation = asEvaluation(body);
  const about = [evaluation.subject.id, evaluation.resource.id];
  return { status: 200, body: await decide(guard, evaluation, options), about };
}

async function decide(guard: Guard, evaluation: Evaluation, options: AskOptions): Promise<Decision> {
  const { subject, action, resource, accountId } = evaluation;
  const of = { ...options, ...(accountId !== undefined && { accountId }) };
  const decision = await guard.mayDo(subject.id, resource.id, action.name, of).catch(refuseRequest);
  if (decision) return { decision };
  if (!guard.status().isReady) return { decision, context: { error: TOO_OLD } };
  if (guard.isKnownPermission(action.name, subject.id, resource.id, of)) return { decision };
  return { decision, context: { reason: 'unknown_action' } };
}

const TOO_OLD = { status: 503, code: 'copy_too_old', message: 'The copy is older than it may be.' } as const;

/** What the guard cannot make sense of is wrong in the request. */
function refuseRequest(error: unknown): never {
  if (error instanceof TypeError) throw new InvalidRequest(error.message);
  throw error;
}

/** Values that an evaluation omits are taken from the enclosing request. One that is not valid is denied by itself, with the reason. */
async function decideAll(
  guard: Guard,
  { evaluations, options: requestOptions = {}, ...common }: Record<string, unknown>,
  options: AskOptions,
): Promise<Decision[]> {
  if (!Array.isArray(evaluations) || evaluations.length === 0 || evaluations.length > MAX_EVALUATIONS)
    throw InvalidRequest.of('/evaluations', `must be a list of 1 to ${MAX_EVALUATIONS}`);
  const named = isObject(requestOptions)
    ? (requestOptions['evaluations_semantic'] ?? SEMANTICS[0])
    : undefined;
  const semantic = SEMANTICS.find((each) => each === named);
  if (!semantic)
    throw InvalidRequest.of('/options/evaluations_semantic', `must be one of ${SEMANTICS.join(', ')}`);
  const decisions: Decision[] = [];
  for (const each of evaluations as unknown[]) {
    decisions.push(await decideOne(guard, isObject(each) ? { ...common, ...each } : each, options));
    const { decision } = decisions.at(-1)!;
    if (semantic === (decision ? 'permit_on_first_permit' : 'deny_on_first_deny')) break;
  }
  return decisions;
}

async function decideOne(guard: Guard, one: unknown, options: AskOptions): Promise<Decision> {
  try {
    return await decide(guard, asEvaluation(one), options);
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error;
    return { decision: false, context: { error: { status: 400, code: 'invalid', message: error.message } } };
  }
}

/** Ids, or names of actions, in order; the token is the last one of the page before. */
async function search(
  guard: Guard,
  route: string,
  body: Record<string, unknown>,
  options: AskOptions,
): Promise<Answer> {
  const { page, about, find, represent } = searchOf(guard, route, body);
  const isFresh = await guard.fresh();
  if (options.atLeast !== undefined) await guard.reach(options.atLeast).catch(refuseRequest);
  if (!isFresh) return { status: 503, body: problem(503, 'Service Unavailable', TOO_OLD.message) };
  let found: string[] = [];
  try {
    found = find();
  } catch (error) {
    refuseRequest(error);
  }
  const after = found.filter((each) => each > page.token).sort();
  const some = after.slice(0, page.limit);
  const next_token = after.length > page.limit ? (some.at(-1) ?? '') : '';
  return { status: 200, body: { results: some.map(represent), page: { next_token } }, about };
}

interface Search {
  page: PageOf;
  about: string[];
  find: () => string[];
  represent: (found: string) => object;
}

/** @throws InvalidRequest */
function searchOf(guard: Guard, route: string, body: Record<string, unknown>): Search {
  if (route === 'search/action') {
    const { subject, resource, accountId, page } = asActionSearch(body);
    const find = () => guard.permissionsOf(subject, resource, accountId === undefined ? {} : { accountId });
    return { page, about: [subject, resource], find, represent: (name) => ({ name }) };
  }
  const type = route === 'search/subject' ? 'user' : 'service_group';
  const { name, action, accountId, page } = asSearch(body, type);
  const of = { permission: action.name, ...(accountId !== undefined && { accountId }) };
  const find = () => (type === 'user' ? guard.membersOf(name, of) : guard.groupsOf(name, of));
  return { page, about: [name], find, represent: (id) => ({ type, id }) };
}

/** As the caller reaches it. */
function metadataAt({ headers }: IncomingMessage): object {
  const origin = `http://${headers.host ?? 'localhost'}`;
  return {
    policy_decision_point: origin,
    access_evaluation_endpoint: `${origin}/access/v1/evaluation`,
    access_evaluations_endpoint: `${origin}/access/v1/evaluations`,
    search_subject_endpoint: `${origin}/access/v1/search/subject`,
    search_resource_endpoint: `${origin}/access/v1/search/resource`,
    search_action_endpoint: `${origin}/access/v1/search/action`,
  };
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > MAX_BODY_BYTES) break;
    pieces.push(piece);
  }
  let body: unknown;
  try {
    if (bytes <= MAX_BODY_BYTES) body = JSON.parse(Buffer.concat(pieces).toString('utf8'));
  } catch {
    // It is no JSON.
  }
  if (isObject(body)) return body;
  throw new InvalidRequest('The body must be a JSON object of up to 1 MB.');
}
