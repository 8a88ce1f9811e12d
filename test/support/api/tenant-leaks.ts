import { createHash } from 'node:crypto';
import {
  PutItemCommand,
  ScanCommand,
  type AttributeValue,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { unpackStored } from '#libs/directory';
import { ApiKeyUses } from '../../../apps/api/src/auth/api-keys/api-key-uses.js';
import { ApiKeyVerifier } from '../../../apps/api/src/auth/api-keys/api-key-verifier.js';
import { costOf, type Answer, type Ask, type RunningApi } from './api.js';
import { codeOf, openApiDocument } from '../contract.js';
import { filled, type Probe, type Sent, type Tenancy } from './tenant-matrix.js';
import { onWeakTable } from '../engines/engine.js';

/** What the answers of the tenant matrix reveal. */

export interface Leak {
  probe: string;
  what: string;
  /** Whether it is the other tenant's data, and not only a wrong answer. */
  ofTheirs: boolean;
}

export async function all(leaks: AsyncGenerator<Leak>): Promise<Leak[]> {
  const found: Leak[] = [];
  for await (const leak of leaks) found.push(leak);
  return found;
}

/** Sends probes, and reports what each reveals. */
export async function* leaksOf(
  probes: readonly Probe[],
  ours: Tenancy,
  theirs: Tenancy,
): AsyncGenerator<Leak> {
  for (const probe of probes) {
    const ask = ours.asks[probe.role];
    const foreign = visible(await send(ask, probe.method, probe.foreign), probe.foreign);
    const missing = visible(await send(ask, probe.method, probe.missing), probe.missing);
    const code = codeOf(foreign.body);
    const quiet = saysNothing(foreign, theirs);
    const hidden = probe.otherAccount
      ? code === 'account_not_found'
      : foreign.status >= 400 || (quiet && !saysYes(foreign));
    const leak = (what: string): Leak => ({ probe: probe.name, what, ofTheirs: !quiet });
    if (!hidden) yield leak(`${foreign.status} ${String(code)}`);
    else if (JSON.stringify(foreign) !== JSON.stringify(missing))
      yield leak(`${JSON.stringify(foreign)} is not ${JSON.stringify(missing)}`);
  }
}

/** Removes from comparisons the time when keys were last used, and when they are read again. */
export function holdKeys({ app }: RunningApi): void {
  const at = Date.now();
  Reflect.set(app.get(ApiKeyVerifier), 'now', () => at);
  Reflect.set(app.get(ApiKeyUses), 'note', () => undefined);
}

/** What a caller can distinguish: everything but the ids of this very request, ids in its own body, and times. */
function visible(answer: Answer, { body: sent }: Sent) {
  const told = typeof answer.body === 'string' ? { text: answer.body } : (answer.body ?? {});
  const { instance: _instance, ...body } = withoutSentIds(withoutRequestIds(told), sent);
  const headers = Object.fromEntries(answer.headers);
  for (const name of ['x-request-id', 'server-timing', 'date', 'content-length', 'ratelimit'])
    delete headers[name];
  // Of the body, and so of what was left out of it.
  headers['etag'] = headers['etag']?.replace(/[\w-]{16}"$/, '"') ?? '';
  const { calls, ...units } = costOf(answer);
  return { status: answer.status, body, headers, cost: onWeakTable() ? units : { calls, ...units } };
}

/** In SCIM's errors they are deeply nested. A page of a feed says when it was read, and up to when all feeds are complete. */
function withoutRequestIds(body: unknown): Record<string, unknown> {
  const own = ['requestId', 'resumeFrom', 'readAt', 'completeTo'];
  const text = JSON.stringify(body, (name, value: unknown) => (own.includes(name) ? undefined : value));
  return JSON.parse(text) as Record<string, unknown>;
}

/** A batch reports each row with the ids that it was sent. */
function withoutSentIds(body: Record<string, unknown>, sent: unknown): Record<string, unknown> {
  const ids = JSON.stringify(sent ?? null).match(/[a-z]{4}_[0-9A-Z]{26}/g) ?? [];
  const text = ids.reduce((rest, id) => rest.replaceAll(id, 'sent'), JSON.stringify(body));
  return JSON.parse(text) as Record<string, unknown>;
}

/** Whether an answer contains nothing of a tenancy. */
function saysNothing(answer: { body: object }, { ids }: Tenancy): boolean {
  const { entry } = answer.body as { entry?: unknown };
  // The entry of a log is in base64.
  const decoded = typeof entry === 'string' ? Buffer.from(entry, 'base64').toString() : '';
  const text = JSON.stringify(answer.body) + decoded;
  return Object.values(ids).every((id) => !text.includes(id));
}

/** An answer that is not an error may still be negative: a denial, an empty result, or a feed that has nothing more. */
function saysYes({ body }: { body: object }): boolean {
  return JSON.stringify({ ...body, dryRun: undefined, upToDate: undefined }).includes('true');
}

async function send(ask: Ask, method: string, { path, body, headers }: Sent): Promise<Answer> {
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
    for (const item of page.Items ?? [])
      if (!METERED.has(item['entity']?.S ?? '')) items.push(JSON.stringify(inOrder(item)));
    ExclusiveStartKey = page.LastEvaluatedKey as Record<string, never> | undefined;
  } while (ExclusiveStartKey);
  return createHash('sha256').update(items.sort().join('\n')).digest('hex');
}

/** The API writes in the background what its accounts used, who was here, and which requests of identity providers were refused. */
const METERED = new Set(['metered-usage', 'stored-bytes', 'scim-refusals', 'last-seen']);

/** The engine returns the attributes of an item, and of maps in it, in a different order each time. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, part]) => [key, inOrder(part)]);
}

/** Marks data nobody may see, in items of another tenant. */
export const PLANTED = 'Planted by another tenant';
/** Where names are not shown. */
const PLANTED_END = '2999-12-31T00:00:00.000Z';

/**
 * Puts a membership of another tenant, and one of their managers, in the place of ours, which no request of theirs could do: whatever went wrong before,
 * an item of another tenant must be absent.
 */
export async function plantMemberships(
  client: DynamoDBClient,
  table: string,
  ours: Tenancy,
  theirs: Tenancy,
): Promise<void> {
  const { Items = [] } = await client.send(
    new ScanCommand({
      TableName: table,
      FilterExpression: 'entity = :entity AND accountId = :account',
      ExpressionAttributeValues: {
        ':entity': { S: 'membership' },
        ':account': { S: theirs.ids['accountId'] as string },
      },
    }),
  );
  const [theirsItem] = Items;
  if (!theirsItem) throw new Error('The other tenant has no membership.');
  const { member } = ours.team;
  const text = (value: string) => ({ S: value });
  const [user, group] = [`user:${member.id}`, `servicegroup:${ours.ids['serviceGroupId']}`];
  const Item: Record<string, AttributeValue> = {
    ...unpackStored(theirsItem),
    PK: text(user),
    SK: text(group),
    GSI1PK: text(group),
    GSI1SK: text(user),
    userId: text(member.id),
    serviceGroupId: text(ours.ids['serviceGroupId'] as string),
    userName: text(PLANTED),
    serviceGroupName: text(PLANTED),
    endsAt: text(PLANTED_END),
  };
  const { GSI1PK: _group, GSI1SK: _user, ...outside } = Item;
  const managed = {
    ...outside,
    SK: text(`managed-${group}`),
    entity: text('managed-service-group'),
    createdAt: Item['since'] ?? text(''),
  };
  for (const item of [Item, managed]) await client.send(new PutItemCommand({ TableName: table, Item: item }));
}

/** Everything that can be read in an account, now and at this time in the past, by one of its users. */
export function readPathsOf(ours: Tenancy, userId: string): string[] {
  const ids = { ...ours.ids, userId };
  const past = new Date().toISOString();
  return Object.entries(openApiDocument().paths).flatMap(([template, { get }]) => {
    if (!get || !template.includes('{accountId}')) return [];
    const path = filled(template, ids);
    const hasPast = get.parameters.some(({ name }) => name === 'asOf');
    if (path.endsWith('/diff')) return [`${path}?from=2026-01-01T00:00:00Z`];
    const forms = (get.parameters.find(({ name }) => name === 'form')?.schema['enum'] ?? []) as string[];
    const others = [...(hasPast ? [`asOf=${past}`] : []), ...forms.map((form) => `form=${form}`)];
    return [path, ...others.map((query) => `${path}?${query}`)];
  });
}

/** Which of our own lists and resources show the planted data. */
export async function* plantsSeen(readPaths: readonly string[], ours: Tenancy): AsyncGenerator<Leak> {
  for (const path of readPaths) {
    const { status, body } = await ours.asks.owner('GET', path);
    const shown = JSON.stringify(body);
    const seen = shown.includes(PLANTED) || shown.includes(PLANTED_END);
    if (seen) yield { probe: `get ${path}`, what: String(status), ofTheirs: true };
  }
}
