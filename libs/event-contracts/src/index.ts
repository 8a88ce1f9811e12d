export { asyncApiDocument } from './asyncapi.js';
export {
  dataSchemaOf,
  EVENT_SOURCE,
  publicData,
  toPublishedEvent,
  toPublishedReference,
  withReference,
  type CommittedEvent,
  type PublishedEvent,
} from './cloud-event.js';
export { incompatibilities } from './compatibility.js';
export { contractDocuments } from './documents.js';
export { committedExample } from './examples.js';
export { MAILED_EVENT_TYPES, NOTICED_EVENT_TYPES } from './mailed.js';
export { PATTERN_EXAMPLES } from './patterns.js';
export { dataSchema, ENVELOPE_SCHEMA } from './schemas.js';
export { SENTENCES, sentenceOf } from './sentences.js';
export { signatureHeaders } from './signature.js';
export {
  EVENT_TYPES,
  PERSONAL_FIELDS,
  type EventData,
  type EventType,
  type JsonSchema,
  type Role,
} from '#libs/domain';
