import { nullableText, object, optional, text } from '../events/event-schema.js';
import type { Metadata } from './metadata.js';

/** In events that create something. */
export const detailFields = {
  externalId: optional(text('The id in another system. Absent if there is none.')),
  metadata: optional(object<Metadata>('Data that another system stores here. Absent if there is none.')),
};

/** In events that change it: complete, before and after. */
export const changedDetailFields = {
  externalId: nullableText('The id in another system, after the change.'),
  previousExternalId: nullableText('The same before the change.'),
  metadata: object<Metadata>('All data that another system stores here, after the change.'),
  previousMetadata: object<Metadata>('The same before the change.'),
};
