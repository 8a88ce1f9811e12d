import { EVENT_TYPES, EVENTS, type EventType } from '#libs/domain';

/** Something in braces of a template. */
const PARAMETER = /\{(\w+)\}/g;

/** A sentence about an event, to be translated: its parameters are properties of the event's data, and who made the change. */
export interface SentenceTemplate {
  template: string;
  parameters: string[];
}

export const SENTENCES: Readonly<Record<EventType, SentenceTemplate>> = Object.fromEntries(
  EVENT_TYPES.map((type) => {
    const template = EVENTS[type].sentence;
    return [type, { template, parameters: [...template.matchAll(PARAMETER)].map(([, name]) => name) }];
  }),
) as Record<EventType, SentenceTemplate>;

const KINDS: Readonly<Record<string, string>> = {
  user: 'A user',
  'api-key': 'An API key',
  operator: 'An operator',
  system: 'Rollbook',
};

export function sentenceOf(
  { type, data, actor }: { type: string; data: object; actor: string },
  actorName: string | null = null,
): string {
  const { template } = SENTENCES[type as EventType];
  // All that a sentence names are texts.
  const values: Record<string, string> = {
    ...(data as Record<string, string>),
    actor: actorName ?? KINDS[actor.slice(0, actor.indexOf(':'))] ?? actor,
  };
  return template.replace(PARAMETER, (_, name: string) => values[name] ?? '');
}
