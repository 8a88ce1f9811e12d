/** What is wrong with a request, by the JSON pointers of its fields. */
export class InvalidRequest extends Error {
  override readonly name = 'InvalidRequest';

  constructor(
    message: string,
    readonly errors: readonly { pointer: string; detail: string }[] = [],
  ) {
    super(message);
  }

  static of(pointer: string, rule: string): InvalidRequest {
    const detail = `${pointer.slice(1).replaceAll('/', '.')} ${rule}.`;
    return new InvalidRequest(detail, [{ pointer, detail }]);
  }
}

export const SEMANTICS = ['execute_all', 'deny_on_first_deny', 'permit_on_first_permit'] as const;

export interface Evaluation {
  subject: { id: string };
  action: { name: string };
  resource: { id: string };
  accountId: string | undefined;
}

export interface Search {
  /** Of the side that is known. */
  name: string;
  action: { name: string };
  accountId: string | undefined;
  page: PageOf;
}

export interface ActionSearch {
  subject: string;
  resource: string;
  accountId: string | undefined;
  page: PageOf;
}

export interface PageOf {
  limit: number;
  token: string;
}

// As in the API: apps/api/src/access/access.dto.ts. A spec compares the two.
const ULID = '[0-7][0-9A-HJKMNP-TV-Z]{25}';
const KINDS = {
  user: { side: 'subject', name: new RegExp(`^(user_${ULID}|external:.{1,128})$`), prefix: 'user_' },
  service_group: {
    side: 'resource',
    name: new RegExp(`^(sgrp_${ULID}|external:.{1,128})$`),
    prefix: 'sgrp_',
  },
} as const;
type Kind = keyof typeof KINDS;

const ACCOUNT_ID = new RegExp(`^acct_${ULID}$`);
const [DEFAULT_LIMIT, MAX_LIMIT, MAX_ACTION, MAX_TOKEN] = [25, 100, 100, 2_048];

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws InvalidRequest */
export function asEvaluation(value: unknown): Evaluation {
  if (!isObject(value)) throw new InvalidRequest('An evaluation must be an object.');
  return {
    subject: { id: nameIn(value, 'user') },
    action: { name: actionIn(value) },
    resource: { id: nameIn(value, 'service_group') },
    accountId: accountIn(value),
  };
}

/** @throws InvalidRequest */
export function asSearch(value: Record<string, unknown>, finds: Kind): Search {
  typeIn(value, finds);
  return {
    name: nameIn(value, finds === 'user' ? 'service_group' : 'user'),
    action: { name: actionIn(value) },
    accountId: accountIn(value),
    page: pageIn(value, KINDS[finds].prefix),
  };
}

/** @throws InvalidRequest */
export function asActionSearch(value: Record<string, unknown>): ActionSearch {
  const [subject, resource] = [nameIn(value, 'user'), nameIn(value, 'service_group')];
  return { subject, resource, accountId: accountIn(value), page: pageIn(value, '') };
}

/** @param prefix of the tokens */
function pageIn(value: Record<string, unknown>, prefix: string): PageOf {
  const page = value['page'] ?? {};
  if (!isObject(page)) throw InvalidRequest.of('/page', 'must be an object');
  const { limit = DEFAULT_LIMIT, token = '' } = page;
  if (!Number.isInteger(limit) || Number(limit) < 1 || Number(limit) > MAX_LIMIT)
    throw InvalidRequest.of('/page/limit', `must be an integer from 1 to ${MAX_LIMIT}`);
  if (typeof token !== 'string' || token.length > MAX_TOKEN || (token && !token.startsWith(prefix)))
    throw InvalidRequest.of('/page/token', 'must be the next_token of a page');
  return { limit: Number(limit), token };
}

function typeIn(value: Record<string, unknown>, kind: Kind): Record<string, unknown> {
  const { side } = KINDS[kind];
  const part = value[side];
  if (!isObject(part)) throw InvalidRequest.of(`/${side}`, 'must be an object');
  if (part['type'] !== kind) throw InvalidRequest.of(`/${side}/type`, `must be ${kind}`);
  return part;
}

function nameIn(value: Record<string, unknown>, kind: Kind): string {
  const { side, name, prefix } = KINDS[kind];
  const { id } = typeIn(value, kind);
  if (typeof id === 'string' && name.test(id)) return id;
  throw InvalidRequest.of(
    `/${side}/id`,
    `must be ${prefix} followed by a ULID, or external: and an external id`,
  );
}

function actionIn({ action }: Record<string, unknown>): string {
  if (!isObject(action)) throw InvalidRequest.of('/action', 'must be an object');
  const { name } = action;
  if (typeof name === 'string' && name.length <= MAX_ACTION) return name;
  throw InvalidRequest.of('/action/name', `must be a text of up to ${MAX_ACTION} characters`);
}

function accountIn({ context = {} }: Record<string, unknown>): string | undefined {
  if (!isObject(context)) throw InvalidRequest.of('/context', 'must be an object');
  const { account_id: accountId, as_of: asOf } = context;
  if (asOf !== undefined)
    throw InvalidRequest.of('/context/as_of', 'cannot be answered from a copy: ask the API');
  if (accountId === undefined || (typeof accountId === 'string' && ACCOUNT_ID.test(accountId)))
    return accountId;
  throw InvalidRequest.of('/context/account_id', 'must be the id of an account');
}
