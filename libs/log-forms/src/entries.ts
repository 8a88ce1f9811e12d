import { SENTENCES, sentenceOf, type EventType, type PublishedEvent } from '#libs/event-contracts';
import { EVENTS } from '#libs/domain';

/** The sentence about an event, or what all of its type have in common if the event lacks something the sentence names. */
export function describe({ type, actor, data = {} }: PublishedEvent): string {
  const present = { actor, ...(data as object) };
  const { parameters } = SENTENCES[type as EventType];
  return parameters.every((name) => name in present)
    ? sentenceOf({ type, actor, data: data as object })
    : EVENTS[type as EventType].summary;
}

export function splunkEntry(event: PublishedEvent): string {
  const time = Date.parse(event.time) / 1000;
  return JSON.stringify({ time, source: event.source, sourcetype: 'rollbook:event', event });
}

/** Its attributes are texts, so the event is one: Datadog reads JSON in `message`, and takes `message` and `timestamp` from there. */
export function datadogEntry(event: PublishedEvent): string {
  const { source } = event;
  const message = JSON.stringify({ message: describe(event), timestamp: event.time, ...event });
  return JSON.stringify({ ddsource: source, service: source, ddtags: `type:${event.type}`, message });
}
