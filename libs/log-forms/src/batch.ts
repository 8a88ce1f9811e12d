import { withReference, type PublishedEvent } from '#libs/event-contracts';
import { FORM_DEFINITIONS, type Form } from './forms.js';
import { withoutPersonalData } from './personal-data.js';

export interface Batch {
  body: string;
  contentType: string;
  /** Events that are in it: the first of those given. */
  taken: number;
}

/**
 * As many events as fit in one request, in their order; at least one, if there is one. The same events give the same bytes. An event
 * whose entry is too large is written without its data, with `dataref`.
 */
export function writeBatch(
  form: Form,
  events: readonly PublishedEvent[],
  { personalData }: { personalData: boolean },
): Batch {
  const { rules, frame, entry } = FORM_DEFINITIONS[form];
  const [open, between, close] = frame;
  const entries: string[] = [];
  let bytes = Buffer.byteLength(open + close);
  for (const event of events.slice(0, rules.maxEntries)) {
    const sent = personalData ? event : withoutPersonalData(event);
    const whole = entry(sent);
    const text = Buffer.byteLength(whole) <= rules.maxEntryBytes ? whole : entry(withReference(sent));
    bytes += Buffer.byteLength(entries.length > 0 ? between + text : text);
    if (bytes > rules.maxBytes && entries.length > 0) break;
    entries.push(text);
  }
  return {
    body: open + entries.join(between) + close,
    contentType: rules.contentType,
    taken: entries.length,
  };
}
