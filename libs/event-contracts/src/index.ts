export {
  dataSchemaOf,
  EVENT_SOURCE,
  toPublishedEvent,
  toPublishedReference,
  type CommittedEvent,
  type PublishedEvent,
} from './cloud-event.js';
