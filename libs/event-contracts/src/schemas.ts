import { dataSchemaOf } from './cloud-event.js';
import type { EventType } from './event-data.js';
import { id, type Contract, type JsonSchema } from './json-schema.js';
import { WEBHOOK_CONTRACTS } from './webhook-contracts.js';

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';

const name = { type: 'string', description: 'The name after the change.' };
const previousName = { type: 'string', description: 'The name before the change.' };
const email = (description: string): JsonSchema => ({ type: 'string', format: 'email', description });
const role = (description: string): JsonSchema => ({ enum: ['owner', 'admin', 'member'], description });

const user = { userId: id('user', 'user'), name, email: email('The email address after the change.') };
const userWithRole = { ...user, role: role('The role after the change.') };
const externalId: JsonSchema = {
  type: 'string',
  description: 'The id that another system gave. Absent when none.',
};
const metadata: JsonSchema = {
  type: 'object',
  description: 'What another system keeps here. Absent when nothing.',
};
const GIVEN = { externalId, metadata };
const GIVEN_NAMES = ['externalId', 'metadata'] as const;
const changedDetails = {
  externalId: { type: ['string', 'null'], description: 'The id that another system gave, after the change.' },
  previousExternalId: { type: ['string', 'null'], description: 'The same before the change.' },
  metadata: { type: 'object', description: 'What another system keeps here, whole, after the change.' },
  previousMetadata: { type: 'object', description: 'The same before the change.' },
} satisfies Record<string, JsonSchema>;
const limits = (description: string): JsonSchema => {
  const most = (what: string) => ({ type: 'integer', minimum: 0, description: `The most ${what}.` });
  const properties = {
    users: most('users'),
    serviceGroups: most('service groups'),
    members: most('memberships, of all service groups together'),
  };
  return { type: 'object', description, properties };
};
const plan = (description: string): JsonSchema => ({ type: ['string', 'null'], description });
const serviceGroup = { serviceGroupId: id('sgrp', 'service group'), name };
const membership = {
  userId: id('user', 'user'),
  userName: { type: 'string', description: 'The name of the user at that time.' },
  userEmail: email('The email address of the user at that time.'),
  serviceGroupId: id('sgrp', 'service group'),
  serviceGroupName: { type: 'string', description: 'The name of the service group at that time.' },
  serviceGroupVersion: {
    type: 'integer',
    minimum: 1,
    description: 'The version of the service group that the name is from.',
  },
};

const apiKey = {
  apiKeyId: id('akey', 'API key'),
  name: { type: 'string', description: 'The name of the key.' },
  scopes: { type: 'array', items: { type: 'string' }, description: 'What the key is allowed.' },
  hint: { type: 'string', description: 'The end of the key, by which it can be told from others.' },
};
const expiresAt = {
  anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }],
  description: 'When the key expires; null when it does not.',
};

/** Each published event type with its current schema version and what it carries. */
export const CONTRACTS: { [Type in EventType]: Contract<Type> } = {
  'account.created': {
    version: 1,
    summary: 'A tenant has been created.',
    properties: {
      name,
      ...GIVEN,
      plan: plan('What the tenant has subscribed to. Absent when nothing.'),
      limits: limits('The most it may have of each. Absent when there is no limit.'),
    },
    optional: [...GIVEN_NAMES, 'plan', 'limits'],
  },
  'account.renamed': {
    version: 1,
    summary: 'A tenant has another name.',
    properties: { name, previousName },
  },
  'account.settings_changed': {
    version: 1,
    summary: 'A tenant has other settings: its plan, limits, external id or metadata.',
    properties: {
      name,
      ...changedDetails,
      plan: plan('What the tenant has subscribed to.'),
      previousPlan: plan('The same before the change.'),
      limits: limits('The most it may have of each. Without an entry there is no limit.'),
      previousLimits: limits('The same before the change.'),
    },
  },
  'account.suspended': {
    version: 1,
    summary: 'A tenant is suspended: nobody may enter any of its service groups.',
    properties: { name },
  },
  'account.reactivated': {
    version: 1,
    summary: 'A suspended tenant is active again, with everything it had.',
    properties: { name },
  },
  'account.closed': {
    version: 1,
    summary: 'A tenant is gone for ever. The removals of its users and service groups follow.',
    properties: { name },
  },
  'user.created': {
    version: 1,
    summary: 'An account has a new user.',
    properties: { ...userWithRole, ...GIVEN },
    optional: GIVEN_NAMES,
  },
  'user.invited': {
    version: 1,
    summary:
      'A user is invited: it may be given service groups, but may not enter before it is activated. Comes instead of ' +
      'user.created, and again when an invitation is repeated.',
    properties: { ...userWithRole, ...GIVEN },
    optional: GIVEN_NAMES,
  },
  'user.activated': {
    version: 1,
    summary: 'An invited user is active from now on.',
    properties: userWithRole,
  },
  'user.settings_changed': {
    version: 1,
    summary: 'A user has another external id or other metadata.',
    properties: { ...user, ...changedDetails },
  },
  'user.profile_changed': {
    version: 1,
    summary: 'A user has another name.',
    properties: { ...user, previousName },
  },
  'user.email_changed': {
    version: 1,
    summary: 'A user has another email address.',
    properties: { ...user, previousEmail: email('The email address before the change.') },
  },
  'user.role_changed': {
    version: 1,
    summary: 'A user has another role.',
    properties: { ...userWithRole, previousRole: role('The role before the change.') },
  },
  'user.suspended': {
    version: 1,
    summary: 'A user is suspended: it may not enter its service groups.',
    properties: userWithRole,
  },
  'user.reactivated': {
    version: 1,
    summary: 'A suspended user is active again, with the memberships it had.',
    properties: userWithRole,
  },
  'user.removed': {
    version: 1,
    summary: 'A user is removed, and with it all its memberships: no event comes for each of them.',
    properties: userWithRole,
  },
  'user.erased': {
    version: 1,
    summary:
      'The personal data of a removed user is erased for good: whoever keeps a copy must erase it too.',
    properties: { userId: user.userId },
  },
  'service_group.created': {
    version: 1,
    summary: 'An account has a new service group.',
    properties: { ...serviceGroup, ...GIVEN },
    optional: GIVEN_NAMES,
  },
  'service_group.renamed': {
    version: 1,
    summary: 'A service group has another name.',
    properties: { ...serviceGroup, previousName },
  },
  'service_group.settings_changed': {
    version: 1,
    summary: 'A service group has another external id or other metadata.',
    properties: { ...serviceGroup, ...changedDetails },
  },
  'service_group.removed': {
    version: 1,
    summary: 'A service group is removed. Each of its memberships ends with an event of its own.',
    properties: serviceGroup,
  },
  'service_group.member_added': {
    version: 1,
    summary: 'A user may enter a service group from now on.',
    properties: membership,
  },
  'service_group.member_removed': {
    version: 1,
    summary: 'A user may no longer enter a service group.',
    properties: {
      ...membership,
      since: { type: 'string', format: 'date-time', description: 'When the membership began.' },
      reason: {
        enum: ['member_removed', 'service_group_removed'],
        description: 'Whether it was taken from the user, or ended with the service group.',
      },
    },
  },
  'api_key.created': {
    version: 1,
    summary: 'A machine may act for the account, or for the operators, with a new key.',
    properties: { ...apiKey, expiresAt },
  },
  'api_key.rotated': {
    version: 1,
    summary: 'A key has a new secret. The one before is accepted for some time yet.',
    properties: {
      ...apiKey,
      expiresAt,
      previousHint: { type: 'string', description: 'The hint of the secret before.' },
      previousValidUntil: {
        type: 'string',
        format: 'date-time',
        description: 'Until when the secret before is still accepted.',
      },
    },
  },
  'api_key.revoked': {
    version: 1,
    summary: 'A key is taken back: it opens nothing any more.',
    properties: apiKey,
  },
  ...WEBHOOK_CONTRACTS,
};

export const EVENT_TYPES = Object.keys(CONTRACTS) as EventType[];

/** The JSON Schema of an event type's data, in its current version. */
export function dataSchema(type: EventType): JsonSchema {
  const { version, summary, properties, optional = [] } = CONTRACTS[type];
  const notAlways = new Set<string>(optional);
  return {
    $schema: DRAFT,
    $id: dataSchemaOf(type, version),
    title: type,
    description: summary,
    type: 'object',
    properties,
    required: Object.keys(properties)
      .filter((name) => !notAlways.has(name))
      .sort(),
  };
}

/** The JSON Schema of what is around the data: a CloudEvent with Rollbook's extensions. */
export const ENVELOPE_SCHEMA: JsonSchema = {
  $schema: DRAFT,
  $id: 'urn:rollbook:cloudevent:1',
  title: 'A published event',
  description: 'CloudEvents 1.0 in JSON: the detail of an EventBridge event.',
  type: 'object',
  properties: {
    specversion: { const: '1.0' },
    id: { type: 'string', description: 'The same however often the event is delivered: de-duplicate by it.' },
    source: { const: 'rollbook' },
    type: { type: 'string', description: 'What has happened; the detail-type of the EventBridge event.' },
    subject: {
      type: 'string',
      description: 'The account, user, service group, API key or webhook endpoint it is about.',
    },
    time: { type: 'string', format: 'date-time' },
    datacontenttype: { const: 'application/json' },
    dataschema: { type: 'string', description: 'The $id of the JSON Schema of data.' },
    accountid: id('acct', 'account'),
    sequence: {
      type: 'string',
      pattern: '^[0-9]{12}$',
      description: 'The number of the event within its subject: 1, 2, 3 … without holes. Orders as text too.',
    },
    actor: {
      type: 'string',
      description: 'Who asked for the change: operator:…, user:…, api-key:… or system:….',
    },
    correlationid: { type: 'string', description: 'Ties together everything one request caused.' },
    causationid: { type: 'string', description: 'The command or event that caused this one.' },
    erased: {
      const: true,
      description:
        'There when the event is sent again after the personal data of its user was erased: names and emails are then only placeholders.',
    },
    traceparent: {
      type: 'string',
      pattern: '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$',
      description: 'The trace and span of the request that caused it (W3C Trace Context). Not always there.',
    },
    data: { type: 'object', description: 'By dataschema. Absent when the event was too large for the bus.' },
    dataref: { type: 'string', description: 'When data is absent: where the event is, relative to the API.' },
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
