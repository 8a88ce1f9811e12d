import { AGGREGATES, schemaVersionOf, type EventType, type JsonSchema } from '#libs/domain';
import type { CommittedEvent } from './cloud-event.js';
import { dataSchema } from './schemas.js';

const ULID = '01JNP5ZV4M3R6T8W0Y2A4C6E8G';
const ACCOUNT_ID = `acct_${ULID}`;
const AT = '2026-03-03T10:00:00.000Z';
const NAMES: Readonly<Record<string, string>> = {
  account: 'Acme',
  user: 'Ada Lovelace',
  service_group: 'prod',
  api_key: 'Nightly import',
};
const TEXTS: Readonly<Record<string, string>> = {
  userName: 'Ada Lovelace',
  serviceGroupName: 'prod',
  url: 'https://acme.example/hooks',
  issuer: 'https://login.acme.example',
};

/** An event of a type as it could have been committed, with all that its schema requires. */
export function committedExample(type: EventType): CommittedEvent {
  const data = exampleOf(dataSchema(type), { ...TEXTS, name: NAMES[type.split('.', 1)[0]!] ?? '' });
  // A membership belongs to its user, who comes first.
  const idName = Object.values(AGGREGATES).find((each) => each.idName in (data as object))?.idName;
  const aggregateId = idName ? (data as Record<string, string>)[idName]! : ACCOUNT_ID;
  return {
    eventId: `${aggregateId}.7`,
    type,
    schemaVersion: schemaVersionOf(type),
    accountId: ACCOUNT_ID,
    aggregateId,
    version: 7,
    at: AT,
    actor: `user:user_${ULID}`,
    correlationId: `req_${ULID}`,
    causationId: `cmd_${ULID}`,
    data: data as object,
  };
}

function exampleOf(schema: JsonSchema, texts: Readonly<Record<string, string>>, property = ''): unknown {
  const { type, format, pattern, enum: values, anyOf, minimum = 1, properties = {}, required = [] } = schema;
  if (values) return values[0];
  if (anyOf) return exampleOf(anyOf[0]!, texts);
  if (pattern !== undefined) return `${pattern.slice(1)}${ULID}`;
  if (format !== undefined) return format === 'email' ? 'ada@example.com' : AT;
  if (type === 'object')
    return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name]!, texts, name)]));
  if (type === 'array') return [];
  if (type === 'boolean') return true;
  return type === 'integer' ? minimum : (texts[property] ?? 'text');
}
