import { nullableText, object, optional, text } from '../events/event-schema.js';
import type { Metadata } from './metadata.js';

/** In events that create something: what another system keeps with it. */
export const detailFields = {
  externalId: optional(text('The id that another system gave. Absent when none.')),
  metadata: optional(object<Metadata>('What another system keeps here. Absent when nothing.')),
};

/** In events that change it: whole, before and after. */
export const changedDetailFields = {
  externalId: nullableText('The id that another system gave, after the change.'),
  previousExternalId: nullableText('The same before the change.'),
  metadata: object<Metadata>('What another system keeps here, whole, after the change.'),
  previousMetadata: object<Metadata>('The same before the change.'),
};
