import { createHash } from 'node:crypto';
import { ScanCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ulid } from 'ulid';
import { costOf, type Answer, type Ask, type RunningApi } from './api.js';
import { openApiDocument, type OpenApiOperation } from './contract.js';
import { created, createServiceGroup, createTeam } from './people.js';

/**
 * Every route × every role × another tenant's things, beside the same request for things that do not exist. The routes
 * come from the OpenAPI document, so that a new one is in here without anyone remembering.
 */

export type Role = 'operator' | 'owner' | 'admin' | 'member';

export interface Tenancy {
  team: Awaited<ReturnType<typeof createTeam>>;
  ids: Record<string, string>;
  /** Of its own list of users. */
  cursor: string;
}

/** An account with people, a service group with a member, a history, and a job. */
export async function createTenancy(api: RunningApi, client: DynamoDBClient): Promise<Tenancy> {
  const team = await createTeam(api);
  const group = await createServiceGroup(api, team.account.id);
  await api.operator('PUT', `${team.path}/service-groups/${group.id}/members/${team.admin.id}`);
  const ids = {
    accountId: team.account.id,
    userId: team.admin.id,
    serviceGroupId: group.id,
    eventId: `${team.admin.id}.1`,
    jobId: await makeJob(api, client, team),
    apiKeyId: await makeApiKey(api, team),
    webhookEndpointId: await makeWebhookEndpoint(api, team),
  };
  const { body } = await api.operator('GET', `${team.path}/users?limit=1`);
  return { team, ids, cursor: body.nextCursor as string };
}

async function makeApiKey({ operator }: RunningApi, { path }: Tenancy['team']): Promise<string> {
  const input = { name: 'machine', scopes: ['users:read'] };
  return created<{ id: string }>(await operator('POST', `${path}/api-keys`, input)).id;
}

/** Removing a service group leaves a job, whose id only the stream processor is told. */
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
      FilterExpression: 'entity = :job AND accountId = :account',
      ExpressionAttributeValues: { ':job': { S: 'job' }, ':account': { S: account.id } },
    }),
  );
  const [job] = Items;
  if (!job?.['jobId']?.S) throw new Error('The removal of a service group has left no job.');
  return job['jobId'].S;
}

async function makeWebhookEndpoint({ operator }: RunningApi, { path }: Tenancy['team']): Promise<string> {
  const input = { url: 'https://hooks.acme.example/' };
  return created<{ id: string }>(await operator('POST', `${path}/webhook-endpoints`, input)).id;
}

export interface Probe {
  name: string;
  role: Role;
  method: string;
  /** The same request twice: for another tenant's things, and for things that do not exist. */
  foreign: Sent;
  missing: Sent;
  /** Whether the path names the other account; else only what is in it. */
  otherAccount: boolean;
}

interface Sent {
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

const PREFIXES: Record<string, string> = {
  accountId: 'acct',
  userId: 'user',
  serviceGroupId: 'sgrp',
  jobId: 'job',
  apiKeyId: 'akey',
  webhookEndpointId: 'whep',
};

function inventedIds(): Record<string, string> {
  const ids = Object.fromEntries(
    Object.entries(PREFIXES).map(([name, prefix]) => [name, `${prefix}_${ulid()}`]),
  );
  return { ...ids, eventId: `user_${ulid()}.1` };
}

/** All probes, from the document. */
export function probesOf(ours: Tenancy, theirs: Tenancy): Probe[] {
  return Object.entries(openApiDocument().paths).flatMap(([template, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
      const bodyIds = idsIn(operation.requestBody?.content['application/json']?.example);
      if (names.length === 0 && bodyIds.length === 0) return [];
      return probesOfRoute(template, method, operation, names, ours, theirs);
    }),
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
  const fill = (ids: Record<string, string>) =>
    template.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');
  const example = operation.requestBody?.content['application/json']?.example;
  const body = (ids: Record<string, string>) =>
    example === undefined ? {} : { body: withIds(example, ids) };
  const variants: (Pick<Probe, 'foreign' | 'missing' | 'otherAccount'> & {
    what: string;
    operatorsChoice?: boolean;
  })[] = [];
  const pair = (what: string, foreign: Sent, missing: Sent, otherAccount: boolean) =>
    variants.push({ what, foreign, missing, otherAccount });
  if (names.includes('accountId')) {
    const sent = (ids: Record<string, string>) => ({ path: fill(ids), ...body(ids) });
    pair("another tenant's account", sent(theirs.ids), sent(invented), true);
    const versioned = { headers: { 'if-match': '"1"' } };
    pair(
      "another tenant's ETag",
      { ...sent(theirs.ids), ...versioned },
      { ...sent(invented), ...versioned },
      true,
    );
    if (method === 'post') {
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
  for (const name of names.filter((each) => each !== 'accountId')) {
    const sent = (ids: Record<string, string>) => {
      const mixed = { ...ours.ids, [name]: ids[name] ?? '' };
      return { path: fill(mixed), ...body(mixed) };
    };
    pair(`another tenant's ${name}`, sent(theirs.ids), sent(invented), false);
  }
  for (const name of idsIn(example)) {
    const sent = (ids: Record<string, string>) => ({
      path: fill(ours.ids),
      body: withIds(example, { ...ours.ids, [name]: ids[name] ?? '' }),
    });
    pair(`a body with another tenant's ${name}`, sent(theirs.ids), sent(invented), false);
    if (name === 'accountId') variants.at(-1)!.operatorsChoice = true;
  }
  const roles: Role[] = ['operator', 'owner', 'admin', 'member'];
  return roles.flatMap((role) =>
    variants
      // An operator may choose any account: for it only what is inside one can be another's.
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

/** Which kinds of ids a body mentions. */
function idsIn(example: unknown): string[] {
  const text = JSON.stringify(example ?? null);
  return Object.keys(PREFIXES).filter((name) => text.includes(`"${PREFIXES[name]}_`));
}

function withIds(example: unknown, ids: Record<string, string>): unknown {
  let text = JSON.stringify(example);
  for (const [name, prefix] of Object.entries(PREFIXES))
    text = text.replace(new RegExp(`"${prefix}_[0-9A-Z]{26}"`, 'g'), JSON.stringify(ids[name]));
  return JSON.parse(text);
}

/** What a caller can tell apart: everything but names of this very request, and times. */
export function visible(answer: Answer) {
  const {
    instance: _instance,
    requestId: _requestId,
    ...body
  } = (answer.body ?? {}) as Record<string, unknown>;
  const headers = Object.fromEntries(answer.headers);
  for (const name of ['x-request-id', 'server-timing', 'date', 'content-length', 'ratelimit'])
    delete headers[name];
  return { status: answer.status, body, headers, calls: costOf(answer).calls };
}

/** An answer that is no refusal may still say nothing: no to a question, nothing found. */
export function saysNothing(answer: { body: object }, { ids }: Tenancy): boolean {
  const text = JSON.stringify(answer.body);
  return !text.includes('true') && Object.values(ids).every((id) => !text.includes(id));
}

export async function send(ask: Ask, method: string, { path, body, headers }: Sent): Promise<Answer> {
  return ask(method.toUpperCase(), path, body, headers);
}

/** Changes when anything in the table does. */
export async function fingerprint(client: DynamoDBClient, table: string): Promise<string> {
  const items: string[] = [];
  let ExclusiveStartKey: Record<string, never> | undefined;
  do {
    const page = await client.send(
      new ScanCommand({ TableName: table, ConsistentRead: true, ExclusiveStartKey }),
    );
    for (const item of page.Items ?? []) items.push(JSON.stringify(inOrder(item)));
    ExclusiveStartKey = page.LastEvaluatedKey as Record<string, never> | undefined;
  } while (ExclusiveStartKey);
  return createHash('sha256').update(items.sort().join('\n')).digest('hex');
}

/** The engine gives the attributes of an item, and of maps in it, in another order each time. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, part]) => [key, inOrder(part)]);
}
