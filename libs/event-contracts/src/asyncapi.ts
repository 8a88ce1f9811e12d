import { EVENT_TYPES, EVENTS, type JsonSchema } from '#libs/domain';
import { dataSchema, ENVELOPE_SCHEMA } from './schemas.js';

/** The AsyncAPI 3 document of the published events (https://www.asyncapi.com/docs/reference/specification/v3.0.0). */
export function asyncApiDocument(version: string): Record<string, unknown> {
  const messages = Object.fromEntries(
    EVENT_TYPES.map((type) => [
      messageName(type),
      {
        name: type,
        title: type,
        summary: EVENTS[type].summary,
        contentType: 'application/json',
        payload: {
          schemaFormat: 'application/schema+json;version=draft-2020-12',
          schema: payloadSchema(dataSchema(type), type),
        },
      },
    ]),
  );
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Rollbook events',
      version,
      description:
        'Every change to an account, a user, a service group or a membership. Delivered at least once, in order per ' +
        'subject if the bus keeps the order; each event has a sequence, and an id that never changes.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    channels: {
      rollbook: {
        address: 'rollbook',
        title: 'The event bus',
        description:
          'The EventBridge bus: source is rollbook, detail-type the type of the event, and detail the CloudEvent below.',
        messages: Object.fromEntries(
          EVENT_TYPES.map((type) => [
            messageName(type),
            { $ref: `#/components/messages/${messageName(type)}` },
          ]),
        ),
      },
    },
    operations: {
      publishChange: {
        action: 'send',
        summary: 'Rollbook publishes each committed change.',
        channel: { $ref: '#/channels/rollbook' },
      },
    },
    components: { messages },
  };
}

function payloadSchema(data: JsonSchema, type: string): JsonSchema {
  const { $schema: _, $id, ...inner } = data;
  const { $schema, properties, ...envelope } = ENVELOPE_SCHEMA;
  return {
    ...($schema ? { $schema } : {}),
    ...envelope,
    $id: `urn:rollbook:message:${type}`,
    properties: {
      ...properties,
      type: { const: type },
      ...($id === undefined ? {} : { dataschema: { const: $id } }),
      data: inner,
    },
  };
}

/** AsyncAPI wants names without dots: `user.role_changed` is `userRoleChanged`. */
function messageName(type: string): string {
  return type.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase());
}
