import { exactTime, relativeTime } from '../../../components/data/time.js';
import type { Kind } from './grammar.js';

export const TEXTS = {
  heading: 'Commands',
  until: (at: string) => `until ${exactTime(at)} (${relativeTime(at)})`,
  suspend: 'Suspend',
  reactivate: 'Reactivate',
  remove: 'Remove',
  removeWhere: 'from the account',
  give: ['Give', 'access to'],
  change: ['Change when', '’s access to', 'ends'],
  end: ['End', '’s access to'],
  invite: (addresses: string) => (addresses ? `Invite ${addresses}` : 'Invite people'),
  'new-group': (name: string) => (name ? `New service group: ${name}` : 'New service group'),
  'new-key': 'New API key',
  undo: 'Undo my last change',
  themes: { dark: 'Dark theme', light: 'Light theme', system: 'Theme of the system' },
} as const;

/** How to go on after the beginning of a command that needs names. */
export const EXAMPLES: Readonly<Partial<Record<Kind, string>>> = {
  give: 'ada prod until friday',
  end: 'ada’s prod',
  suspend: 'ada',
  reactivate: 'ada',
  remove: 'ada',
};
