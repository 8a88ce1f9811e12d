export const TEXTS = {
  title: 'Search and commands',
  placeholder: 'Search for people, service groups or any ID …',
  none: (q: string) => `Nothing was found for “${q}”.`,
  searching: 'Searching …',
  pages: 'Go to',
  gone: { removed: 'Removed', erased: 'Erased' } as Record<string, string>,
  kinds: {
    user: 'Users',
    service_group: 'Service groups',
    account: 'Accounts',
    event: 'Activity',
    invitation: 'Invitations',
    api_key: 'API keys',
    webhook_endpoint: 'Webhooks',
    delivery: 'Webhook deliveries',
    import: 'Imports',
    job: 'Jobs',
  } as Record<string, string>,
  shortcutsTitle: 'Keyboard shortcuts',
  off: 'Single keys can be turned off under “Profile and preferences”.',
};

/** Pairs that begin with g are typed one after the other. */
export const SHORTCUTS: readonly (readonly [string, string])[] = [
  ['⌘ K  or  Ctrl K', 'Search and commands'],
  ['/', 'Search this page'],
  ['x', 'Select the person in a list'],
  ['g o', 'Overview'],
  ['g a', 'Access'],
  ['g u', 'Users'],
  ['g s', 'Service groups'],
  ['g i', 'Invitations'],
  ['g t', 'Activity'],
  ['?', 'These shortcuts'],
  ['Esc', 'Close the top dialog or menu'],
];
