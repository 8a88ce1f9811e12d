export { asyncApiDocument } from './asyncapi.js';
export {
  dataSchemaOf,
  EVENT_SOURCE,
  publicData,
  toPublishedEvent,
  toPublishedReference,
  type CommittedEvent,
  type PublishedEvent,
} from './cloud-event.js';
export { incompatibilities } from './compatibility.js';
export { contractDocuments, CONTRACTS_VERSION } from './documents.js';
export type { EventData, EventType, Role } from './event-data.js';
export { PATTERN_EXAMPLES, type PatternExample } from './patterns.js';
export type { JsonSchema } from './json-schema.js';
export { dataSchema, ENVELOPE_SCHEMA, EVENT_TYPES } from './schemas.js';
