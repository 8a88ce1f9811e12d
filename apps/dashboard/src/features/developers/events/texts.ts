import { counted } from '../../../components/data/numbers.js';

export const TEXTS = {
  subtitle: 'The events that your systems receive: by the feed, EventBridge and webhooks, in the same form.',
  read: 'the types of events',
  readLatest: 'these events',
  search: 'Search types of events',
  catalogue: 'Types of events',
  none: 'There is no such type.',
  inFilter: (type: string) => `In the filter: ${type}`,
  sentence: 'In words',
  example: 'Example, as it is delivered',
  schema: 'Schema of its data',
  filter: 'Filter',
  everything: 'All events of this account. Tick types to take fewer.',
  chosen: (count: number) => `${counted(count, 'type is', 'types are')} ticked.`,
  clear: 'Clear',
  pattern: 'Pattern for a rule of EventBridge',
  webhook: 'Event types of a webhook endpoint',
  tail: 'Watch them',
  noneYet: 'Nothing like that has happened yet',
  latest: 'The latest events that it takes',
};
