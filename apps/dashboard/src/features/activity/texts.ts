import { formatNumber } from '../../components/data/numbers.js';

export const TEXTS = {
  subtitle: 'Every change in this account, newest first. Kept forever.',
  history: 'History',
  emptyTitle: 'Nothing has happened yet',
  empty: 'Every change is recorded here, with who made it and when.',
  noneTitle: 'Nothing matches',
  none: 'Choose another kind of change or another time.',
  clear: 'Clear the filters',
  more: 'Show older',
  details: (sentence: string) => `Details: ${sentence}`,
  noWayBack: 'There is no way back from this.',
  sameRequest: 'What the same request did',
  request: 'Request',
  before: 'before:',
  after: 'after:',
  roleBefore: 'no longer',
  folded: {
    'service_group.member_added': (count: number, group: string) =>
      `gave ${formatNumber(count)} people access to ${group}`,
    'service_group.membership_changed': (count: number, group: string) =>
      `changed the access of ${formatNumber(count)} people to ${group}`,
    'service_group.member_removed': (count: number, group: string) =>
      `ended the access of ${formatNumber(count)} people to ${group}`,
    'team.member_added': (count: number, team: string) =>
      `added ${formatNumber(count)} people to the team ${team}`,
    'team.member_removed': (count: number, team: string) =>
      `ended the places of ${formatNumber(count)} people in the team ${team}`,
    'user.created': (count: number) => `added ${formatNumber(count)} people`,
    'user.invited': (count: number) => `invited ${formatNumber(count)} people`,
    'user.removed': (count: number) => `removed ${formatNumber(count)} people`,
    'user.suspended': (count: number) => `suspended ${formatNumber(count)} people`,
    'user.reactivated': (count: number) => `reactivated ${formatNumber(count)} people`,
  } as Record<string, (count: number, of: string) => string>,
  andMore: (count: number) => `and ${formatNumber(count)} more like it`,
  /** Actors that are no person of the account. */
  programs: { 'api-key': 'API key', scim: 'SCIM', operator: 'Operator', system: 'Rollbook' } as Record<
    string,
    string
  >,
  search: 'Search the activity',
  export: 'Export as CSV',
  ofSubject: 'Show what changed anywhere',
  kind: 'Kind of change',
  anyKind: 'Any change',
  /** What changes, where its name in the events is another one. */
  changed: {
    user: 'Users',
    access_role: 'Access roles',
    service_group: 'Service groups',
    team: 'Teams',
    api_key: 'API keys',
    webhook_endpoint: 'Webhooks',
    log_stream: 'Log streams',
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
