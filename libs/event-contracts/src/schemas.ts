import { EVENTS, schemaVersionOf, type EventType, type JsonSchema } from '#libs/domain';
import { dataSchemaOf } from './cloud-event.js';

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';

export function dataSchema(type: EventType): JsonSchema {
  const { summary, fields } = EVENTS[type];
  const published = Object.entries(fields).filter(([, { internal }]) => !internal);
  const required = published.filter(([, { optional }]) => !optional).map(([name]) => name);
  return {
    $schema: DRAFT,
    $id: dataSchemaOf(type, schemaVersionOf(type)),
    title: type,
    description: summary,
    type: 'object',
    properties: Object.fromEntries(published.map(([name, { schema }]) => [name, schema])),
    required: required.sort(),
  };
}

export const ENVELOPE_SCHEMA: JsonSchema = {
  $schema: DRAFT,
  $id: 'urn:rollbook:cloudevent:1',
  title: 'A published event',
  description: 'CloudEvents 1.0 in JSON: the detail of an EventBridge event.',
  type: 'object',
  properties: {
    specversion: { const: '1.0' },
    id: { type: 'string', description: 'The same each time the event is delivered: de-duplicate by it.' },
    source: { const: 'rollbook' },
    type: { type: 'string', description: 'What happened; the detail-type of the EventBridge event.' },
    subject: {
      type: 'string',
      description: 'The account, user, service group, API key or webhook endpoint it is about.',
    },
    time: { type: 'string', format: 'date-time' },
    datacontenttype: { const: 'application/json' },
    dataschema: { type: 'string', description: 'The $id of the JSON Schema of data.' },
    accountid: { type: 'string', pattern: '^acct_', description: 'The id of the account.' },
    sequence: {
      type: 'string',
      pattern: '^[0-9]{12}$',
      description:
        'The number of the event within its subject: 1, 2, 3 … without gaps. Padded, so that it also sorts as text.',
    },
    actor: {
      type: 'string',
      description: 'Who made the change: operator:…, user:…, api-key:… or system:….',
    },
    correlationid: { type: 'string', description: 'Shared by everything that one request caused.' },
    causationid: { type: 'string', description: 'The command or event that caused this one.' },
    erased: {
      const: true,
      description:
        'Present if the event is sent after the personal data of its user was erased: names and emails are then placeholders.',
    },
    traceparent: {
      type: 'string',
      pattern: '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$',
      description: 'The trace and span of the request that caused it (W3C Trace Context). Optional.',
    },
    data: {
      type: 'object',
      description: 'As described by dataschema. Absent if the event was too large for the bus.',
    },
    dataref: {
      type: 'string',
      description: 'If data is absent: the path of the event, relative to the API.',
    },
  },
  required: [
    'specversion',
    'id',
    'source',
    'type',
    'subject',
    'time',
    'datacontenttype',
    'dataschema',
    'accountid',
    'sequence',
    'actor',
    'correlationid',
    'causationid',
  ],
};
