import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Ajv } from 'ajv';
import { CloudEvent } from 'cloudevents';
import { compileEventPattern } from '../../../apps/local/src/bus/events/event-pattern.js';
import {
  committedExample,
  contractDocuments,
  dataSchema,
  ENVELOPE_SCHEMA,
  EVENT_TYPES,
  incompatibilities,
  PATTERN_EXAMPLES,
  toPublishedEvent,
  toPublishedReference,
  type CommittedEvent,
  type EventData,
  type EventType,
  type JsonSchema,
} from './index.js';

const folder = fileURLToPath(new URL('..', import.meta.url));

const user = { userId: 'user_1', name: 'Ada', email: 'ada@example.com' } as const;
/** Those that the examples of patterns tell apart. */
const TOLD_APART: Partial<EventData> = {
  'user.created': { ...user, role: 'owner' },
  'user.invited': { ...user, role: 'member' },
  'user.role_changed': { ...user, role: 'admin', previousRole: 'member' },
};

function committed(type: EventType): CommittedEvent {
  const example = committedExample(type);
  return { ...example, data: TOLD_APART[type] ?? example.data };
}

const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
addFormats.default(ajv);
const validateEnvelope = ajv.compile(ENVELOPE_SCHEMA);

describe.each(EVENT_TYPES)('%s', (type) => {
  const validate = ajv.compile(dataSchema(type));
  const example = committed(type).data;

  test('its example is valid, and without any one property it is not', () => {
    expect(validate(example)).toBe(true);
    for (const name of Object.keys(example)) {
      const { [name]: _, ...rest } = example as unknown as Record<string, unknown>;
      expect(validate(rest)).toBe(false);
    }
  });

  const { properties = {}, required = [] } = dataSchema(type);
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  test('what need not be there may be there', () => {
    const valueOf = ({ type, enum: values, format }: JsonSchema = {}) =>
      type === 'object'
        ? {}
        : type === 'integer'
          ? 60
          : (values?.[0] ?? (format === 'date-time' ? '2026-03-03T12:00:00.000Z' : 'given'));
    const given = optional.map((name) => [name, valueOf(properties[name])]);
    expect(validate({ ...example, ...Object.fromEntries(given) })).toBe(true);
    const wrong = (name: string) => (properties[name]?.type === 'integer' ? 'x' : 7);
    for (const name of optional) expect(validate({ ...example, [name]: wrong(name) })).toBe(false);
  });

  test('subscribers must accept properties they do not know', () => {
    expect(validate({ ...example, new: true })).toBe(true);
  });

  test('its envelope is a CloudEvent, by the CloudEvents package and by our schema', () => {
    const published = toPublishedEvent(committed(type));
    expect(new CloudEvent(published as never, true).validate()).toBe(true);
    expect(validateEnvelope(published)).toBe(true);
    expect(published.dataschema).toBe(dataSchema(type).$id);
    expect(validateEnvelope(toPublishedReference(committed(type)))).toBe(true);
  });
});

test('the written documents are up to date: run `npm run contracts` after a change', () => {
  for (const [file, content] of contractDocuments())
    expect(readFileSync(`${folder}/${file}`, 'utf8')).toBe(content);
});

test('the AsyncAPI document is valid by the schema of AsyncAPI 3', () => {
  const require = createRequire(import.meta.url);
  const schema = require('@asyncapi/specs/schemas/3.0.0-without-$id.json') as object;
  const draft7 = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  const validate = draft7.compile(schema);
  const document = JSON.parse(contractDocuments().get('asyncapi.json') ?? '{}') as Record<string, unknown>;
  expect(validate(document) ? [] : validate.errors).toEqual([]);
  expect(validate({ ...document, channels: { x: { messages: 5 } } })).toBe(false);
});

describe('compatibility with what was released', () => {
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as JsonSchema;
  const released = readdirSync(`${folder}/released`);

  test.each(released)('%s still holds for subscribers', (file) => {
    const current = contractDocuments().get(`schemas/${file}`);
    const schema = current === undefined ? undefined : (JSON.parse(current) as JsonSchema);
    expect(incompatibilities(read(`${folder}/released/${file}`), schema)).toEqual([]);
  });

  const before = dataSchema('user.role_changed');
  const changed = (change: (schema: JsonSchema) => void) => {
    const schema: JsonSchema = structuredClone(before);
    change(schema);
    return incompatibilities(before, schema);
  };

  test.each<[string, (schema: JsonSchema) => void]>([
    ['a property is gone', (schema) => delete schema.properties?.['previousRole']],
    ['a property is no longer always present', (schema) => (schema.required = schema.required?.slice(1))],
    ['a property has another type', (schema) => (schema.properties!['name'] = { type: 'integer' })],
    ['a property has another format', (schema) => (schema.properties!['email'] = { type: 'string' })],
    [
      'a value is possible that was not',
      (schema) => (schema.properties!['role'] = { enum: ['owner', 'guest'] }),
    ],
    ['a list of values is open now', (schema) => (schema.properties!['role'] = { type: 'string' })],
    ['the id is another', (schema) => (schema.$id = 'urn:other')],
  ])('breaks when %s', (_, change) => expect(changed(change)).not.toEqual([]));

  test.each<[string, (schema: JsonSchema) => void]>([
    ['a property is added', (schema) => (schema.properties!['new'] = { type: 'string' })],
    [
      'an added property is always there',
      (schema) => (schema.required = [...(schema.required ?? []), 'new']),
    ],
    ['a description changes', (schema) => (schema.description = 'Other words.')],
    ['a value is no longer used', (schema) => (schema.properties!['role'] = { enum: ['owner'] })],
  ])('holds when %s', (_, change) => expect(changed(change)).toEqual([]));

  test('breaks when a whole type is gone', () =>
    expect(incompatibilities(before, undefined)).not.toEqual([]));
});

test('each pattern example picks the events it is for, and no others', () => {
  const envelope = (type: EventType, change: object = {}) => ({
    source: 'rollbook',
    'detail-type': type,
    detail: { ...toPublishedEvent(committed(type)), ...change },
  });
  const picked = Object.fromEntries(
    PATTERN_EXAMPLES.map(({ need, pattern }) => {
      const matches = compileEventPattern(JSON.stringify(pattern));
      return [need, EVENT_TYPES.filter((type) => matches(envelope(type)))];
    }),
  );
  expect(picked['everything']).toEqual(EVENT_TYPES);
  expect(picked['everything of one account']).toEqual([]);
  expect(picked['everything about users']).toEqual(EVENT_TYPES.filter((type) => type.startsWith('user.')));
  expect(picked['users who became owner']).toEqual(['user.created']);
  expect(picked['who may enter which service group']).toHaveLength(9);
  expect(picked['everything needed to greet new colleagues from one domain']).toEqual(['user.created']);
  expect(picked['changes by people, not by the platform itself']).toEqual(EVENT_TYPES);
  expect(picked['events too large for the bus']).toEqual([]);
});
