export const TEXTS = {
  subtitle: 'Every change in this account, newest first. Kept forever.',
  history: 'History',
  emptyTitle: 'Nothing has happened yet',
  empty: 'Every change is recorded here, with who made it and when.',
  noneTitle: 'Nothing matches',
  none: 'Choose another kind of change or another time.',
  clear: 'Clear the filters',
  more: 'Show older',
  details: 'Details',
  kind: 'Kind of change',
  anyKind: 'Any change',
  /** What changes, where its name in the events is another one. */
  changed: {
    user: 'Users',
    service_group: 'Service groups',
    api_key: 'API keys',
    webhook_endpoint: 'Webhooks',
  } as Record<string, string>,
  /** Changes that people call otherwise than the events do. */
  changes: {
    'account.sign_in_rules_changed': 'Sign-in rules changed',
    'service_group.member_added': 'Access given',
    'service_group.member_removed': 'Access ended',
    'user.activated': 'Invitation accepted',
    'user.created': 'Added',
  } as Record<string, string>,
  from: 'From',
  to: 'Until',
  onlyBy: (name: string) => `Only what ${name} did`,
  byAnyone: 'Show what anyone did',
  today: 'Today',
  yesterday: 'Yesterday',
};
