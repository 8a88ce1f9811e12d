import type { FoundKind } from './queries.js';

export const TEXTS = {
  title: 'Search and commands',
  placeholder: 'Search, or type what to do: “give ada prod until friday”',
  recent: 'Recent',
  none: (q: string) => `Nothing was found for “${q}”.`,
  on: (day: string) => `on ${day}`,
  searching: 'Searching …',
  pages: 'Go to',
  views: 'Views of the users',
  view: (name: string) => `View: ${name}`,
  gone: { removed: 'Removed', erased: 'Erased' } as Record<string, string>,
  kinds: {
    user: 'Users',
    'service-group': 'Service groups',
    team: 'Teams',
    account: 'Accounts',
    event: 'Activity',
    'api-key': 'API keys',
    'webhook-endpoint': 'Webhooks',
    'log-stream': 'Log streams',
    'access-request': 'Requests',
    'access-roles': 'Access roles',
    delivery: 'Webhook deliveries',
    import: 'Imports',
    job: 'Jobs',
  } satisfies Record<FoundKind, string>,
  shortcutsTitle: 'Keyboard shortcuts',
  off: 'Single keys can be turned off under “Profile and preferences”.',
};

/** The keys beside those that open pages. */
export const SHORTCUTS = {
  first: [
    ['⌘ K  or  Ctrl K', 'Search and commands'],
    ['/', 'Search this page'],
    ['d', 'Another day: how it was then'],
    ['x', 'Select the person in a list'],
  ],
  last: [
    ['?', 'These shortcuts'],
    ['Ctrl Enter', 'Send the dialog'],
    ['Esc', 'Close the top dialog or menu'],
  ],
} as const;
