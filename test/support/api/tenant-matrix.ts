import { ScanCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ulid } from 'ulid';
import { ACCOUNT_SCOPES, AGGREGATE_KINDS, AGGREGATES, ID_PREFIXES } from '#libs/domain';
import { askWith, type Ask, type RunningApi } from './api.js';
import { openApiDocument, type OpenApiOperation } from '../contract.js';
import { askForAccess, created, createServiceGroup, createTeam, createUser } from './people.js';
import { plantSession } from '../browser/planted-session.js';

/**
 * Every route × every role × another tenant's things, next to the same request for things that do not exist. The routes come
 * from the OpenAPI document, so that new ones are included automatically.
 */

const SEARCH = '/v1/search';
/** A manager is a member who manages the service group of `ids`. */
const ROLES = ['operator', 'owner', 'admin', 'manager', 'member', 'api-key'] as const;
export type Role = (typeof ROLES)[number];

export interface Tenancy {
  team: Awaited<ReturnType<typeof createTeam>>;
  asks: Record<Role, Ask>;
  ids: Record<string, string>;
  /** Search terms for its lists. */
  searches: Record<string, string>;
  /** From its own list of users. */
  cursor: string;
}

/** An account with people, a service group with a member, a history, and a job. */
export async function createTenancy(api: RunningApi, client: DynamoDBClient): Promise<Tenancy> {
  const team = await createTeam(api);
  const group = await createServiceGroup(api, team.account.id);
  const change = { 'x-correlation-id': `req_${ulid()}` };
  const member = `${team.path}/service-groups/${group.id}/members/${team.admin.id}`;
  await api.operator('PUT', member, undefined, change);
  const manager = await createUser(api, team.account.id);
  created(await api.operator('PUT', `${team.path}/service-groups/${group.id}/managers/${manager.id}`));
  const apiKey = await makeApiKey(api, team);
  const ids: Record<string, string> = {
    accountId: team.account.id,
    userId: team.admin.id,
    serviceGroupId: group.id,
    eventId: `${team.admin.id}.1`,
    correlationId: change['x-correlation-id'],
    jobId: await makeJob(api, client, team),
    apiKeyId: apiKey.id,
    accessRequestId: await makeAccessRequest(api, team.account.id, group.id),
    identityId: await linkIdentity(api, team),
    sessionId: await plantSession(api, { accountId: team.account.id, userId: team.admin.id }),
  };
  for (const { idName } of Object.values(AGGREGATES))
    ids[idName] ??= await makeFromExample(api, team.account.id, idName);
  const searches = {
    externalId: await giveExternalId(api, team),
    ids: team.admin.id,
    groupIds: group.id,
    userIds: team.admin.id,
    email: team.admin.email,
    emailPrefix: team.admin.email,
    namePrefix: group.name,
    subject: team.admin.id,
    actor: `user:${team.owner.id}`,
  };
  const { body } = await api.operator('GET', `${team.path}/users?limit=1`);
  const asks = {
    ...team.asks,
    manager: await api.as(manager),
    'api-key': askWith(api.url, apiKey.key),
  };
  // The first search of an account reads more than those that follow.
  await asks.owner('GET', `${SEARCH}?q=a`);
  return { team, asks, ids, searches, cursor: body.nextCursor as string };
}

async function linkIdentity({ operator }: RunningApi, { path, admin }: Tenancy['team']) {
  const identity = { issuer: 'https://login.example', subject: ulid() };
  return created<{ id: string }>(await operator('POST', `${path}/users/${admin.id}/identities`, identity)).id;
}

async function makeAccessRequest(api: RunningApi, accountId: string, serviceGroupId: string) {
  return (await askForAccess(api, { accountId, serviceGroupId })).id;
}

/** An API key with all scopes of an account's key. */
async function makeApiKey({ operator }: RunningApi, { path }: Tenancy['team']) {
  const input = { name: 'machine', scopes: ACCOUNT_SCOPES };
  return created<{ id: string; key: string }>(await operator('POST', `${path}/api-keys`, input));
}

async function giveExternalId({ operator }: RunningApi, { path, admin }: Tenancy['team']): Promise<string> {
  const externalId = `elsewhere-${admin.id}`;
  created(await operator('PATCH', `${path}/users/${admin.id}`, { externalId }));
  return externalId;
}

/** Uses an idempotency key that ours then cannot use. */
export async function useKey(ours: Tenancy, theirs: Tenancy): Promise<void> {
  for (const [{ team }, key] of [
    [ours, 'ours'],
    [theirs, 'theirs'],
  ] as const)
    for (const role of ['owner', 'operator'] as const)
      created(
        await team.asks[role](
          'POST',
          `${team.path}/service-groups`,
          { name: role },
          { 'idempotency-key': key },
        ),
      );
}

/** Requests about the other tenant that were sent before, verbatim and with the same key. */
function replayProbes({ team }: Tenancy): Probe[] {
  return (['owner', 'operator'] as const).map((role) => {
    const sent = (key: string): Sent => ({
      path: `${team.path}/service-groups`,
      body: { name: role },
      headers: { 'idempotency-key': key },
    });
    return {
      name: `post a service group as ${role} with another tenant's key and words`,
      role,
      method: 'post',
      foreign: sent('theirs'),
      missing: sent('unused'),
      otherAccount: false,
    };
  });
}

/** Removing a service group creates a job, whose id only the stream processor learns. */
async function makeJob(
  api: RunningApi,
  client: DynamoDBClient,
  { account, path }: Tenancy['team'],
): Promise<string> {
  const group = await createServiceGroup(api, account.id);
  await api.operator('DELETE', `${path}/service-groups/${group.id}`);
  const { Items = [] } = await client.send(
    new ScanCommand({
      TableName: api.configuration.table.name,
      ConsistentRead: true,
      FilterExpression: 'entity = :job AND accountId = :account',
      ExpressionAttributeValues: { ':job': { S: 'job' }, ':account': { S: account.id } },
    }),
  );
  const [job] = Items;
  if (!job?.['jobId']?.S) throw new Error('The removal of a service group has left no job.');
  return job['jobId'].S;
}

/** Posts the document's example to the list of its kind; of a kind of which an account has one, it is put. */
export async function makeFromExample(
  { operator }: RunningApi,
  accountId: string,
  idName: string,
): Promise<string> {
  const { paths } = openApiDocument();
  const end = `/{${idName}}`;
  const item = Object.keys(paths).find((path) => path.endsWith(end) && !path.startsWith('/scim'));
  const kind = AGGREGATE_KINDS.find((each) => AGGREGATES[each].idName === idName);
  const path = item?.slice(0, -end.length) ?? `/v1/accounts/{accountId}/${kind}`;
  const method = item === undefined ? 'put' : 'post';
  const example = paths[path]?.[method]?.requestBody?.content['application/json']?.example;
  const answer = await operator(method.toUpperCase(), path.replace('{accountId}', accountId), example);
  return created<{ id: string }>(answer).id;
}

export interface Probe {
  name: string;
  role: Role;
  method: string;
  /** The same request twice: for another tenant's things, and for things that do not exist. */
  foreign: Sent;
  missing: Sent;
  /** Whether the path names the other account, or only something in it. */
  otherAccount: boolean;
}

export interface Sent {
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

const PREFIXES: Record<string, string> = {
  ...Object.fromEntries(AGGREGATE_KINDS.map((kind) => [AGGREGATES[kind].idName, ID_PREFIXES[kind]])),
  jobId: 'job',
  sessionId: 'sess',
};

/** Path values that belong to nobody. */
export const COMMON_NAMES: Record<string, string> = {
  schemaId: 'urn:ietf:params:scim:schemas:core:2.0:User',
  resourceTypeName: 'User',
  kind: 'users',
  exported: 'users',
  // The first leaf of a log.
  level: '0',
  path: '000.p/1',
  batch: '0',
  operatorId: 'ops',
};

export function inventedIds(): Record<string, string> {
  const ids = Object.fromEntries(
    Object.entries(PREFIXES).map(([name, prefix]) => [name, `${prefix}_${ulid()}`]),
  );
  return {
    ...ids,
    eventId: `user_${ulid()}.1`,
    correlationId: `req_${ulid()}`,
    identityId: `idty_${'0'.repeat(26)}`,
  };
}

/** All probes, from the document. */
export function probesOf(ours: Tenancy, theirs: Tenancy): Probe[] {
  const probes = Object.entries(openApiDocument().paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const template = path.replace(/\{(kind|exported)\}$/, 'users');
      const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
      const bodyIds = idsIn(operation.requestBody?.content['application/json']?.example);
      if (path === SEARCH) return searchProbes(theirs);
      if (names.length === 0 && bodyIds.length === 0) return [];
      return probesOfRoute(template, method, operation, names, ours, theirs);
    }),
  );
  return [...probes, ...replayProbes(ours), ...positionProbes(theirs)];
}

/** The search takes any id, and an operator's is of any account. */
function searchProbes({ ids, team }: Tenancy): Probe[] {
  // An account's own log is looked into around the time in the id: of the same time, it costs the same.
  const { correlationId: time = '' } = ids;
  const nobodysRequest = `${time.slice(0, 'req_'.length + 10)}${ulid().slice(10)}`;
  const invented: Record<string, string> = { ...inventedIds(), correlationId: nobodysRequest };
  const unknown = unknownLike(team.admin.email);
  const asked = Object.keys(invented).map((name) => [name, ids[name] ?? '', invented[name] ?? ''] as const);
  const sent = (values: Record<string, string>): Sent => ({
    path: `${SEARCH}?${new URLSearchParams(values).toString()}`,
  });
  return ROLES.filter((role) => role !== 'operator').flatMap((role) => [
    ...[...asked, ['email', team.admin.email, unknown] as const].map(([name, theirs, nobodys]) => ({
      name: `get ${SEARCH} as ${role} for another tenant's ${name}`,
      role,
      method: 'get',
      foreign: sent({ q: theirs }),
      missing: sent({ q: nobodys }),
      otherAccount: false,
    })),
    {
      name: `get ${SEARCH} as ${role} in another tenant's account`,
      role,
      method: 'get',
      foreign: sent({ q: 'a', accountId: ids['accountId'] ?? '' }),
      missing: sent({ q: 'a', accountId: invented['accountId'] ?? '' }),
      otherAccount: false,
    },
  ]);
}

/** A read that is to be at least as new as a write of another tenant. */
function positionProbes({ ids }: Tenancy): Probe[] {
  const after = (subject = ''): Sent => ({
    path: `${SEARCH}?q=a`,
    headers: { 'rollbook-at-least': `${subject}.99` },
  });
  const invented = inventedIds();
  return ROLES.filter((role) => role !== 'operator').flatMap((role) =>
    ['user', 'account'].map((kind) => ({
      name: `get ${SEARCH} as ${role} after a write of another tenant's ${kind}`,
      role,
      method: 'get',
      foreign: after(ids[`${kind}Id`]),
      missing: after(invented[`${kind}Id`]),
      otherAccount: false,
    })),
  );
}

function probesOfRoute(
  template: string,
  method: string,
  operation: OpenApiOperation,
  names: readonly string[],
  ours: Tenancy,
  theirs: Tenancy,
): Probe[] {
  const invented = inventedIds();
  const fill = (ids: Record<string, string>) => filled(template, ids);
  const example = operation.requestBody?.content['application/json']?.example;
  const body = (ids: Record<string, string>) =>
    example === undefined ? {} : { body: withIds(example, ids) };
  const variants: (Pick<Probe, 'foreign' | 'missing' | 'otherAccount'> & {
    what: string;
    operatorsChoice?: boolean;
  })[] = [];
  const pair = (what: string, foreign: Sent, missing: Sent, otherAccount: boolean) =>
    variants.push({ what, foreign, missing, otherAccount });
  const past = `?asOf=${new Date().toISOString()}`;
  const hasPast = operation.parameters.some(({ name }) => name === 'asOf');
  if (names.includes('accountId')) {
    const sent = (ids: Record<string, string>) => ({ path: fill(ids), ...body(ids) });
    pair("another tenant's account", sent(theirs.ids), sent(invented), true);
    if (hasPast)
      pair(
        "another tenant's account in the past",
        { path: fill(theirs.ids) + past },
        { path: fill(invented) + past },
        true,
      );
    const versioned = { headers: { 'if-match': '"1"' } };
    pair(
      "another tenant's ETag",
      { ...sent(theirs.ids), ...versioned },
      { ...sent(invented), ...versioned },
      true,
    );
    if (operation.parameters.some(({ name }) => name === 'Idempotency-Key')) {
      const key = { headers: { 'idempotency-key': 'theirs' } };
      pair("another tenant's key", { ...sent(theirs.ids), ...key }, { ...sent(invented), ...key }, true);
    }
    if (operation.parameters.some(({ name }) => name === 'cursor')) {
      const own = fill(ours.ids);
      const unknown = theirs.cursor.replace(/^.{8}/, 'AAAAAAAA');
      pair(
        "another tenant's cursor",
        { path: `${own}?cursor=${theirs.cursor}` },
        { path: `${own}?cursor=${unknown}` },
        false,
      );
    }
  }
  for (const name of names.filter((each) => each !== 'accountId' && !COMMON_NAMES[each])) {
    const sent = (ids: Record<string, string>) => {
      const mixed = { ...ours.ids, [name]: ids[name] ?? '' };
      return { path: fill(mixed), ...body(mixed) };
    };
    pair(`another tenant's ${name}`, sent(theirs.ids), sent(invented), false);
    const before = (ids: Record<string, string>) => ({ path: sent(ids).path + past });
    if (hasPast) pair(`another tenant's ${name} in the past`, before(theirs.ids), before(invented), false);
  }
  for (const { name } of operation.parameters.filter(({ name }) => Object.hasOwn(theirs.searches, name))) {
    const sent = (value: string) => ({ path: `${fill(ours.ids)}?${name}=${encodeURIComponent(value)}` });
    // Not an operator's search among all accounts.
    if (names.includes('accountId'))
      pair(
        `a search for another tenant's ${name}`,
        sent(theirs.searches[name] ?? ''),
        sent(unknownLike(theirs.searches[name])),
        false,
      );
  }
  for (const name of idsIn(example)) {
    // What is left to a job is answered before it is known whether there is such a thing.
    const tried = operation.responses['202'] ? '?dryRun=true' : '';
    const sent = (ids: Record<string, string>) => ({
      path: fill(ours.ids) + tried,
      body: withIds(example, { ...ours.ids, [name]: ids[name] ?? '' }),
    });
    pair(`a body with another tenant's ${name}`, sent(theirs.ids), sent(invented), false);
    if (name === 'accountId') variants.at(-1)!.operatorsChoice = true;
  }
  if (names.length === 0) {
    const sent = (ids: Record<string, string>) => ({ path: template, ...body(ids) });
    pair("a body of another tenant's ids only", sent(theirs.ids), sent(invented), false);
    variants.at(-1)!.operatorsChoice = true;
  }
  return ROLES.flatMap((role) =>
    variants
      // An operator may choose any account: for operators only things within an account can belong to another.
      .filter(
        ({ otherAccount, operatorsChoice }) => role !== 'operator' || !(otherAccount || operatorsChoice),
      )
      .map(({ what, ...variant }) => ({
        name: `${method} ${template} as ${role} with ${what}`,
        role,
        method,
        ...variant,
      })),
  );
}

export function filled(template: string, ids: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => COMMON_NAMES[name] ?? ids[name] ?? '');
}

/** Ids that nobody has, in the form of real ones. */
function unknownLike(value = ''): string {
  return value.replace(/[0-9A-Z]{26}$/, ulid()).replace(/^person-\d+|^group-\d+/, 'nobody-0');
}

/** The kinds of ids in a body. */
function idsIn(example: unknown): string[] {
  const text = JSON.stringify(example ?? null);
  return Object.keys(PREFIXES).filter((name) => text.includes(`"${PREFIXES[name]}_`));
}

export function withIds(example: unknown, ids: Record<string, string>): unknown {
  let text = JSON.stringify(example);
  for (const [name, prefix] of Object.entries(PREFIXES))
    text = text.replace(new RegExp(`"${prefix}_[0-9A-Z]{26}"`, 'g'), JSON.stringify(ids[name]));
  return JSON.parse(text);
}
